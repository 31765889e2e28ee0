#!/usr/bin/env python3
"""How compile time, memory and evaluation grow with the size of models of the ScalableTestSuite.

    bench/scalable.py SUNDER --suite DIR --library DIR [--seconds 60] [--first 100] [FAMILY …]

DIR of --suite holds the package ScalableTestSuite, DIR of --library the package Modelica; neither is part of Sunder, and
where one of them is absent this says so and ends with status 77. Of each family the size is doubled until the next
model would use up the seconds. A row: the size N, equations and states, processor seconds from the text to the ordered
equations (check), wall seconds of ordering them alone (from aliases to addresses), its peak of memory, and the processor
time of one evaluation of all derivatives (models of 2000 to 100 000 equations), by the difference of two runs of the
explicit Euler method. The exponents are those of the last three rows (least
squares): 1 means linear.
"""
import argparse
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ABSENT = 77
ORDERING = ("classify", "alias", "reduce", "match", "order", "initialise", "addresses")  # passes
# class below ScalableTestSuite, parameters of size N, a step of the explicit method
FAMILIES = {
    "CascadedFirstOrder": ("Elementary.SimpleODE.ScaledExperiments.CascadedFirstOrder_N_100", ["N"], 1e-9),
    "ManyEvents": ("Elementary.WhenEvents.ScaledExperiments.ManyEvents_N_1000_M_10", ["N"], 1e-9),
    "TransmissionLineEquations": ("Electrical.TransmissionLine.ScaledExperiments.TransmissionLineEquations_N_10", ["N"], 1e-12),
    "TransmissionLineModelica": ("Electrical.TransmissionLine.ScaledExperiments.TransmissionLineModelica_N_10", ["N"], 1e-12),
    "OneDHeatTransferTT_FD": ("Thermal.HeatConduction.ScaledExperiments.OneDHeatTransferTT_FD_N_10", ["N"], 1e-9),
    "OneDHeatTransferTI_Modelica": ("Thermal.HeatConduction.ScaledExperiments.OneDHeatTransferTI_Modelica_N_10", ["N"], 1e-9),
    "CounterCurrentHeatExchanger": ("Thermal.HeatExchanger.ScaledExperiments.CounterCurrentHeatExchangerEquations_N_10", ["N"], 1e-9),
    "CocurrentHeatExchanger": ("Thermal.HeatExchanger.ScaledExperiments.CocurrentHeatExchangerEquations_N_10", ["N"], 1e-9),
    "HarmonicOscillator": ("Mechanical.HarmonicOscillator.ScaledExperiments.HarmonicOscillator_N_100", ["N"], 1e-9),
    # N * M elements
    "DistributionSystemModelica": ("Electrical.DistributionSystemDC.ScaledExperiments.DistributionSystemModelica_N_10_M_10", ["N", "M"], 1e-9),
    "DistributionSystemLinear": ("Electrical.DistributionSystemAC.ScaledExperiments.DistributionSystemLinear_N_10_M_10", ["N", "M"], 1e-9),
}


def run(command, seconds):
    """Status, output, errors, processor seconds, peak of memory in bytes; ended after so many processor seconds."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(command, stdout=out, stderr=err)
        memory = 0
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid != 0:
                break
            memory = max(memory, peak(process.pid))
            if used(process.pid) > seconds:
                process.kill()
                os.wait4(process.pid, 0)
                return 124, "", "", seconds, 0
            time.sleep(0.005)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return (process.returncode, out.read().decode(), err.read().decode(errors="replace"),
                usage.ru_utime + usage.ru_stime, memory)


def used(pid):
    """Processor seconds of a running process."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peak(pid):
    """Of the memory of a running process; ru_maxrss would count that of this script, from which it was started."""
    try:
        found = re.search(r"VmHWM:\s+(\d+) kB", pathlib.Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0
    return int(found.group(1)) * 1024 if found else 0


def size_of(parameters, n):
    """A grid of N x M is doubled in the number of its elements."""
    if len(parameters) == 1:
        return {parameters[0]: n}
    side = max(2, round(math.sqrt(n)))
    return {name: side for name in parameters}


def evaluation_seconds(arguments, model, step, seconds):
    """Of one evaluation, by two runs of which one has so many more steps that they can be told apart."""
    def spent(steps):
        command = [arguments.sunder, "simulate", *model, "--method", "euler", "--step", repr(step), "--start", "0",
                   "--stop", repr(steps * step), "--intervals", "1"]
        status, _, _, taken, _ = run(command, seconds)
        return taken if status == 0 else None
    few = many = 200
    first = spent(few)
    while first is not None and many < 1e7:
        many *= 8
        last = spent(many)
        if last is None:
            return None
        if last - first > 0.5:
            return (last - first) / (many - few)
    return None


def exponent(sizes, values):
    points = [(math.log(s), math.log(v)) for s, v in zip(sizes, values) if v and v > 0][-3:]
    if len(points) < 2:
        return None
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)


def measure(arguments, name):
    path, parameters, step = FAMILIES[name]
    print(f"{name} (ScalableTestSuite.{path})")
    print(f"{'size':>9} {'equations':>10} {'states':>8} {'compile s':>10} {'us/eq':>7} {'order s':>8} {'memory MB':>10} {'evaluate us':>12}")
    rows = []
    n = arguments.first
    while True:
        size = size_of(parameters, n)
        model = ["--library", arguments.library, "--library", arguments.suite, "--model", "ScalableTestSuite." + path]
        for parameter, value in size.items():
            model += ["--set", f"{parameter}={value}"]
        status, out, err, seconds, memory = run([arguments.sunder, "check", *model, "--json"], arguments.seconds)
        if status != 0:
            print("  stops: " + (err.strip().splitlines() or [f"status {status}"])[0][:140])
            break
        answer = json.loads(out)
        evaluate = None
        if 2e3 <= answer["equations"] <= 1e5:
            evaluate = evaluation_seconds(arguments, model, step, arguments.seconds)
        order = sum(answer["timing"].get(name, 0) for name in ORDERING)
        rows.append((answer["equations"], seconds, order, memory, evaluate))
        shown = "x".join(str(v) for v in size.values())
        print(f"{shown:>9} {answer['equations']:>10} {answer['state_count']:>8} {seconds:>10.2f} "
              f"{1e6 * seconds / answer['equations']:>7.1f} {order:>8.3f} {memory / 1e6:>10.0f} "
              f"{'-' if evaluate is None else f'{1e6 * evaluate:.1f}':>12}", flush=True)
        if 2.2 * seconds > arguments.seconds:
            break
        n *= 2
    sizes = [row[0] for row in rows]
    found = [exponent(sizes, [row[i] for row in rows]) for i in (1, 2, 3, 4)]
    text = ", ".join(f"{what} {'-' if e is None else f'{e:.2f}'}" for what, e in zip(("compile", "order", "memory", "evaluate"), found))
    print(f"  exponents: {text}\n", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sunder")
    parser.add_argument("--suite", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--first", type=int, default=100)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="all unless given: " + ", ".join(FAMILIES))
    arguments = parser.parse_intermixed_args()
    for directory, package in ((arguments.suite, "ScalableTestSuite"), (arguments.library, "Modelica")):
        if not (pathlib.Path(directory) / package).is_dir():
            print(f"there is no package {package} in {directory}: nothing measured", file=sys.stderr)
            return ABSENT
    unknown = [name for name in arguments.families if name not in FAMILIES]
    if unknown:
        parser.error(f"no family {', '.join(unknown)}; there are {', '.join(FAMILIES)}")
    for name in arguments.families or FAMILIES:
        measure(arguments, name)
    return 0


if __name__ == "__main__":
    sys.exit(main())

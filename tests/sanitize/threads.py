#!/usr/bin/env python3
"""Every command that uses threads, with four of them and with one: the same results, and under the thread sanitizer no race.

usage: threads.py SUNDER
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUNDER = pathlib.Path(sys.argv[1]).resolve()
COMMANDS = [
    "simulate examples/DCMotor.mo --sweep J=500:2000:6 --sweep u=400,500",
    "simulate examples/BouncingBall.mo --sweep e=0.5:0.9:4 --method rk4 --step 0.01",
    "simulate examples/HeatExchanger004.mo --method mixed-euler --step 0.05 --stop 1",
    "simulate examples/HeatExchanger004.mo --method implicit-midpoint --step 0.05 --stop 0.5",
    "simulate examples/HeatExchanger004.mo --method mixed-heun-lobatto --step 0.05 --stop 0.5",
    "simulate examples/SmartGrid.mo --method multirate --stop 1",
    "simulate examples/DistrictHeating.mo --method rosenbrock --stop 3",
    "cosim examples/cosim/motor.toml --stop 2",
    "cosim examples/cosim/halfcar.toml --stop 0.5",
    "cosim examples/cosim/exchanger.toml --stop 0.5",
    "reduce examples/FourRooms.mo --switched --samples 8 --order 6",
]
MEASURED = {"seconds", "timing", "threads"}  # what may differ


def same(value):
    if isinstance(value, dict):
        return {name: same(inner) for name, inner in value.items() if name not in MEASURED}
    return [same(inner) for inner in value] if isinstance(value, list) else value


def result(command, threads):
    done = subprocess.run([SUNDER, *command.split(), "--threads", str(threads), "--json"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"exit status {done.returncode} with {threads} threads:\n{done.stderr[:6000]}")
    return same(json.loads(done.stdout))


def main():
    failed = 0
    for command in COMMANDS:
        try:
            problem = None if result(command, 4) == result(command, 1) else "the number of threads changes the results"
        except RuntimeError as error:
            problem = str(error)
        if problem:
            failed += 1
            print(f"sunder {command}: {problem}")
    print(f"{len(COMMANDS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

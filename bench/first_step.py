#!/usr/bin/env python3
"""Processor time from the source text to the first step, over the examples of a library that run.

    bench/first_step.py SUNDER --library DIR [--package P] [--every K] [--other COMMAND]

For every K-th model with an experiment annotation whose name begins with P: `sunder simulate --stop` a billionth of its
time after the start, with one output interval. Printed: how many ran, median and 90 % of the processor seconds, the
slowest. --other is the command of another compiler that does the same; `{}` stands for the model's name, and the ratio
of the medians is printed.
"""
import argparse
import os
import pathlib
import re
import shlex
import statistics
import subprocess
import sys
import tempfile


def processor_seconds(command, seconds, folder):
    """None: it failed."""
    process = subprocess.Popen(["timeout", str(seconds), *command], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime if process.returncode == 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sunder")
    parser.add_argument("--library", required=True)
    parser.add_argument("--package", default="Modelica.")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--other")
    arguments = parser.parse_args()
    if not pathlib.Path(arguments.library).is_dir():
        print(f"there is no directory {arguments.library}: nothing measured", file=sys.stderr)
        return 77
    listed = subprocess.run([arguments.sunder, "list", "--library", arguments.library, "--experiments"], capture_output=True, text=True)
    names = [m.group(1) for line in listed.stdout.splitlines() if (m := re.match(r"\w+ ([\w.']+)", line))]
    names = [name for name in names if name.startswith(arguments.package)][::arguments.every]
    own, others, slowest = [], [], ("", 0.0)
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            command = [os.path.abspath(arguments.sunder), "simulate", "--library", arguments.library, "--model", name,
                       "--method", "cvode", "--start", "0", "--stop", "1e-9", "--intervals", "1"]
            seconds = processor_seconds(command, arguments.seconds, folder)
            if seconds is None:
                continue
            own.append(seconds)
            slowest = max(slowest, (name, seconds), key=lambda one: one[1])
            if arguments.other:
                other = processor_seconds(shlex.split(arguments.other.replace("{}", name)), arguments.seconds, folder)
                if other is not None:
                    others.append(other)
    if not own:
        print("no model ran", file=sys.stderr)
        return 1
    tenth = sorted(own)[min(len(own) - 1, int(0.9 * len(own)))]
    print(f"{len(own)} of {len(names)} models: median {statistics.median(own):.2f} s, 90 % within {tenth:.2f} s, slowest {slowest[1]:.2f} s ({slowest[0]})")
    if others:
        print(f"the other one: {len(others)} models, median {statistics.median(others):.2f} s; ratio of medians {statistics.median(others) / statistics.median(own):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

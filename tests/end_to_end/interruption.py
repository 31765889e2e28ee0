#!/usr/bin/env python3
"""How soon commands end that are interrupted (SIGINT): large models, after various times, in seconds of the processor.

Each command is started several times, and interrupted after it has used so much time of the processor; what it uses from then on is its
answer. A busy machine changes nothing in that. A command that has not installed its handler yet ends at once.

usage: interruption.py SUNDER [--all] [--longest SECONDS] [PATTERN]
    --all              every command and instant, with the longest answer of each: some minutes. Without it a few, as ./test does
    --longest SECONDS  an answer may take so long; 6 unless given (a command is ended after five times that)
    PATTERN            only commands that have it in them
"""
import argparse
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TICK = os.sysconf("SC_CLK_TCK")
EXAMPLES, COMPONENTS = "examples", "examples/components"
INSTANTS, FEW = (0.5, 1, 1.5, 2, 3, 5, 8, 13), (1.6, 3)

# what is done, and whether ./test does it
COMMANDS = [
    (f"simulate {COMPONENTS}/DistrictHeatingComponents.mo", True),
    (f"simulate {COMPONENTS}/DistrictHeatingComponents.mo --method averaging --step 10 --stop 20 --back-end interpreter", False),
    (f"analyze {COMPONENTS}/DistrictHeatingComponents.mo --budget 0.1", True),
    (f"linearize {COMPONENTS}/DistrictHeatingComponents.mo", False),
    (f"report {COMPONENTS}/DistrictHeatingComponents.mo --output out.html", False),
    (f"reduce {COMPONENTS}/DistrictHeatingComponents.mo --order 3", False),
    (f"report {EXAMPLES}/DistrictHeating.mo --output out.html", False),
    (f"choose {COMPONENTS}/SixAxisRobot.mo --stop 1000", False),
    (f"simulate {EXAMPLES}/PowerSupply.mo --stop 1000 --method averaging", False),
    (f"report {EXAMPLES}/PowerSupply.mo --stop 100 --output out.html", False),
    ("simulate cells.mo --method cvode --stop 100 --output out.csv", True),
    ("simulate cells.mo --output out.csv", False),
    ("analyze cells.mo", True),
    ("simulate ring.mo --method rosenbrock --stop 100 --output out.csv", False),
    ("analyze ring.mo", False),
    ("reduce ring.mo --order 3", False),
]


def models(folder, size):
    """About `size` equations each: equal components, and a ring that is written out."""
    cells = size // 10
    (folder / "cells.mo").write_text(f"""model Cells
  model Cell
    parameter Real k = 1;
    input Real u;
    Real a, b, c, d, e, f, g, h;
    Real x(start = 1, fixed = true);
  equation
    a = k*x; b = a + u; c = b*b; d = sin(c); e = d + a; f = e - b; g = 2*f; h = g + cos(time); der(x) = -h - x;
  end Cell;
  Cell cell[{cells}](u = {{sin(time*i) for i in 1:{cells}}});
end Cells;
""")
    lines = ["model Ring"]
    for i in range(cells):
        lines.append(f"  Real x{i}(start = {i % 7}.5, fixed = true), " + ", ".join(f"{v}{i}" for v in "abcdefghk") + ";")
    lines.append("equation")
    for i in range(cells):
        j = (i + 1) % cells
        lines.append(f"  a{i} = x{i}*{i % 13} + x{j}; b{i} = a{i}^2 + {i % 3}; c{i} = b{i}*a{i} - x{i}; d{i} = sin(c{i}); e{i} = d{i} + {i % 17}*a{i};")
        lines.append(f"  f{i} = e{i}*b{i}; g{i} = f{i} - x{j}; h{i} = 2*g{i} + c{i}; k{i} = h{i}*d{i}; der(x{i}) = -k{i} - x{i};")
    (folder / "ring.mo").write_text("\n".join(lines + ["end Ring;"]))


def used(process):
    """Seconds of the processor so far; None: it has ended."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return None if fields[0] == "Z" else (int(fields[11]) + int(fields[12])) / TICK


def answer(command, folder, instant, most):
    """(seconds from the interruption on, exit status); None: it had ended before."""
    with open(folder / "said", "wb") as said:
        # a shell's background ignores SIGINT, and children inherit that
        child = subprocess.Popen(command, cwd=folder, stdout=said, stderr=said,
                                 preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    sent = None
    while (now := used(child.pid)) is not None:
        if sent is None and now >= instant:
            child.send_signal(signal.SIGINT)
            sent = now
        if sent is not None and now - sent > most:
            child.kill()
        time.sleep(0.01)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if sent is None:
        return None
    return usage.ru_utime + usage.ru_stime - sent, child.returncode


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("sunder", type=pathlib.Path)
    parser.add_argument("pattern", nargs="?", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--longest", type=float, default=6)
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    passed = failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "examples").symlink_to(ROOT / "examples")
        models(folder, 200_000 if arguments.all else 50_000)
        for words, always in COMMANDS:
            if arguments.pattern not in words or not (always or arguments.all):
                continue
            command = [str(arguments.sunder.resolve()), *words.split()]
            answers = []
            for instant in INSTANTS if arguments.all else FEW:
                if (one := answer(command, folder, instant, 5 * arguments.longest)) is not None:
                    answers.append((one[0], instant, one[1]))
                    wrong = one[0] > arguments.longest or one[1] not in (128 + signal.SIGINT, -signal.SIGINT, 0)
                    if wrong:
                        print(f"failed: {words}: interrupted after {instant} s, {one[0]:.2f} s more, exit status {one[1]}")
                    passed, failed = passed + (not wrong), failed + wrong
            if arguments.all and answers:
                longest, instant, _ = max(answers)
                print(f"{longest:6.2f} s after {instant:4} s of {len(answers)} instants: {words}", flush=True)
    if passed + failed == 0:
        print("failed: every command had ended before it was interrupted")
        failed = 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

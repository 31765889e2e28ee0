#!/usr/bin/env python3
"""Threads against ranks: a system of parts and a sweep, and a forecast for more ranks than this machine has.

usage: ranks.py SUNDER [--parts 64] [--points 1000] [--ranks 1,2,4]

Times are of the run itself (the program's own clock), each the best of three; the overhead of a communication step is that of the same
system with parts that have next to nothing to do. The forecast simulates how ranks take runs one by one, with run times drawn from those
that were measured here and the time that a run's message takes.
"""
import argparse
import heapq
import json
import pathlib
import random
import subprocess
import tempfile

PART = """model Line "a line of cells"
  parameter Integer n = {cells};
  parameter Real k = 1;
  input Real u;
  output Real y = x[n];
  Real x[n](each start = 0, each fixed = true);
equation
  der(x[1]) = k*(u - x[1]) - 0.1*sin(x[1]);
  for i in 2:n loop
    der(x[i]) = k*(x[i - 1] - x[i]) - 0.1*sin(x[i]);
  end for;
end Line;
"""
SWEPT = """model Swept "an oscillator that is swept over its stiffness"
  parameter Real c = 1;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -c*x - 0.01*v + 0.1*sin(3*time);
  annotation(experiment(StopTime = 200, Tolerance = 1e-8));
end Swept;
"""


def system(folder, parts, cells, substeps, steps):
    (folder / "Line.mo").write_text(PART.format(cells=cells))
    text = [f'communication_step = 0.01\nmaster = "jacobi"\nstop = {steps * 0.01}\n']
    for i in range(parts):
        text.append(f'[[part]]\nname = "p{i}"\nmodel = "Line.mo"\nmethod = "rk4"\nsubsteps = {substeps}\nparameters = {{ k = {1 + 0.01 * i} }}\n')
        text.append(f'[[connection]]\nfrom = "p{i}.y"\nto = "p{(i + 1) % parts}.u"\nfactor = 0.9\n')
    path = folder / f"ring{parts}x{cells}.toml"
    path.write_text("\n".join(text))
    return path


def answer(sunder, ranks, *arguments):
    start = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks)] if ranks > 1 else []
    done = subprocess.run([*start, sunder, *map(str, arguments), "--json"], capture_output=True)
    if done.returncode != 0:
        raise SystemExit(f"{ranks} ranks, {' '.join(map(str, arguments))}: status {done.returncode}\n{done.stderr.decode()[:800]}")
    return json.loads(done.stdout)


def best(*arguments):
    return min((answer(*arguments) for _ in range(3)), key=lambda one: one["seconds"])


def forecast(seconds, runs, ranks, message):
    """Ranks that take runs one by one from rank 0, which serves one at a time."""
    generator = random.Random(1)
    free = [(0.0, r) for r in range(ranks)]
    heapq.heapify(free)
    server, end = 0.0, 0.0
    for _ in range(runs):
        at, r = heapq.heappop(free)
        server = max(server, at) + message
        done = server + generator.choice(seconds)
        end = max(end, done)
        heapq.heappush(free, (done, r))
    return end


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sunder")
    parser.add_argument("--parts", type=int, default=64)
    parser.add_argument("--points", type=int, default=1000)
    parser.add_argument("--ranks", default="1,2,4")
    given = parser.parse_args()
    numbers = [int(one) for one in given.ranks.split(",")]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for cells, substeps, steps, what in ((300, 50, 50, "parts of 300 states, 50 local steps each"), (1, 1, 1000, "parts of one state: overhead")):
            path = system(folder, given.parts, cells, substeps, steps)
            print(f"{given.parts} {what}, {steps} communication steps", flush=True)
            for kind, count in [("threads", n) for n in numbers] + [("ranks", n) for n in numbers if n > 1]:
                one = best(given.sunder, count, "cosim", path) if kind == "ranks" else best(given.sunder, 1, "cosim", path, "--threads", count)
                print(f"  {count} {kind:8} {one['seconds']:8.3f} s  {1e6 * one['seconds'] / steps:9.1f} us per step", flush=True)
        (folder / "Swept.mo").write_text(SWEPT)
        sweep = ("simulate", folder / "Swept.mo", "--sweep", f"c=0.5:4:{given.points}", "--intervals", "10", "--output", folder / "swept.csv")
        print(f"a sweep of {given.points} points")
        seconds = []
        for kind, count in [("threads", n) for n in numbers] + [("ranks", n) for n in numbers if n > 1]:
            one = best(given.sunder, count, *sweep) if kind == "ranks" else best(given.sunder, 1, *sweep, "--threads", count)
            print(f"  {count} {kind:8} {one['seconds']:8.3f} s", flush=True)
            if kind == "threads" and count == 1:
                seconds = [r["seconds"] for r in one["runs"]]
                alone = one["seconds"]
        message = max(alone - sum(seconds), 0) / given.points
        print(f"a run takes {sum(seconds) / len(seconds):.2e} s, what rank 0 does for it {message:.2e} s")
        for times in (1, 1000):
            longer = [times * one for one in seconds]
            print(f"10000 runs {times} times as long:" if times > 1 else "10000 such runs:")
            for ranks in (10, 100, 1000):
                took = forecast(longer, 10000, ranks, message)
                print(f"  {ranks:4} ranks: {took:10.3f} s, {sum(longer) / len(longer) * 10000 / took:6.1f} times as fast as one after the other")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Examples that are there twice, by equations and from components: time scales, clusters and partitions agree, and so do the runs.

usage: components.py SUNDER [PATTERN]
"""
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUNDER = str(pathlib.Path(sys.argv[1]).resolve())
SECONDS = 120 * int(os.environ.get("TEST_PATIENCE", "1"))
AXES = {"x": "right", "y": "up"}
# equations, components, states of the former by those of the latter, end of the run
PAIRS = [
    ("DoubleMass", "DoubleMassComponents", {f"{a}{k}": f"{a}{k}.s" for a in "xy" for k in "12"} | {f"v{a}{k}": f"{a}{k}.v" for a in "xy" for k in "12"}, 5),
    ("TriangleOfMasses", "TriangleComponents",
     {f"{v}{a}_{at}": f"{at}.{AXES[a]}.{'v' if v else 's'}" for a in "xy" for v in ("", "v") for at in ("bc", "tl", "tr")}, 2),
    ("MechanicalBrake", "BrakeComponents", {"vM": "cart.v", "xM": "cart.s", "vm": "body.v", "xm": "body.s", "tau": "lag.y", "dphi": "shaft.phi_rel",
                                            "phi": "wheel.phi", "omega": "wheel.w"}, 5),
    ("PowerSupply", "PowerSupplyComponents", {"C1.v": "C1.v", "C2.v": "C2.v", "L_load1.i": "L_load1.i", "L_load2.i": "L_load2.i"}
     | {f"T_{x}": f"T_{x}.T" for x in ("R1", "R2", "supply", "load1", "load2", "case")}, 0.1),
    ("SmartGrid", "SmartGridComponents", {"phi": "flux.y", "w_inertia": "shaft.w", "y_act": "valve.y", "phi_inertia": "phase.y", "x_PI": "integral.y"}
     | {f"I[{k}]": f"heater[{k}].feeder.i" for k in (1, 2, 3)} | {f"T[{k}]": f"heater[{k}].water.T" for k in (1, 2, 3)}, None),
]
WITHOUT_CYCLE = {"SmartGridComponents": {"shaft.phi"}}  # the angle of the shaft, which the equations do not have
# the shaft of the brake is twisted the other way round
SIGN = {"dphi": -1}


def asked(*arguments):
    done = subprocess.run([SUNDER, *arguments, "--json"], capture_output=True, timeout=SECONDS, cwd=ROOT)
    if done.returncode != 0:
        raise AssertionError(f"sunder {' '.join(arguments)}: status {done.returncode}: {done.stderr.decode()[:400]}")
    return json.loads(done.stdout)


def near(a, b, tolerance):
    return a == b or isinstance(a, (int, float)) and isinstance(b, (int, float)) and abs(a - b) <= tolerance * max(abs(a), abs(b))


def groups(partition, names, drop=frozenset()):
    return sorted(sorted(names.get(n, n) for n in cluster if n not in drop) for cluster in partition["clusters"])


def compare(equations, components, names, stop):
    first, second = (asked("analyze", f"examples/{path}.mo") for path in (equations, f"components/{components}"))
    back = {v: k for k, v in names.items()}
    extra = WITHOUT_CYCLE.get(components, set())
    mine = {v["name"]: v["time_scale"] for v in first["variables"]}
    theirs = {back.get(v["name"], v["name"]): v["time_scale"] for v in second["variables"] if v["name"] not in extra}
    if set(mine) != set(theirs):
        raise AssertionError(f"states differ: {sorted(set(mine) ^ set(theirs))}")
    problems = [f"{n}: {mine[n]} and {theirs[n]}" for n in mine if not near(mine[n], theirs[n], 1e-6)]
    if problems:
        raise AssertionError("time scales differ: " + "; ".join(problems))
    if groups(first["partition"], {}) != groups(second["partition"], back, extra):
        raise AssertionError(f"clusters differ: {groups(first['partition'], {})} and {groups(second['partition'], back, extra)}")
    if sorted(first["partition"]["fast"]) != sorted(back.get(n, n) for n in second["partition"]["fast"]):
        raise AssertionError("partitions differ")
    if not near(first["partition"]["step"], second["partition"]["step"], 1e-6):
        raise AssertionError("steps differ")
    if stop is None:  # what switches while it chases a limit is another trajectory after any difference
        return
    options = ["--method", "rosenbrock", "--tolerance", "1e-9", "--stop", str(stop)]
    one, other = (asked("simulate", f"examples/{path}.mo", *options)["final"] for path in (equations, f"components/{components}"))
    for mine, theirs in names.items():
        a, b = one[mine], SIGN.get(mine, 1) * other[theirs]
        if abs(a - b) > 1e-5 * max(abs(a), abs(b)) + 1e-6:
            raise AssertionError(f"at the end of the run {mine} is {a} and {b}")


passed = failed = 0
for pair in PAIRS:
    if len(sys.argv) > 2 and sys.argv[2] not in pair[0]:
        continue
    try:
        compare(*pair)
        passed += 1
    except (AssertionError, subprocess.TimeoutExpired, KeyError) as problem:
        failed += 1
        print(f"{pair[0]}: {problem!r}")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)

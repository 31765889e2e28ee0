#!/usr/bin/env python3
"""tests/octave/run.py SUNDER   compares order reduction with Octave's control package, where both are installed."""
import cmath
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
sunder = str(Path(sys.argv[1]).resolve())
passed = failed = 0


def expect(holds, message):
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
        print("FAILED:", message)


def octave(command):
    return subprocess.run(["octave-cli", "--quiet", "--no-init-file", "--eval", f"pkg load control; addpath('{here}'); {command}"],
                          capture_output=True, text=True, timeout=300)


def skip(why):
    print(f"{why}: the comparison with Octave is skipped")
    print("0 passed, 0 failed, 1 skipped")
    sys.exit(0)


def reduce(path, *options):
    done = subprocess.run([sunder, "reduce", str(path), "--json", *options], capture_output=True, text=True, timeout=120 * int(os.environ.get("TEST_PATIENCE", "1")))
    if done.returncode != 0:
        raise SystemExit(f"sunder reduce {path}: {done.stderr}")
    return json.loads(done.stdout)


def solve(matrix, right):
    """Gauss with row exchange; complex, small."""
    rows = [list(m) + list(r) for m, r in zip(matrix, right)]
    n = len(rows)
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(n):
            if i != k:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k])]
    return [[x / rows[i][i] for x in rows[i][n:]] for i in range(n)]


def gain(system, s):
    n = len(system["a"])
    shifted = [[(s if i == j else 0) - system["a"][i][j] for j in range(n)] for i in range(n)]
    x = solve(shifted, system["b"])
    return [[d + sum(c * x[k][j] for k, c in enumerate(row)) for j, d in enumerate(direct)]
            for row, direct in zip(system["c"], system["d"])]


def compare_system(folder, expected):
    name = expected["name"]
    path = folder / f"{name}.json"
    sigma = expected["hankel"][0]
    frequencies = expected["frequencies"][0]
    for rule in ("truncation", "singular-perturbation"):
        found = reduce(path, "--order", str(expected["order"]), "--rule", rule)
        expect(all(abs(x - y) <= 1e-7 * sigma[0] for x, y in zip(found["hankel"], sigma)) and len(found["hankel"]) == len(sigma),
               f"{name}: singular values {found['hankel']} and {sigma}")
        error = expected[rule]["error"]
        expect(abs(found["error"] - error) <= 2e-4 * error + 1e-7 * expected["norm"],
               f"{name}, {rule}: largest error {found['error']} and {error}")
        values = iter(zip(expected[rule]["real"][0], expected[rule]["imaginary"][0]))
        worst = 0.0
        for w in frequencies:
            s = cmath.exp(1j * w * expected["sample_time"]) if expected["sample_time"] else 1j * w
            ours = gain(found["matrices"], s)
            for j in range(len(ours[0])):
                for row in ours:
                    worst = max(worst, abs(row[j] - complex(*next(values))))
        expect(worst <= 1e-6 * expected["norm"], f"{name}, {rule}: transfer functions differ by {worst}")
    balanced = reduce(path, "--rule", "truncation", "--output", str(folder / f"{name}.mat"))
    return balanced


def compare_files(told, name, balanced):
    sigma = balanced["hankel"]
    for what in ("controllability", "observability"):
        n, values = told[name, what]
        worst = max(abs(values[i * n + j] - (sigma[i] if i == j else 0)) for i in range(n) for j in range(n))
        expect(worst <= 1e-6 * sigma[0], f"{name}: {what} Gramian of balanced coordinates is off by {worst}")
    for matrix in "abcd":
        expect(told[name, matrix][1] == [x for row in balanced["matrices"][matrix] for x in row],
               f"{name}: matrix {matrix} of the MAT file is not the one that was printed")


if shutil.which("octave-cli") is None:
    skip("octave-cli is not installed")
if octave("ss(1, 1, 1, 1);").returncode != 0:
    skip("the control package of Octave is not installed")
with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    done = octave(f"generate('{folder}')")
    if done.returncode != 0:
        sys.exit(f"Octave failed: {done.stderr}")
    balanced = {e["name"]: compare_system(folder, e) for e in json.loads((folder / "expected.json").read_text())}
    done = octave(f"look('{folder}')")
    if done.returncode != 0:
        sys.exit(f"Octave failed: {done.stderr}")
    told = {}
    for line in done.stdout.splitlines():
        system, what, rows, _, *values = line.split()
        told[system, what] = (int(rows), [float(v) for v in values])
    for system, one in balanced.items():
        compare_files(told, system, one)
expect(len(balanced) == 24, "not all systems were compared")
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)

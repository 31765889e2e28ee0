#!/usr/bin/env python3
"""How long ordering the equations takes, against their number: `sunder check` on models written here.

    bench/causalise.py SUNDER [KIND …]        all kinds unless given

cells     N cells of seven equations each: two aliases, a linear loop of two, two algebraic variables, a state
reduced   N pairs of inertias with a rigid gear between them: index 2, a constraint and its derivative per pair
row       one equation with N terms beside N states
Each size runs in a process of its own. `order s` is the passes from `classify` to `addresses`; the exponents are those of
the last two rows (1: linear).
"""
import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile

ORDERING = ("classify", "alias", "reduce", "match", "order", "initialise", "addresses")

CELLS = """model Cells
  parameter Integer N = {n};
  parameter Real R = 2, C = 0.5, G = 3;
  Real v[N](each start = 0, each fixed = true), i[N], p[N], q[N], a[N], b[N], w[N];
equation
  for k in 1:N loop
    p[k] = v[k];
    q[k] = if k > 1 then v[k - 1] else 1;
    a[k] + R*b[k] = q[k];
    a[k] - G*b[k] = p[k];
    i[k] = a[k] + w[k];
    w[k] = b[k]*b[k];
    C*der(v[k]) = i[k] - p[k];
  end for;
end Cells;
"""
REDUCED = """model Reduced
  parameter Integer N = {n};
  parameter Real J = 2, r = 3;
  Real phi[N](each start = 0, each fixed = true), w[N](each start = 0, each fixed = true), psi[N], u[N], t[N];
equation
  for k in 1:N loop
    der(phi[k]) = w[k];
    der(psi[k]) = u[k];
    phi[k] = r*psi[k];
    J*der(w[k]) = sin(time) - t[k] - (if k > 1 then w[k - 1] else 0);
    J*der(u[k]) = r*t[k];
  end for;
end Reduced;
"""
ROW = """model Row
  parameter Integer N = {n};
  Real x[N](each start = 1, each fixed = true), total;
equation
  total = sum(x);
  for k in 1:N loop
    der(x[k]) = total/N - 2*x[k];
  end for;
end Row;
"""
KINDS = {
    "cells": (CELLS, "Cells", (1500, 15000, 75000, 150000)),
    "reduced": (REDUCED, "Reduced", (2000, 20000, 100000, 200000)),
    "row": (ROW, "Row", (1000, 10000, 50000, 100000)),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sunder")
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    arguments = parser.parse_args()
    for kind in arguments.kinds or KINDS:
        if kind not in KINDS:
            parser.error(f"no kind {kind}; there are {', '.join(KINDS)}")
        text, name, sizes = KINDS[kind]
        print(f"{kind}\n{'N':>9} {'equations':>10} {'blocks':>8} {'order s':>8} {'us/eq':>7} {'total s':>8}  passes")
        rows = []
        for n in sizes:
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder) / f"{name}.mo"
                file.write_text(text.format(n=n))
                done = subprocess.run([arguments.sunder, "check", str(file), "--json"], capture_output=True, text=True)
            if done.returncode != 0:
                print(done.stderr[:400])
                return 1
            answer = json.loads(done.stdout)
            timing = answer["timing"]
            order = sum(timing.get(one, 0) for one in ORDERING)
            total = sum(timing.values())
            rows.append((answer["equations"], order, total))
            passes = " ".join(f"{one} {timing.get(one, 0):.3f}" for one in ORDERING)
            print(f"{n:>9} {answer['equations']:>10} {answer['blocks']['count']:>8} {order:>8.3f} "
                  f"{1e6 * order / answer['equations']:>7.2f} {total:>8.2f}  {passes}", flush=True)
        (n1, o1, t1), (n2, o2, t2) = rows[-2:]
        grows = math.log(n2 / n1)
        print(f"  exponents: order {math.log(o2 / o1) / grows:.2f}, total {math.log(t2 / t1) / grows:.2f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

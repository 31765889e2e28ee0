#!/usr/bin/env python3
"""Computes end values of the problems in bench/models/ivp for which none are published (or not all), with the equations written again in
Python, and writes them to ivp_computed.json. Needs scipy.

usage: ivp_reference.py [MODEL…]     all problems, or those of the models named

Methods are of other families than cvode's: DOP853 (explicit, eighth order), and for the stiffest problems Radau (implicit, fifth order).
Every problem is solved with two tolerances; 'uncertain' is the largest relative difference between the two.
"""
import json
import pathlib
import sys

import numpy
from scipy.integrate import solve_ivp
from scipy.sparse import bmat, diags, eye

HERE = pathlib.Path(__file__).resolve().parent
FILE = HERE / "ivp_computed.json"
ABOUT = ("Written by tests/reproduction/ivp_reference.py: end values from scipy, equations in Python. 'method' and 'tolerance' (relative) are those "
         "of the run; 'uncertain' is the largest relative difference from the values with a hundred times that tolerance. The other fields are "
         "as in ivp.json.")
EXPLICIT = {"method": "DOP853", "tolerance": 1e-13}


def hodgkin_huxley(t, y):
    V, m, h, n = y
    rate = lambda x, scale: x / (1 - numpy.exp(-x / scale))
    ionic = 120 * m**3 * h * (V - 50) + 36 * n**4 * (V + 77) + 0.3 * (V + 54.387)
    return [10 - ionic,
            0.1 * rate(V + 40, 10) * (1 - m) - 4 * numpy.exp(-(V + 65) / 18) * m,
            0.07 * numpy.exp(-(V + 65) / 20) * (1 - h) - h / (1 + numpy.exp(-(V + 35) / 10)),
            0.01 * rate(V + 55, 10) * (1 - n) - 0.125 * numpy.exp(-(V + 65) / 80) * n]


def robertson(t, y):
    a, b, c = y
    return [-0.04 * a + 1e4 * b * c, 0.04 * a - 1e4 * b * c - 3e7 * b * b, 3e7 * b * b]


def brusselator_1d(n=100):
    def right(t, y):
        u, v = y[:n], y[n:]
        up, vp = numpy.pad(u, 1, constant_values=1.0), numpy.pad(v, 1, constant_values=3.0)
        across = 0.02 * (n + 1) ** 2
        return numpy.concatenate([1 + u * u * v - 4 * u + across * numpy.diff(up, 2), 3 * u - u * u * v + across * numpy.diff(vp, 2)])

    x = numpy.arange(1, n + 1) / (n + 1)
    return right, numpy.concatenate([1 + numpy.sin(2 * numpy.pi * x), numpy.full(n, 3.0)])


def brusselator_2d(n=16):
    x = numpy.arange(n)[:, None] / n
    y = numpy.arange(n)[None, :] / n
    disc = (x - 0.3) ** 2 + (y - 0.6) ** 2 <= 0.01

    def spread(w):
        return 0.1 * n * n * (sum(numpy.roll(w, s, axis) for s in (1, -1) for axis in (0, 1)) - 4 * w)

    def right(force):
        def f(t, z):
            u, v = z.reshape(2, n, n)
            return numpy.concatenate([(1 + u * u * v - 4.4 * u + spread(u) + force * disc).ravel(), (3.4 * u - u * u * v + spread(v)).ravel()])
        return f

    start = numpy.concatenate([(22 * y * (1 - y) ** 1.5 + 0 * x).ravel(), (27 * x * (1 - x) ** 1.5 + 0 * y).ravel()])
    return right, start


def cusp(n=32):
    def right(t, z):
        y, a, b = z.reshape(3, n)
        u = (y - 0.7) * (y - 1.3)
        v = u / (u + 0.1)
        spread = lambda w: n * n / 144 * (numpy.roll(w, 1) + numpy.roll(w, -1) - 2 * w)
        return numpy.concatenate([-1e4 * (y**3 + a * y + b) + spread(y), b + 0.07 * v + spread(a),
                                  (1 - a * a) * b - a - 0.4 * y + 0.035 * v + spread(b)])

    angle = 2 * numpy.pi * numpy.arange(1, n + 1) / n
    return right, numpy.concatenate([numpy.zeros(n), -2 * numpy.cos(angle), 2 * numpy.sin(angle)])


def medical_akzo(n=200):
    z = numpy.arange(1, n) / n
    alpha, beta = (z - 1) ** 3 / 8, (z - 1) ** 4 / 16

    def right(phi):
        def f(t, y):
            u, v = y[:n], y[n:]
            reaction = 100 * u * v
            before, here, after = numpy.concatenate([[phi], u[:-2]]), u[:-1], u[1:]
            flow = alpha * (after - before) * n / 2 + beta * (before - 2 * here + after) * n * n
            return numpy.concatenate([numpy.append(flow, 0.0) - reaction, -reaction])
        return f

    return right, numpy.concatenate([numpy.zeros(n), numpy.ones(n)])


def coupled(n, blocks):
    """The pattern of a Jacobian: n points on a ring (or a line) with some unknowns each, ordered by unknown."""
    neighbours = diags([1, 1, 1, 1, 1], [-n + 1, -1, 0, 1, n - 1], shape=(n, n))
    return bmat([[neighbours if i == j else eye(n) for j in range(blocks)] for i in range(blocks)])


def at_end(pieces, start, method, tolerance, pattern=None):
    """The end of a run in pieces (right-hand side, from, to)."""
    y = numpy.array(start, dtype=float)
    for right, begin, end in pieces:
        sparsity = {"jac_sparsity": pattern} if pattern is not None else {}
        done = solve_ivp(right, (begin, end), y, method=method, rtol=tolerance, atol=tolerance * 1e-6, **sparsity)
        if not done.success:
            raise RuntimeError(done.message)
        y = done.y[:, -1]
    return y


def line(name, n, offset, chosen):
    return {f"{name}[{i}]": offset + i - 1 for i in chosen}


def square(name, columns, offset, chosen):
    return {f"{name}[{i},{j}]": offset + (i - 1) * columns + j - 1 for i, j in chosen}


def problems():
    cells = [(1, 1), (2, 7), (5, 10), (6, 11), (9, 4), (16, 16)]
    ring = (1, 5, 12, 20, 32)
    tissue = (1, 2, 5, 20, 40, 60, 80, 90, 95, 100, 101, 102, 103, 104, 105, 106, 107, 108)
    b1, b1_start = brusselator_1d()
    b2, b2_start = brusselator_2d()
    c, c_start = cusp()
    m, m_start = medical_akzo()
    nine = ["--tolerance", "1e-9"]
    yield ({"model": "Robertson", "states": 3, "stiff": True, "exercises": "the same to t = 40",
            "options": nine + ["--absolute-tolerance", "1e-14", "--stop", "40"], "within": 1e-6, "changed": {"slow": "0.04001"}},
           [(robertson, 0, 40)], [1, 0, 0], {"a": 0, "b": 1, "c": 2}, {"method": "Radau", "tolerance": 1e-11})
    yield ({"model": "HodgkinHuxley", "states": 4, "stiff": False, "exercises": "a nerve that fires: exponentials, a removable singularity",
            "options": ["--tolerance", "1e-10"], "within": 1e-6, "changed": {"current": "10.001"}},
           [(hodgkin_huxley, 0, 50)], [-65, 0.05, 0.6, 0.32], {"V": 0, "m": 1, "h": 2, "n": 3}, EXPLICIT)
    yield ({"model": "Brusselator1D", "states": 200, "stiff": True, "exercises": "reaction and diffusion on a line; if in a for-equation",
            "options": nine, "within": 1e-6, "changed": {"alpha": "0.0201"}},
           [(b1, 0, 10)], b1_start, {**line("u", 100, 0, (1, 25, 50, 75, 100)), **line("v", 100, 100, (1, 25, 50, 75, 100))}, EXPLICIT)
    yield ({"model": "Brusselator2D", "states": 512, "stiff": True, "exercises": "reaction and diffusion in a square, a periodic boundary, an event",
            "options": nine, "within": 1e-6, "changed": {"B": "3.4001"}},
           [(b2(0), 0, 1.1), (b2(5), 1.1, 11.5)], b2_start, {**square("u", 16, 0, cells), **square("v", 16, 256, cells)}, EXPLICIT)
    yield ({"model": "Cusp", "states": 96, "stiff": True, "exercises": "jumps that travel on a ring",
            "options": nine, "within": 1e-6, "changed": {"sigma": "0.00695"}},
           [(c, 0, 1.1)], c_start, {**line("y", 32, 0, ring), **line("a", 32, 32, ring), **line("b", 32, 64, ring)},
           {"method": "Radau", "tolerance": 1e-10, "pattern": coupled(32, 3)})
    yield ({"model": "MedicalAkzoNobel", "states": 400, "stiff": True, "exercises": "further values of the same run",
            "options": nine + ["--absolute-tolerance", "1e-13"], "within": 1e-5, "changed": {"k": "101"}},
           [(m(2.0), 0, 5), (m(0.0), 5, 20)], m_start, {**line("u", 200, 0, tissue), **line("v", 200, 200, tissue[9:])},
           {"method": "Radau", "tolerance": 1e-9, "pattern": coupled(200, 2)})


def main(wanted):
    for entry, pieces, start, chosen, how in problems():
        if wanted and entry["model"] not in wanted:
            continue
        fine = at_end(pieces, start, **how)
        coarse = at_end(pieces, start, **{**how, "tolerance": 100 * how["tolerance"]})
        uncertain = max(abs(coarse[i] / fine[i] - 1) for i in chosen.values())
        print(f"{entry['model']}: uncertain by {uncertain:.1e}", flush=True)
        known = {other["model"]: other for other in json.loads(FILE.read_text())["problems"]} if FILE.exists() else {}
        known[entry["model"]] = {**entry, "source": "computed", "method": how["method"], "tolerance": how["tolerance"],
                                 "uncertain": float(f"{uncertain:.1e}"), "values": {name: float(fine[i]) for name, i in chosen.items()}}
        order = [known[other["model"]] for other, *_ in problems() if other["model"] in known]
        FILE.write_text(json.dumps({"about": ABOUT, "sources": {"computed": "tests/reproduction/ivp_reference.py"}, "problems": order}, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])

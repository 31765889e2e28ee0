#!/usr/bin/env python3
"""Models whose index was reduced, as users run them: hidden constraints over long runs, choices of states, the picture of the structure.

usage: reduced.py SUNDER
"""
import csv
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

SUNDER = str(pathlib.Path(sys.argv[1]).resolve())
PATIENCE = int(os.environ.get("TEST_PATIENCE", "1"))  # how many times slower than usual the program may be
LENGTH, GRAVITY, AMPLITUDE = 0.8, 9.81, 2.4
PENDULUM = f"""model Pendulum "goes above the height of its pivot: neither x nor y can be the state all the time"
  parameter Real L = {LENGTH}, g = {GRAVITY};
  Real x(start = L*sin({AMPLITUDE}), fixed = true), y(start = -L*cos({AMPLITUDE})), u(start = 0, fixed = true), v, F;
  Real drift = sqrt(x^2 + y^2) - L;
  Real energy = (u^2 + v^2)/2 + g*y;
  Real phi = atan2(x, -y);
equation
  der(x) = u;
  der(y) = v;
  der(u) = -F*x/L;
  der(v) = -F*y/L - g;
  x^2 + y^2 = L^2;
  annotation(experiment(StopTime = 5));
end Pendulum;
"""
BREAKAWAY = pathlib.Path(__file__).resolve().parent.parent / "cases/simulate/breakaway.mo"
LOOPS = """model Loops
  parameter Integer N = 5;
  Real T[N](each start = 1, each fixed = true), q[N], a[N], b[N];
equation
  for i in 1:N loop
    q[i] = (if i > 1 then T[i - 1] else time) - T[i];
    der(T[i]) = q[i] + a[i];
    a[i] + 2*b[i] = T[i];
    a[i]^3 - b[i] = 1;
  end for;
end Loops;
"""
passed = failed = 0


def expect(what, holds):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    if not holds:
        print(f"failed: {what}")


def sunder(*arguments):
    done = subprocess.run([SUNDER, *arguments], capture_output=True, text=True, timeout=300 * PATIENCE)
    expect(f"sunder {' '.join(arguments)}: {done.stderr[:300]}", done.returncode == 0)
    return done.stdout


def period():
    """Of the pendulum, by the arithmetic-geometric mean."""
    a, b = 1.0, math.cos(AMPLITUDE / 2)
    for _ in range(40):
        a, b = (a + b) / 2, math.sqrt(a * b)
    return 2 * math.pi * math.sqrt(LENGTH / GRAVITY) / a


def thousand_periods(folder, file, tolerance):
    results = f"{folder}/pendulum.csv"
    done = json.loads(sunder("simulate", file, "--method", "rosenbrock", "--tolerance", repr(tolerance), "--stop", repr(1000 * period()), "--intervals", "5000",
                             "--output", results, "--filter", "drift|energy|phi", "--json"))
    with open(results, newline="") as opened:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(opened)]
    range_of_energy = GRAVITY * LENGTH * (1 - math.cos(AMPLITUDE))
    expect("the length is constant to 1e-8", max(abs(row["drift"]) for row in rows) < 1e-8)
    worst = max(abs(row["energy"] - rows[0]["energy"]) for row in rows) / range_of_energy
    expect(f"the energy stays, to half of {tolerance} a step: {worst}", worst < 0.5 * tolerance * done["statistics"]["steps"])
    expect("the states are chosen again, four times in a period", 3900 < done["statistics"]["events"] < 4100)


def twenty_periods(folder, file):
    """The end is where it began, and the tolerance decides how nearly."""
    errors = []
    for tolerance in ("1e-7", "1e-9"):
        done = json.loads(sunder("simulate", file, "--method", "cvode", "--tolerance", tolerance, "--stop", repr(20 * period()), "--json"))
        errors.append(abs(done["final"]["phi"] - AMPLITUDE))
    expect(f"after twenty periods it is back: {errors}", errors[1] < 1e-3 and errors[1] < errors[0] / 5)


def parts(folder, file):
    """Restricted evaluators, analysis and exact derivatives through the loops of constraints."""
    done = json.loads(sunder("simulate", file, "--method", "mixed-euler", "--step", "2e-5", "--fast", "$state1[1]", "--stop", "1", "--compare", "cvode", "--json"))
    expect("only one of two derivatives is evaluated", done["statistics"]["full_rhs_evaluations"] == 0)
    finer = json.loads(sunder("simulate", file, "--method", "cvode", "--tolerance", "1e-10", "--stop", "1", "--json"))
    expect("mixed steps come to the same place", abs(done["final"]["phi"] - finer["final"]["phi"]) < 2e-3)
    linear = json.loads(sunder("linearize", file, "--json"))
    a = linear["a"]
    # in terms of phi: phi'' = -g/L sin(phi), and x = L sin(phi): at rest d(u')/dx = -g/L (cos - sin^2/cos)
    sine, cosine = math.sin(AMPLITUDE), math.cos(AMPLITUDE)
    slope = -GRAVITY / LENGTH * (cosine - sine ** 2 / cosine)
    expect(f"the derivative of the acceleration is exact: {a}", min(abs(entry - slope) for row in a for entry in row) < 1e-9 * abs(slope))


def planned(folder, file):
    """The planner and the analysis go along a coarse run, which must not leave the pendulum's circle nor gain energy without end."""
    finer = json.loads(sunder("simulate", file, "--method", "cvode", "--tolerance", "1e-11", "--json"))
    kept = json.loads(sunder("simulate", file, "--max-error", "1e-4", "--only", "phi,energy", "--json"))
    expect(f"the promise is kept: {kept['final']['phi']}", abs(kept["final"]["phi"] - finer["final"]["phi"]) < 1e-4 * 2 * AMPLITUDE)
    worst = abs(kept["final"]["energy"] - finer["final"]["energy"])
    expect(f"also in what only shows the errors of the runs: {worst}", worst < 1e-4)
    everything = json.loads(sunder("simulate", file, "--max-error", "1e-5", "--json"))
    expect(f"also where a variable is nothing but rounding: {everything['audit']['worst']}", everything["audit"]["verdict"] == "kept")
    expect(f"and kept: {everything['final']['phi']}", abs(everything["final"]["phi"] - finer["final"]["phi"]) < 1e-5 * 2 * AMPLITUDE)
    for verb, failed_run in (("choose", "W0653"), ("analyze", "W0816")):
        answer = json.loads(sunder(verb, file, "--json"))
        codes = [said["code"] for said in answer["diagnostics"]]
        expect(f"the coarse run of {verb} comes to its end: {codes}", failed_run not in codes)


def exported(folder, file):
    """FMUs choose their states again, and let the past follow where no mode agrees with it."""
    sunder("export", file, "--tolerance", "1e-9", "--output", f"{folder}/Pendulum.fmu")
    text = json.loads(sunder("simulate", file, "--method", "cvode", "--tolerance", "1e-10", "--json"))["final"]
    for kind in ("me", "cs"):
        own = ["--method", "cvode", "--tolerance", "1e-10"] if kind == "me" else []
        made = json.loads(sunder("simulate", f"{folder}/Pendulum.fmu", "--fmu-kind", kind, *own, "--stop", "5", "--json"))["final"]
        expect(f"the FMU ({kind}) comes to the same place: {made['phi']} and {text['phi']}", abs(made["phi"] - text["phi"]) < 1e-5)
    sunder("export", str(BREAKAWAY), "--model", "Breakaway", "--tolerance", "1e-9", "--output", f"{folder}/Breakaway.fmu")
    for kind in ("me", "cs"):
        own = ["--method", "cvode", "--tolerance", "1e-9"] if kind == "me" else []
        made = json.loads(sunder("simulate", f"{folder}/Breakaway.fmu", "--fmu-kind", kind, *own, "--stop", "2", "--json"))["final"]
        expect(f"it breaks away ({kind}), once: {made}", abs(made["w"] - 0.0495) < 1e-6 and made["count"] == 1 and abs(made["began"] - 1.1) < 1e-6)


def picture(folder):
    file = pathlib.Path(folder, "Loops.mo")
    file.write_text(LOOPS)
    sunder("report", str(file), "--stop", "0.1", "--output", f"{folder}/loops.html")
    page = pathlib.Path(folder, "loops.html").read_text()
    start = page.index('id="report-data">') + len('id="report-data">')
    drawn = json.loads(page[start:page.index("</script>", start)])["check"]["incidence"]
    size, loops = drawn["size"], drawn["loops"]
    expect(f"as many equations as the model has: {size}", size == 20 and size == drawn["cells"])
    expect(f"five loops of two equations: {loops}", sorted(count for _, count in loops) == [2] * 5)
    inside = {(r, c) for first, count in loops for r in range(first, first + count) for c in range(first, first + count)}
    filled = {name: {(r, c) for r, row in enumerate(drawn[name]) for c, square in enumerate(row) if square != "0"} for name in ("given", "ordered")}
    expect("the same number of entries in both pictures", len(filled["given"]) == len(filled["ordered"]))
    expect("in order, nothing above the diagonal but in loops", all(c <= r or (r, c) in inside for r, c in filled["ordered"]))
    expect("as written, there is", any(c > r for r, c in filled["given"]))


def main():
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "Pendulum.mo")
        file.write_text(PENDULUM)
        for tolerance in (1e-6, 1e-8):
            thousand_periods(folder, str(file), tolerance)
        twenty_periods(folder, str(file))
        parts(folder, str(file))
        planned(folder, str(file))
        exported(folder, str(file))
        picture(folder)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

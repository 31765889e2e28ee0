#!/usr/bin/env python3
"""tools/score and its tubes: what lies inside and outside of them, and a small library with references of its own.

usage: run.py SUNDER
"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import reference_tube  # noqa: E402

passed = failed = 0


def expect(what, holds):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    if not holds:
        print(f"failed: {what}")


def table(path, times, **columns):
    rows = ["time," + ",".join(f'"{name}"' for name in columns)]
    rows += [",".join(repr(v) for v in (t, *row)) for t, *row in zip(times, *columns.values())]
    pathlib.Path(path).write_text("\n".join(rows) + "\n")
    return path


def tubes(folder):
    times = [i / 100 for i in range(101)]
    ramp = [2 * t for t in times]
    step_times = times[:51] + [0.5] + times[51:]
    step = [0.0] * 51 + [1.0] * 51
    reference = table(f"{folder}/reference.csv", times, ramp=ramp, still=[5.0] * 101)
    jump = table(f"{folder}/jump.csv", step_times, step=step)

    def outside(reference_file, name, run_times, values):
        run = table(f"{folder}/run.csv", run_times, **{name: values})
        missing, out, whole = reference_tube.compare(run, reference_file, None)
        return missing, [one[0] for one in out], whole

    expect("a run that equals its reference matches", outside(reference, "ramp", times, ramp)[1] == [])
    expect("what the run does not have is named", outside(reference, "ramp", times, ramp)[0] == ["still"])
    # the tube reaches 2e-3 of the range, 0.004, and one interval in time, which is 0.02 in value but at the ends
    expect("an offset inside the tube", outside(reference, "ramp", times, [v + 0.0035 for v in ramp])[1] == [])
    expect("an offset outside", outside(reference, "ramp", times, [v + 0.0245 for v in ramp])[1] == ["ramp"])
    expect("an offset below", outside(reference, "ramp", times, [v - 0.0245 for v in ramp])[1] == ["ramp"])
    expect("a constant may differ by 2e-3 of its size", outside(reference, "still", times, [5.0099] * 101)[1] == [])
    expect("and not by more", outside(reference, "still", times, [5.0101] * 101)[1] == ["still"])
    hole = list(ramp)
    hole[40] = float("nan")
    expect("a value that is no number lies outside", outside(reference, "ramp", times, hole)[1] == ["ramp"])
    expect("what comes after the reference is not held against it",
           outside(reference, "ramp", times + [1.005], ramp + [9.0])[1] == [])
    expect("what comes at its last instant is", outside(reference, "ramp", times + [1.0], ramp + [9.0])[1] == ["ramp"])
    expect("a run that ends early is short", not outside(reference, "ramp", times[:60], ramp[:60])[2])
    # of a signal that was sampled at every 20th of its points nothing is known in between
    fast = [math.sin(0.63 * i) for i in range(101)]
    sampled = table(f"{folder}/sampled.csv", times[::20], fast=fast[::20])
    dense = table(f"{folder}/dense.csv", times, fast=fast)
    late = table(f"{folder}/late.csv", times, fast=[math.sin(0.63 * (i - 2)) for i in range(101)])
    expect("between the points of a sampled reference a run may do what it does",
           reference_tube.compare(dense, sampled, None, True)[1] == [])
    expect("which a reference with all of its points says", reference_tube.compare(dense, sampled, None)[1] != [])
    expect("at its points it may not", [o[0] for o in reference_tube.compare(late, sampled, None, True)[1]] == ["fast"])
    expect("a run that ends before a sampled reference is short",
           not reference_tube.compare(table(f"{folder}/early.csv", times[:40], fast=fast[:40]), sampled, None, True)[2])
    for shift, fine in ((0.0, True), (0.009, True), (-0.009, True), (0.031, False), (-0.031, False)):
        at = 0.5 + shift
        before = [t for t in times if t < at]
        after = [t for t in times if t > at]
        run_times = before + [at, at] + after
        values = [0.0] * (len(before) + 1) + [1.0] * (len(after) + 1)
        expect(f"an event shifted by {shift}", (outside(jump, "step", run_times, values)[1] == []) == fine)


LIBRARY = """package Small
  model Decay
    Real x(start = 1, fixed = true);
  equation
    der(x) = -x;
    annotation(experiment(StopTime = 1));
  end Decay;
  model Other
    extends Decay;
    annotation(experiment(StopTime = 1));
  end Other;
  model Renamed
    extends Decay;
    annotation(experiment(StopTime = 1));
  end Renamed;
  model Still
    extends Decay;
    parameter Real p = 2;
    Real two = p;
    annotation(experiment(StopTime = 1));
  end Still;
  model Broken
    Real x = y;
    annotation(experiment(StopTime = 1));
  end Broken;
end Small;
"""


USERS = """package Users
  function twice
    input Real x;
    output Real y;
    external "C" y = twice(x) annotation(Include = "static double twice(double x) { return 2*x; }");
  end twice;
  model Decay
    extends Small.Decay;
    Real y = twice(x);
    annotation(experiment(StopTime = 1));
  end Decay;
  model Second
    extends Decay;
    annotation(experiment(StopTime = 1));
  end Second;
end Users;
"""


def users(sunder, folder, root):
    """A library in a directory of its own that uses the first one, and code of others."""
    other = pathlib.Path(folder, "other")
    other.mkdir()
    (other / "Users.mo").write_text(USERS)
    command = [sys.executable, str(ROOT / "tools/score"), sunder, "--library", str(other), "--library", str(root), "--package",
               "Users.", "--simulate", "--json", f"{folder}/users.json"]

    def answers(*more):
        done = subprocess.run(command + list(more), capture_output=True, text=True)
        return json.loads(pathlib.Path(folder, "users.json").read_text()) if done.returncode == 0 else done.stderr

    alone = answers()
    expect("models find the other library, and are refused code of others",
           [(a["name"], a["flattens"], a["reason"][0]) for a in alone] ==
           [("Users.Decay", True, "E0312"), ("Users.Second", True, "E0312")])
    expect("which may be loaded", [a["simulates"] for a in answers("--allow-external")] == [True, True])
    expect("every second model", [a["name"] for a in answers("--every", "2")] == ["Users.Decay"])


def library(sunder, folder):
    root = pathlib.Path(folder, "library")
    root.mkdir()
    (root / "Small.mo").write_text(LIBRARY)
    times = [i / 50 for i in range(51)]
    for model, rate in (("Decay", 1.0), ("Other", 1.2)):
        place = pathlib.Path(folder, "references", "Small", model)
        place.mkdir(parents=True)
        table(place / f"{model}.csv", times, x=[2.718281828459045 ** (-rate * t) for t in times])
    renamed = pathlib.Path(folder, "references", "Small", "Renamed")
    renamed.mkdir()
    table(renamed / "Renamed.csv", times, w=times)
    still = pathlib.Path(folder, "references", "Small", "Still")
    still.mkdir()
    table(still / "Still.csv", times, x=[2.718281828459045 ** -t for t in times], two=[2.0] * 51)
    command = [sys.executable, str(ROOT / "tools/score"), sunder, "--library", str(root), "--package", "Small.",
               "--reference", f"{folder}/references", "--json", f"{folder}/answers.json"]
    done = subprocess.run(command, capture_output=True, text=True)
    expect(f"tools/score ends well: {done.stderr[-300:]}", done.returncode == 0)
    if done.returncode != 0:
        return
    answers = {a["name"]: a for a in json.loads(pathlib.Path(folder, "answers.json").read_text())}
    expect("the right reference is matched", answers["Small.Decay"]["match"][0] == "matches")
    expect("what does not change is compared too", answers["Small.Still"]["match"][0] == "matches")
    expect("the wrong one is not", answers["Small.Other"]["match"][0] == "differs" and not answers["Small.Other"]["ok"])
    expect("a reference of other names is missing, and the run counts",
           answers["Small.Renamed"]["match"][0] == "missing" and answers["Small.Renamed"]["simulates"])
    expect("a model that does not compile stops with its reason", answers["Small.Broken"]["reason"][0].startswith("E"))
    expect("a difference that a smaller tolerance does not mend says so",
           answers["Small.Other"]["match"][1].endswith("(with the tolerance 1e-9 it differs)"))
    expect("the table counts them", "Small.Other: 1 signals leave their tubes" in done.stdout)
    users(sunder, folder, root)
    bad = pathlib.Path(folder, "bad")
    bad.write_text("Small.Other\n")
    done = subprocess.run(command + ["--known-bad", str(bad)], capture_output=True, text=True)
    expect("a reference known to be wrong is left out", "leave their tubes" not in done.stdout)
    done = subprocess.run(command + ["--seconds", "1e-3", "--package", "Small.Decay,Small.Other"], capture_output=True, text=True)
    answers = json.loads(pathlib.Path(folder, "answers.json").read_text())
    expect("models that take too long stop, each with its reason",
           done.returncode == 0 and [a["reason"] for a in answers] == [["-", "exit status 124"]] * 2)
    done = subprocess.run(command[:-2] + ["--reference", f"{folder}/nothing"], capture_output=True, text=True)
    expect("a directory that is not there is said", done.returncode != 0 and "there is no directory" in done.stderr)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        tubes(folder)
        library(sys.argv[1], folder)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

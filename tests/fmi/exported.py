"""Tests of `sunder export`: the FMUs of our own models, imported again, compiled from their sources, and run by FMPy."""
import glob
import json
import math
import os
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = sorted(glob.glob(os.path.join(HERE, "../../examples/*.mo")))
# before bounces without end; before switching instants depend on everything that happened; fifty periods are enough
STOPS = {"BouncingBall.mo": ["--stop", "1.5"], "FourRooms.mo": ["--stop", "7200"], "PowerSupply.mo": ["--stop", "1"]}
LARGE = ("DistrictHeating.mo", "DistrictHeatingOnOff.mo")

PAIR = """model Pair
  Real x(start = 1, fixed = true);
  Real y(start = 1, fixed = true);
  output Real s = x + y;
equation
  der(x) = -1000 * (x - y);
  der(y) = -y;
  annotation(experiment(StopTime = 1, Tolerance = 1e-6));
end Pair;
"""
ESCAPE = """model Escape
  Real x(start = 1, fixed = true);
  output Real y = x;
equation
  der(x) = x * x;
  annotation(experiment(StopTime = 2));
end Escape;
"""
HYBRID = """model Hybrid
  parameter Real k = 2 "gain";
  parameter Real half = k / 2;
  parameter Integer n = 3;
  parameter Boolean on = true;
  input Real u(start = 0.5);
  Real x(start = 1, fixed = true, unit = "m");
  Real t(start = 293.15, fixed = true, unit = "K", displayUnit = "degC");
  discrete Real kept(start = 0, fixed = true);
  Integer count(start = 0, fixed = true);
  Boolean high;
  output Real y;
  output Integer rounded;
equation
  high = x > 1.5;
  der(x) = -half * x + u * n + (if on then 1 else 0);
  der(t) = if high then 1 else -0.1;
  y = x + kept + time;
  rounded = integer(4 * x);
  when sample(0.1, 0.25) then
    kept = x;
    count = pre(count) + 1;
  end when;
  when time > 0.7 then
    reinit(x, 0.2);
  end when;
  annotation(experiment(StopTime = 2));
end Hybrid;
"""
LOOPS = """model Loops
  Real x(start = 1, fixed = true);
  Real a(start = 0.5), b(start = 0.5);
  Real c, d;
  output Real y = a + b + c + d;
equation
  der(x) = -x + a;
  a + sin(b) = x;
  b + 0.3 * cos(a) * a = 0.2 * x;
  c + 2 * d = x;
  3 * c - d = 1 + x;
  annotation(experiment(StopTime = 2));
end Loops;
"""


def define(test, sunder, answer, expect, close, rows, refused):
    """Adds the tests; what they need of the runner is given."""

    def write(folder, name, text):
        path = os.path.join(folder, name + ".mo")
        with open(path, "w") as file:
            file.write(text)
        return path

    made = {}  # exporting takes seconds: once for all tests
    kept = tempfile.TemporaryDirectory()

    def exported(model, version, kind="both", *more):
        key = (os.path.basename(model), version, kind, more)
        if key in made:
            return made[key]
        path = os.path.join(kept.name, f"{os.path.basename(model)[:-3]}{version}{kind}{len(made)}.fmu")
        made[key] = path
        done = sunder("export", model, "--fmi", str(version), "--kind", kind, "--output", path, *more, seconds=300)
        expect(done.returncode == 0, f"{model} as FMI {version}: {done.stderr}")
        return path

    def models(folder):
        return [write(folder, "Pair", PAIR), write(folder, "Hybrid", HYBRID), write(folder, "Loops", LOOPS), *EXAMPLES]

    def run(model, output, *options):
        done = sunder("simulate", model, *options, "--output", output, seconds=300)
        expect(done.returncode == 0, f"{model}: {done.stderr}")
        return list({row["time"]: row for row in rows(output)}.values())  # what is after an event, where two rows have one time

    @test
    def exported_models_have_the_derivatives_of_the_model_to_the_last_bit(folder):
        for model in models(folder):
            wanted = run(model, os.path.join(folder, "text.csv"), "--method", "euler", "--step", "1e-7", "--stop", "1e-6")
            for version in (2, 3):
                if os.path.basename(model) in LARGE and version == 3:
                    continue
                fmu = exported(model, version)
                found = run(fmu, os.path.join(folder, "fmu.csv"), "--method", "euler", "--step", "1e-7", "--stop", "1e-6")
                expect(len(found) == len(wanted), f"{model}: {len(found)} and {len(wanted)} rows")
                names = [name for name in wanted[0] if name != "time"]
                for a, b in zip(wanted, found):
                    for name in names:
                        expect(a[name] == b[name], f"{os.path.basename(model)}, FMI {version}: '{name}' is {b[name]} instead of {a[name]}")

    @test
    def exported_models_have_the_time_scales_of_the_model(folder):
        for model in models(folder):
            if os.path.basename(model) in LARGE:
                continue
            wanted = {v["name"]: v["time_scale"] for v in answer("analyze", model, "--at", "initial")["variables"]}
            fmu = exported(model, 2)
            # at the start: points along a run are where the run of each of them happens to step
            found = {v["name"]: v["time_scale"] for v in answer("analyze", fmu, "--at", "initial")["variables"]}
            expect(found.keys() == wanted.keys(), f"{model}: states {found.keys()}")
            for name, value in wanted.items():
                if isinstance(value, str) or value is None:  # never
                    expect(found[name] == value, f"{os.path.basename(model)}: time scale of {name} is {found[name]}")
                else:
                    close(found[name], value, 1e-6, f"{os.path.basename(model)}: time scale of {name}")

    @test
    def exported_models_run_as_the_model_does(folder):
        for model in (write(folder, "Hybrid", HYBRID), write(folder, "Loops", LOOPS), os.path.join(HERE, "../../examples/BouncingBall.mo"),
                      os.path.join(HERE, "../../examples/FourRooms.mo"), os.path.join(HERE, "../../examples/PowerSupply.mo")):
            stop = STOPS.get(os.path.basename(model), [])
            options = ["--method", "rosenbrock", "--tolerance", "1e-7", *stop]
            text = run(model, os.path.join(folder, "text.csv"), *options)
            wanted = text[-1]
            for version in (2, 3):
                fmu = exported(model, version, "both", "--tolerance", "1e-8")
                found = run(fmu, os.path.join(folder, "fmu.csv"), *options)[-1]
                itself = run(fmu, os.path.join(folder, "itself.csv"), "--fmu-kind", "cs", *stop)[-1]
                for name, value in wanted.items():
                    value = float(value)
                    all_values = [float(row[name]) for row in text]
                    size = max(max(all_values) - min(all_values), 1e-9)
                    expect(abs(float(found[name]) - value) <= 1e-3 * size, f"{model}, {version}: {name} ends at {found[name]} instead of {value}")
                    expect(abs(float(itself[name]) - value) <= 1e-3 * size,
                           f"{model}, {version} as Co-Simulation: {name} ends at {itself[name]} instead of {value}")

    @test
    def parameters_of_exported_models_can_be_set(folder):
        model = write(folder, "Hybrid", HYBRID)
        options = ["--method", "rosenbrock", "--tolerance", "1e-8", "--set", "k=3", "--set", "n=2"]
        wanted = run(model, os.path.join(folder, "text.csv"), *options)[-1]
        for version in (2, 3):
            found = run(exported(model, version), os.path.join(folder, "fmu.csv"), *options)[-1]
            for name in ("x", "t", "kept"):
                close(float(found[name]), float(wanted[name]), 1e-6, f"{name}, FMI {version}")

    @test
    def exported_fmus_are_valid(folder):
        for model in models(folder):
            if os.path.basename(model) in LARGE:
                continue
            for version in (2, 3):
                path = exported(model, version)
                done = sunder("validate", path, "--strict", "--json", seconds=120)
                expect(done.returncode == 0, f"{path}: {done.stdout} {done.stderr}")
                told = json.loads(done.stdout)
                expect(told["valid"] and all(c["outcome"] != "wrong" for c in told["checks"]), done.stdout)
        info = answer("info", exported(write(folder, "Hybrid", HYBRID), 3))
        kinds = {v["name"]: (v["type"], v["causality"], v["variability"]) for v in info["variables"]}
        expect(kinds["k"][1:] == ("parameter", "tunable") and kinds["n"][0] == "Int32" and kinds["on"][0] == "Boolean", str(kinds))
        expect(kinds["half"][1] == "parameter" and kinds["u"][1] == "input" and kinds["y"][1] == "output", str(kinds))
        expect(info["event_indicators"] == 2 and info["states"] == 2, str(info))

    @test
    def exported_sources_compile_alone_without_a_warning(folder):
        for version in (2, 3):
            path = exported(write(folder, "Hybrid", HYBRID), version, "both", "--sources-only")
            with zipfile.ZipFile(path) as archive:
                names = archive.namelist()
                archive.extractall(os.path.join(folder, f"sources{version}"))
            expect(not any(name.startswith("binaries/") for name in names), str(names))
            sources = glob.glob(os.path.join(folder, f"sources{version}", "sources", "*.c"))
            done = subprocess.run(["cc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", os.path.join(folder, "alone.so"),
                                   *sources, "-lm"], capture_output=True, text=True)
            expect(done.returncode == 0, done.stderr)
            # and import compiles them by itself
            done = sunder("simulate", path, "--method", "rosenbrock", "--output", os.path.join(folder, "alone.csv"))
            expect(done.returncode == 0, done.stderr)
            refused(sunder("simulate", path, CC="/nonexistent/cc"), "E1214", "cannot be started")
        refused(sunder("export", write(folder, "Pair", PAIR), "--output", os.path.join(folder, "none.fmu"), CC="/nonexistent/cc"), "E1214", "--sources-only")
        refused(sunder("export", path), "E1215", "is an FMU already")
        refused(sunder("export", write(folder, "Pair", PAIR), "--output", "/nonexistent/x.fmu"), "E0003")

    @test
    def a_stiff_pair_is_within_its_tolerance_at_every_communication_step(folder):
        for version in (2, 3):
            path = exported(write(folder, "Pair", PAIR), version, "cs")
            for steps in (1000, 300, 100, 30, 10, 3, 1):
                found = run(path, os.path.join(folder, "pair.csv"), "--intervals", str(steps))
                for row in found:
                    t = float(row["time"])
                    slow = math.exp(-t)
                    fast = 1000 / 999 * slow - 1 / 999 * math.exp(-1000 * t)
                    expect(abs(float(row["y"]) - slow) < 1e-5 and abs(float(row["x"]) - fast) < 1e-5, f"{steps} steps: {row}")

    @test
    def a_step_that_cannot_be_made_is_refused(folder):
        for version in (2, 3):
            path = exported(write(folder, "Escape", ESCAPE), version, "cs")
            for steps in (1, 7, 100):
                done = sunder("simulate", path, "--intervals", str(steps), "--output", os.path.join(folder, "escape.csv"))
                refused(done, "E1218", f"fmi{version}DoStep refused the step", status=3)

    @test
    def fmpy_runs_what_is_exported(folder):
        python = next((p for p in (os.environ.get("SUNDER_FMPY"), sys.executable)
                       if p and subprocess.run([p, "-c", "import fmpy"], capture_output=True).returncode == 0), None)
        if python is None:
            return "FMPy is not installed (SUNDER_FMPY names a Python that has it)"
        for model in models(folder):
            if os.path.basename(model) in LARGE:
                continue
            stop = STOPS.get(os.path.basename(model), [])
            text = os.path.join(folder, "text.csv")
            run(model, text, "--method", "rosenbrock", "--tolerance", "1e-8", *stop)
            for version in (2, 3):
                done = subprocess.run([python, os.path.join(HERE, "by_fmpy.py"), exported(model, version), text], capture_output=True, text=True,
                                      timeout=300)
                expect(done.returncode == 0, f"{os.path.basename(model)}, FMI {version}: {done.stdout[-1500:]}{done.stderr[-1500:]}")
        return None

"""Tests of `sunder export`: the FMUs of our own models, imported again, compiled from their sources, and run by FMPy."""
import glob
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = {os.path.basename(path)[:-3]: path for path in sorted(glob.glob(os.path.join(HERE, "../../examples/*.mo")))}
OWN = {name: os.path.join(HERE, "models", name + ".mo") for name in ("Pair", "Hybrid", "Loops", "Roots", "Delayed", "Remembers", "Calls", "Pendulum")}
MODELS = {**OWN, **EXAMPLES}
# the code of the model is the same in both versions: of 3.0 those that show everything an FMU can have
AS_THREE = [*OWN, "BouncingBall", "PowerSupply"]
# before bounces without end; fifty periods; nothing happens later
STOPS = {"BouncingBall": ["--stop", "1.5"], "PowerSupply": ["--stop", "1"], "DistrictHeating": ["--stop", "600"],
         "DistrictHeatingOnOff": ["--stop", "600"]}
LARGE = ("DistrictHeating", "DistrictHeatingOnOff")  # thousands of states: exported and evaluated, not run again and again
TOLERANCE = "1e-8"  # of the FMUs for Co-Simulation


class Exports:
    """Exporting takes seconds: once for all tests. Objects of files that are the same in all FMUs are compiled once, where there is ccache."""

    def __init__(self, sunder, expect):
        self.sunder, self.expect = sunder, expect
        self.folder = tempfile.TemporaryDirectory()
        self.made, self.lock = {}, threading.Lock()
        self.environment = {}
        if shutil.which("ccache"):
            compiler = os.path.join(self.folder.name, "cc")
            with open(compiler, "w") as file:
                file.write(f'#!/bin/sh\nCCACHE_DIR={self.folder.name}/ccache exec ccache cc "$@"\n')
            os.chmod(compiler, 0o755)
            self.environment = {"CC": compiler}

    def __call__(self, name, version, *more):
        with self.lock:
            own = self.made.setdefault((name, version, more), threading.Lock())
        with own:
            path = os.path.join(self.folder.name, f"{name}{version}{len(more)}.fmu")
            if not os.path.exists(path):
                model = MODELS.get(name) or os.path.join(HERE, "models", name + ".mo")
                done = self.sunder("export", model, "--model", name, "--fmi", str(version), "--kind", "both", "--tolerance", TOLERANCE, "--output", path,
                                   *more, seconds=300, **self.environment)
                self.expect(done.returncode == 0, f"{name} as FMI {version}: {done.stderr}")
            return path


def python_with_fmpy():
    """A Python that has FMPy, an importer of FMUs that is not ours; None: there is none here."""
    return next((p for p in (os.environ.get("SUNDER_FMPY"), sys.executable)
                 if p and subprocess.run([p, "-c", "import fmpy"], capture_output=True).returncode == 0), None)


def define(test, sunder, answer, expect, close, rows, refused):
    """Adds the tests; what they need of the runner is given."""
    exported = Exports(sunder, expect)

    def file_of(name):
        return MODELS.get(name) or os.path.join(HERE, "models", name + ".mo")

    def run(model, output, *options):
        if model.endswith(".mo"):
            options = ["--model", os.path.basename(model)[:-3], *options]
        done = sunder("simulate", model, *options, "--output", output, seconds=300)
        expect(done.returncode == 0, f"{model}: {done.stderr}")
        return list({row["time"]: row for row in rows(output)}.values())  # what is after an event, where two rows have one time

    def versions(name):
        return (2, 3) if name in AS_THREE else (2,)

    def has_bits_of(name):
        @test
        def exported_model_has_the_derivatives_of_the_model_to_the_last_bit(folder):
            few = ["--method", "euler", "--step", "1e-7", "--stop", "1e-6"]
            wanted = run(file_of(name), os.path.join(folder, "text.csv"), *few)
            for version in versions(name):
                found = run(exported(name, version), os.path.join(folder, "fmu.csv"), *few)
                expect(len(found) == len(wanted), f"{len(found)} and {len(wanted)} rows")
                for a, b in zip(wanted, found):
                    for variable in a:
                        expect(a[variable] == b[variable], f"{name}, FMI {version}: '{variable}' is {b[variable]} instead of {a[variable]}")
        exported_model_has_the_derivatives_of_the_model_to_the_last_bit.__name__ += "_" + name

    def has_scales_of(name):
        @test
        def exported_model_has_the_time_scales_of_the_model(folder):
            wanted = {v["name"]: v["time_scale"] for v in answer("analyze", file_of(name), "--model", name, "--at", "initial")["variables"]}
            # at the start: points along a run are where the run of each of them happens to step
            found = {v["name"]: v["time_scale"] for v in answer("analyze", exported(name, 2), "--at", "initial")["variables"]}
            expect(found.keys() == wanted.keys(), f"{name}: states {found.keys()}")
            for state, value in wanted.items():
                if isinstance(value, str) or value is None:  # never
                    expect(found[state] == value, f"{name}: time scale of {state} is {found[state]}")
                else:
                    close(found[state], value, 1e-6, f"{name}: time scale of {state}")
        exported_model_has_the_time_scales_of_the_model.__name__ += "_" + name

    for one in MODELS:
        has_bits_of(one)
        if one not in LARGE:
            has_scales_of(one)

    def runs_as(name):
        @test
        def exported_model_runs_as_the_model_does(folder):
            stop = STOPS.get(name, [])
            options = ["--method", "rosenbrock", "--tolerance", "1e-7", *stop]
            text = run(file_of(name), os.path.join(folder, "text.csv"), *options)
            fine = run(file_of(name), os.path.join(folder, "fine.csv"), "--method", "rosenbrock", "--tolerance", "1e-9", *stop)[-1]
            for version in versions(name):
                fmu = exported(name, version)
                found = run(fmu, os.path.join(folder, "fmu.csv"), *options)[-1]
                itself = run(fmu, os.path.join(folder, "itself.csv"), "--fmu-kind", "cs", *stop)[-1]
                for variable in fine:
                    if variable.startswith("$"):  # chosen states: which they are is a matter of each run
                        continue
                    value = float(fine[variable])
                    values = [float(row[variable]) for row in text]
                    size = max(max(values) - min(values), 1e-3 * abs(value), 1e-9)
                    # how far the same model is from itself with another tolerance, and a little more: how sensitive it is
                    within = 1e-4 * size + 10 * abs(float(text[-1][variable]) - value)
                    expect(within < 1e-2 * size, f"{name}: {variable} is too sensitive to compare: {text[-1][variable]} and {value}")
                    for way, end in (("Model Exchange", found), ("Co-Simulation", itself)):
                        expect(abs(float(end[variable]) - value) <= within,
                               f"{name}, {version}, {way}: {variable} ends at {end[variable]} instead of {value}, of a range of {size}")
        exported_model_runs_as_the_model_does.__name__ += "_" + name

    for one in [*(name for name in OWN if name != "Pair"), "BouncingBall", "FourRooms", "PowerSupply"]:
        runs_as(one)

    @test
    def exported_loops_have_the_solution_that_the_model_finds(folder):
        # which of several it is, bounds and homotopy decide: at the start, along the run, in all ways to run it
        at_start = {"above": 3, "below": -2, "nearest": -2, "by_parameter": 3, "upper": 3, "lower": -3, "middle": 0, "far": -1.7}
        text = run(file_of("Roots"), os.path.join(folder, "text.csv"), "--method", "rosenbrock", "--tolerance", "1e-8")
        for version in (2, 3):
            for kind in ("me", "cs"):
                found = run(exported("Roots", version), os.path.join(folder, "fmu.csv"), "--fmu-kind", kind,
                            *(["--method", "rosenbrock", "--tolerance", "1e-8"] if kind == "me" else []))
                for variable, about in at_start.items():
                    expect(abs(float(found[0][variable]) - about) < 0.2, f"FMI {version}, {kind}: {variable} begins at {found[0][variable]}")
                for variable in text[0]:
                    close(float(found[0][variable]), float(text[0][variable]), 1e-9, f"FMI {version}, {kind}: {variable} at the start")
                    expect(abs(float(found[-1][variable]) - float(text[-1][variable])) < 1e-5, f"FMI {version}, {kind}: {variable} at the end")
        # another bound, and no solution inside of it: the nearest one
        for setting, about in (("lowest=-10", -2), ("lowest=5", -2)):
            wanted = run(file_of("Roots"), os.path.join(folder, "text.csv"), "--set", setting, "--method", "rosenbrock", "--stop", "1e-3")[0]
            found = run(exported("Roots", 2), os.path.join(folder, "fmu.csv"), "--set", setting, "--method", "rosenbrock", "--stop", "1e-3")[0]
            close(float(found["by_parameter"]), float(wanted["by_parameter"]), 1e-9, setting)
            expect(abs(float(found["by_parameter"]) - about) < 0.2, f"{setting}: {found['by_parameter']}")

    @test
    def delays_of_exported_models_are_those_of_their_equations(folder):
        # x' = -x(t - 1), x = 1 before the start, piece by piece; what jumps comes out as a jump
        def exact(t):
            return 1 - t if t <= 1 else 1 - t + (t - 1) ** 2 / 2 if t <= 2 else 1 - t + (t - 1) ** 2 / 2 - (t - 2) ** 3 / 6
        for version in (2, 3):
            for kind in ("me", "cs"):
                options = ["--method", "rosenbrock", "--tolerance", "1e-8"] if kind == "me" else []
                for row in run(exported("Delayed", version), os.path.join(folder, "fmu.csv"), "--fmu-kind", kind, *options):
                    t = float(row["time"])
                    expect(abs(float(row["x"]) - exact(t)) < 1e-6, f"FMI {version}, {kind}: x is {row['x']} at {t}")
                    for variable, begins in (("pulse", 0.3), ("later", 0.7), ("latest", 1.1)):
                        if min(abs(t - begins), abs(t - begins - 0.6)) > 1e-6:
                            expect(float(row[variable]) == (1 if begins < t < begins + 0.6 else 0), f"FMI {version}, {kind}: {variable} at {t}")
        found = run(exported("Delayed", 2), os.path.join(folder, "fmu.csv"), "--set", "T=0.2", "--method", "rosenbrock")
        expect(all(float(row["later"]) == 1 for row in found if 0.501 < float(row["time"]) < 1.099), "T=0.2")
        refused(sunder("simulate", exported("Delayed", 2), "--set", "T=0"), "a delay must be longer than zero", status=3)

    @test
    def what_initialisation_finds_says_when_exported_models_tick(folder):
        for version in (2, 3):
            for kind in ("me", "cs"):
                options = ["--method", "rosenbrock", "--tolerance", "1e-8"] if kind == "me" else []
                last = run(exported("FoundAtStart", version), os.path.join(folder, "fmu.csv"), "--fmu-kind", kind, *options)[-1]
                for variable, value in (("high", 0.6), ("past", 1.75), ("n", 5)):
                    close(float(last[variable]), value, 1e-6, f"FMI {version}, {kind}: {variable} at the end")

    @test
    def parameters_of_exported_models_can_be_set(folder):
        settings = {"Hybrid": (["k=3", "n=2", "begins=3"], ["k=3", "n=2", "begins=first"], ("x", "t", "kept", "gear")),
                    "Calls": (["level=2.4"], ["level=2.4"], ("x", "z"))}
        for name, (of_text, of_fmu, variables) in settings.items():
            options = ["--method", "rosenbrock", "--tolerance", "1e-8"]
            of_text = [of if not of.startswith("begins") else "begins=Hybrid.Gear.first" for of in of_text]
            wanted = run(file_of(name), os.path.join(folder, "text.csv"), *options, *(word for one in of_text for word in ("--set", one)))[-1]
            for version in (2, 3):
                found = run(exported(name, version), os.path.join(folder, "fmu.csv"), *options, *(word for one in of_fmu for word in ("--set", one)))[-1]
                for variable in variables:
                    close(float(found[variable]), float(wanted[variable]), 1e-6, f"{name}: {variable}, FMI {version}")

    @test
    def a_run_that_an_fmu_ends_ends_where_it_came_to(folder):
        for version in (2, 3):
            for kind in ("me", "cs"):
                last = run(exported("Ends", version), os.path.join(folder, "fmu.csv"), "--fmu-kind", kind, "--intervals", "10")[-1]
                close(float(last["time"]), 0.95, 1e-6, f"{kind} {version}: the end")
                close(float(last["x"]), 0.95, 1e-4, f"{kind} {version}: x")

    @test
    def inputs_of_fmus_keep_numbers(folder):
        options = ["--method", "rosenbrock", "--tolerance", "1e-8"]
        wanted = run(file_of("Hybrid"), os.path.join(folder, "text.csv"), "--input", "u=0.8", *options)[-1]
        for kind in ("me", "cs"):
            found = run(exported("Hybrid", 2), os.path.join(folder, "fmu.csv"), "--fmu-kind", kind, "--input", "u=0.8", *(options if kind == "me" else []))[-1]
            for variable in ("x", "t", "kept"):
                close(float(found[variable]), float(wanted[variable]), 1e-5, f"{kind}: {variable}")
        refused(sunder("simulate", exported("Hybrid", 2), "--input", "v=1"), "E0511", "no input 'v'")
        refused(sunder("simulate", exported("Hybrid", 2), "--input", "u=sin(time)"), "E1209", "--input NAME=NUMBER")

    @test
    def exported_fmus_are_valid(folder):
        for name in MODELS:
            if name in LARGE:
                continue
            for version in versions(name):
                path = exported(name, version)
                done = sunder("validate", path, "--strict", "--json", seconds=120)
                expect(done.returncode == 0, f"{path}: {done.stdout} {done.stderr}")
                told = json.loads(done.stdout)
                expect(told["valid"] and all(c["outcome"] != "wrong" for c in told["checks"]), done.stdout)
        for version in (2, 3):
            info = answer("info", exported("Hybrid", version))
            kinds = {v["name"]: (v["type"], v["causality"], v["variability"]) for v in info["variables"]}
            expect(kinds["k"][1:] == ("parameter", "tunable") and kinds["n"][0] == "Int32" and kinds["on"][0] == "Boolean", str(kinds))
            expect(kinds["half"][1] == "parameter" and kinds["u"][1] == "input" and kinds["y"][1] == "output", str(kinds))
            expect(kinds["gear"][0] == "Enumeration" and kinds["begins"][:2] == ("Enumeration", "parameter"), str(kinds))
            expect(info["event_indicators"] == 2 and info["states"] == 2, str(info))
        with zipfile.ZipFile(exported("Hybrid", 2)) as archive:
            text = archive.read("modelDescription.xml").decode()
        for part in ('<Item name="second" value="4"/>', '<Unit name="K">', '<DisplayUnit name="degC" offset="-273.15"/>', '<BaseUnit m="1"/>'):
            expect(part in text, f"{part} is missing in {text}")

    @test
    def functions_that_fail_tell_why(folder):
        model = os.path.join(folder, "Fails.mo")
        with open(MODELS["Calls"]) as file:
            text = file.read()
        with open(model, "w") as file:
            file.write(text[:text.index("model Calls")] + "model Fails\n  Real x(start = 1, fixed = true);\n  output Real y = Parts.root(x);\nequation\n"
                       "  der(x) = -Parts.root(x) - 1;\n  annotation(experiment(StopTime = 2));\nend Fails;\n")
        path = os.path.join(folder, "Fails.fmu")
        done = sunder("export", model, "--model", "Fails", "--output", path, **exported.environment)
        expect(done.returncode == 0, done.stderr)
        for kind in ("me", "cs"):
            refused(sunder("simulate", path, "--fmu-kind", kind, *(["--method", "rosenbrock"] if kind == "me" else [])),
                    "only positive numbers have a root", status=3)

    @test
    def exported_sources_compile_alone_without_a_warning(folder):
        for name, version in (("Hybrid", 2), ("Hybrid", 3), ("Calls", 2), ("Pendulum", 3)):
            path = exported(name, version, "--sources-only")
            with zipfile.ZipFile(path) as archive:
                names = archive.namelist()
                archive.extractall(os.path.join(folder, f"{name}{version}"))
            expect(not any(one.startswith("binaries/") for one in names), str(names))
            sources = os.path.join(folder, f"{name}{version}", "sources")
            # all files are the same but the model's own, and the functions of the version
            few = ["-fsyntax-only", sources + "/model.c", *glob.glob(sources + "/fmi?.c")]
            all_files = ["-shared", "-fPIC", "-o", os.path.join(folder, "alone"), *glob.glob(sources + "/*.c"), "-lm"]
            done = subprocess.run(["cc", "-std=c11", "-O0", "-Wall", "-Wextra", "-Werror", *(all_files if (name, version) == ("Hybrid", 3) else few)],
                                  capture_output=True, text=True)
            expect(done.returncode == 0, done.stderr)
        # and import compiles them by itself
        path = exported("Hybrid", 3, "--sources-only")
        done = sunder("simulate", path, "--method", "rosenbrock", "--output", os.path.join(folder, "alone.csv"), **exported.environment)
        expect(done.returncode == 0, done.stderr)
        refused(sunder("simulate", path, CC="/nonexistent/cc"), "E1214", "cannot be started")
        refused(sunder("export", file_of("Pair"), "--output", os.path.join(folder, "none.fmu"), CC="/nonexistent/cc"), "E1214", "--sources-only")
        refused(sunder("export", path), "E1215", "is an FMU already")
        refused(sunder("export", file_of("Pair"), "--output", "/nonexistent/x.fmu", **exported.environment), "E0003")

    @test
    def a_stiff_pair_is_within_its_tolerance_at_every_communication_step(folder):
        for version in (2, 3):
            for steps in (1000, 300, 100, 30, 10, 3, 1):
                found = run(exported("Pair", version), os.path.join(folder, "pair.csv"), "--fmu-kind", "cs", "--intervals", str(steps))
                for row in found:
                    t = float(row["time"])
                    slow = math.exp(-t)
                    fast = 1000 / 999 * slow - 1 / 999 * math.exp(-1000 * t)
                    expect(abs(float(row["y"]) - slow) < 1e-6 and abs(float(row["x"]) - fast) < 1e-6, f"{steps} steps: {row}")

    @test
    def a_step_that_cannot_be_made_is_refused(folder):
        for version in (2, 3):
            path = exported("Escape", version)
            for steps in (1, 7, 100):
                done = sunder("simulate", path, "--fmu-kind", "cs", "--intervals", str(steps), "--output", os.path.join(folder, "escape.csv"))
                refused(done, "E1218", f"fmi{version}DoStep refused the step", status=3)

    @test
    def what_has_no_slope_at_its_start_runs_as_the_model_does(folder):
        text = os.path.join(folder, "text.csv")
        reference = run(file_of("Begins"), text, "--method", "rosenbrock", "--tolerance", "1e-8")[-1]
        for version in (2, 3):
            path = exported("Begins", version)
            for options in (["--method", "rosenbrock"], ["--method", "cvode"], ["--method", "multirate"], ["--method", "cvode", "--fmu-kind", "cs"]):
                last = run(path, os.path.join(folder, "fmu.csv"), "--tolerance", "1e-8", *options)[-1]
                for name in ("p1", "p2", "h", "q", "y"):
                    expect(abs(float(last[name]) - float(reference[name])) < 1e-5, f"{options}, FMI {version}: {name} is {last[name]}, not {reference[name]}")
            done = sunder("validate", path)
            expect(done.returncode == 0 and "wrong" not in done.stdout, done.stdout + done.stderr)
            expect("not known" in done.stdout, "derivatives that have no value were compared: " + done.stdout)

    @test
    def what_comes_out_of_a_delay_belongs_to_the_time_that_is_asked_for(folder):
        text, fmu = os.path.join(folder, "text.csv"), os.path.join(folder, "fmu.csv")
        few = ["--method", "rosenbrock", "--tolerance", "1e-8"]
        reference = {row["time"]: row for row in run(file_of("Echo"), text, *few)}
        for version in (2, 3):
            for row in run(exported("Echo", version), fmu, *few):
                for name in ("x", "late"):
                    expect(abs(float(row[name]) - float(reference[row["time"]][name])) < 1e-5,
                           f"FMI {version}: at {row['time']} {name} is {row[name]}, not {reference[row['time']][name]}")

    def runs_by_fmpy(name, python):
        @test
        def fmpy_runs_what_is_exported(folder):
            if python is None:
                return "FMPy is not installed (SUNDER_FMPY names a Python that has it)"
            text = os.path.join(folder, "text.csv")
            run(file_of(name), text, "--method", "rosenbrock", "--tolerance", "1e-8", *STOPS.get(name, []))
            for version in versions(name):
                done = subprocess.run([python, os.path.join(HERE, "by_fmpy.py"), exported(name, version), text], capture_output=True, text=True,
                                      timeout=300)
                expect(done.returncode == 0, f"{name}, FMI {version}: {done.stdout[-1500:]}{done.stderr[-1500:]}")
            return None
        fmpy_runs_what_is_exported.__name__ += "_" + name

    python = python_with_fmpy()
    for one in MODELS if python else ["Pair"]:
        if one not in LARGE:
            runs_by_fmpy(one, python)
    return exported.environment

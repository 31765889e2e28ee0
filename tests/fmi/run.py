#!/usr/bin/env python3
"""tests/fmi/run.py SUNDER   FMUs made by tests/fmi/fmus.py, against the same model as text and against what must be refused."""
import concurrent.futures
import csv
import json
import os
import random
import stat
import subprocess
import sys
import tempfile
import traceback
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import exported  # noqa: E402
import fmus  # noqa: E402
import other_values  # noqa: E402
import parts  # noqa: E402
import reference  # noqa: E402
import split  # noqa: E402

SUNDER = os.path.abspath(sys.argv[1])
TEXT = os.path.join(fmus.HERE, "Relaxation.mo")
tests = []


def test(function):
    tests.append(function)
    return function


def sunder(*arguments, seconds=60, **environment):
    return subprocess.run([SUNDER, *arguments], capture_output=True, text=True, timeout=seconds, env={**os.environ, **environment})


def answer(*arguments):
    done = sunder(*arguments, "--json")
    expect(done.returncode == 0, f"{arguments}: status {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


def close(a, b, relative, what):
    expect(abs(a - b) <= relative * max(abs(a), abs(b), 1e-300), f"{what}: {a} and {b}")


def rows(path):
    with open(path, newline="") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines))


def refused(done, code, *words, status=1):
    expect(done.returncode == status, f"status {done.returncode} instead of {status}: {done.stderr}")
    for word in (code, *words):
        expect(word in done.stderr, f"'{word}' is missing in: {done.stderr}")


@test
def time_scales_are_those_of_the_text(folder):
    wanted = {v["name"]: v["time_scale"] for v in answer("analyze", TEXT)["variables"]}
    for version in (2, 3):
        for offers, within in ((3, 1e-6), (0, 1e-4)):
            for dependencies in (True, False):
                path = fmus.make(folder, f"scales{version}{offers}{dependencies}", version, offers, dependencies=dependencies)
                found = {v["name"]: v["time_scale"] for v in answer("analyze", path)["variables"]}
                expect(found.keys() == wanted.keys(), f"states {found.keys()}")
                for name, value in wanted.items():
                    if dependencies or offers == 0:
                        close(found[name], value, within, f"{name} of version {version}")


@test
def trajectories_are_those_of_the_text(folder):
    for method in (["--method", "rosenbrock", "--tolerance", "1e-7"], ["--method", "cvode", "--tolerance", "1e-9"],
                   ["--method", "mixed-euler", "--step", "0.01"], ["--max-error", "1e-5"]):
        expected = os.path.join(folder, "text.csv")
        done = sunder("simulate", TEXT, *method, "--output", expected)
        expect(done.returncode == 0, done.stderr)
        for version in (2, 3):
            path = fmus.make(folder, f"run{version}", version)
            result = os.path.join(folder, "fmu.csv")
            done = sunder("simulate", path, *method, "--output", result)
            expect(done.returncode == 0, done.stderr)
            compared = sunder("compare", expected, result, "--tolerance", "1e-5")
            a, b = rows(expected)[-1], rows(result)[-1]
            for name in ("x", "y", "s", "low"):
                close(float(a[name]), float(b[name]), 1e-4, f"{name} at the end, version {version}, {method}, {compared.stdout}")


@test
def parameters_and_inputs_reach_the_fmu(folder):
    drive = os.path.join(folder, "drive.csv")
    with open(drive, "w") as file:
        file.write("time,u\n0,0\n1,1\n3,1\n")
    ends = []
    for model in (TEXT, fmus.make(folder, "driven2", 2), fmus.make(folder, "driven3", 3)):
        result = os.path.join(folder, "driven.csv")
        done = sunder("simulate", model, "--input", drive, "--set", "k=50", "--set", "boost=0.4", "--method", "cvode", "--tolerance", "1e-9",
                      "--output", result)
        expect(done.returncode == 0, done.stderr)
        ends.append(rows(result)[-1])
    for name in ("x", "y"):
        close(float(ends[0][name]), float(ends[1][name]), 1e-6, name)
        close(float(ends[0][name]), float(ends[2][name]), 1e-6, name)
    path = fmus.make(folder, "set", 2)
    refused(sunder("simulate", path, "--set", "kk=1"), "E0510", "'kk'", "did you mean 'k'")
    refused(sunder("simulate", path, "--set", "x=1"), "E0510", "no parameter")
    refused(sunder("simulate", path, "--set", "k=2*3"), "E0005", "takes a number")


@test
def check_tells_what_an_fmu_is(folder):
    path = fmus.make(folder, "told", 2, offers=0)
    summary = answer("check", path)
    expect(summary["states"] == ["x", "y"] and summary["fmu"]["version"] == "2.0", str(summary))
    text = sunder("check", path).stdout
    expect("an FMU 2.0 for Model Exchange" in text and "by differences" in text, text)


@test
def other_verbs_take_fmus(folder):
    path = fmus.make(folder, "verbs", 3)
    linear = answer("linearize", path)
    expect(linear["a"] == [[-1000, 1000], [0, -1]] and linear["b"] == [[0], [1]] and linear["c"] == [[1, 1]], str(linear))
    expect(sunder("choose", path).returncode == 0, "choose")
    page = os.path.join(folder, "page.html")
    done = sunder("report", path, "--output", page)
    expect(done.returncode == 0 and os.path.getsize(page) > 10000, done.stderr)


@test
def problems_of_a_description_are_told_at_once_with_their_lines(folder):
    def spoil(text):
        return (text.replace('causality="input"', 'causality="inputt"').replace('<Real derivative="3"/>', '<Real derivative="33"/>')
                .replace('index="7"', 'index="70"'))
    done = sunder("check", fmus.make(folder, "spoilt", 2, change=spoil))
    refused(done, "E1205", "there is no causality 'inputt'", "derivative is 33", "index is 70", "modelDescription.xml:11:", "modelDescription.xml:9:")
    refused(sunder("check", fmus.make(folder, "cut", 2, change=lambda text: text[:900])), "E1204", "no XML")
    refused(sunder("check", fmus.make(folder, "one", 2, change=lambda text: text.replace('fmiVersion="2.0"', 'fmiVersion="1.0"'))), "E1205", "'1.0'")


@test
def old_descriptions_are_read_with_warnings_and_refused_when_strict(folder):
    path = fmus.make(folder, "old", 2, change=lambda text: text.replace('causality="parameter" variability="fixed"', 'causality="parameter"'))
    done = sunder("check", path)
    expect(done.returncode == 0 and "W1206" in done.stderr, done.stderr)
    refused(sunder("check", path, "--strict"), "E1205", "'boost'")


@test
def broken_fmus_end_as_errors(folder):
    for version in (2, 3):
        refused(sunder("simulate", fmus.make(folder, f"nan{version}", version, misbehave="not_a_number"), "--method", "rosenbrock"), "the derivative of 'x' is nan at time 0.5",
                status=3)
        refused(sunder("simulate", fmus.make(folder, f"error{version}", version, misbehave="error_status"), "--method", "rosenbrock"), "E1210",
                "Derivatives returned Error", status=3)
    token = fmus.make(folder, "token", 2, change=lambda text: text.replace("{relaxation}", "{other}"))
    refused(sunder("simulate", token), "E1210", "fmi2Instantiate gave no instance", status=3)


@test
def an_fmu_that_dies_is_an_error_that_names_the_call(folder):
    for version in (2, 3):
        call = f"fmi{version}Get"
        for kind, words in (("crash", "crashed (Segmentation fault)"), ("leave", "ended its process with exit(0)"), ("hang", "did not return within 1 s"),
                            ("eat", "crashed (Aborted)")):
            if kind == "eat" and "ASAN_OPTIONS" in os.environ:
                continue  # nothing limits the memory of a program with sanitizers
            path = fmus.make(folder, kind + str(version), version, misbehave=kind)
            # memory without end takes its time on a busy machine
            done = sunder("simulate", path, "--method", "rosenbrock", "--fmu-seconds", "1" if kind == "hang" else "50", "--fmu-memory", "1",
                          ASAN_OPTIONS="handle_segv=0:detect_leaks=0")
            refused(done, "E1213", kind, call, words, "at time 0.5", status=3)
    left = subprocess.run(["pgrep", "-f", "fmu-host.*" + folder], capture_output=True, text=True).stdout
    expect(left == "", f"processes are left: {left}")
    refused(sunder("simulate", path, "--fmu-seconds", "0"), "E0006", status=2)


@test
def both_ways_to_run_an_fmu_give_the_same_bits(folder):
    path = fmus.make(folder, "bits", 2)
    results = []
    for way in ([], ["--in-process"]):
        result = os.path.join(folder, f"bits{len(way)}.csv")
        done = sunder("simulate", path, "--method", "rosenbrock", "--output", result, *way)
        expect(done.returncode == 0, done.stderr)
        with open(result) as file:
            results.append(file.read())
    expect(results[0] == results[1], "the results differ")


@test
def archives_that_reach_outside_are_refused(folder):
    def archive(name, fill):
        path = os.path.join(folder, name + ".fmu")
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
            made.writestr("modelDescription.xml", fmus.description_two())
            fill(made)
        return path

    def link(made):
        entry = zipfile.ZipInfo("resources/link")
        entry.create_system = 3
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        made.writestr(entry, "/etc/passwd")
    refused(sunder("check", archive("up", lambda z: z.writestr("../evil.txt", "x"))), "E1202", "elsewhere")
    refused(sunder("check", archive("root", lambda z: z.writestr("/tmp/evil.txt", "x"))), "E1202", "elsewhere")
    refused(sunder("check", archive("link", link)), "E1202", "symbolic link")
    refused(sunder("check", archive("bomb", lambda z: z.writestr("resources/zeros", b"\0" * (64 << 20)))), "E1202", "times as large")
    refused(sunder("check", archive("none", lambda z: None)), "E1207", "no binary for this machine")
    path = os.path.join(folder, "text.fmu")
    with open(path, "w") as file:
        file.write("no zip file")
    refused(sunder("check", path), "E1201", "no zip file")
    refused(sunder("check", os.path.join(folder, "absent.fmu")), "E1201", "no such file")
    whole = fmus.make(folder, "whole", 2)
    with open(whole, "rb") as file:
        content = file.read()
    with open(os.path.join(folder, "half.fmu"), "wb") as file:
        file.write(content[:len(content) // 2])
    refused(sunder("check", os.path.join(folder, "half.fmu")), "E1201")


@test
def mutated_descriptions_never_crash(folder):
    chance = random.Random(5)
    for version, text in ((2, fmus.description_two()), (3, fmus.description_three())):
        for number in range(100):
            changed = text
            for _ in range(chance.randrange(1, 4)):
                place = chance.randrange(len(changed))
                kind = chance.randrange(4)
                if kind == 0:
                    changed = changed[:place] + chance.choice('<>&"\'=/ 0-9x\n') + changed[place + 1:]
                elif kind == 1:
                    changed = changed[:place] + changed[place + chance.randrange(1, 40):]
                elif kind == 2:
                    other = chance.randrange(len(changed))
                    changed = changed[:place] + changed[other:other + 60] + changed[place:]
                else:
                    digits = [i for i, c in enumerate(changed) if c.isdigit()]
                    place = chance.choice(digits)
                    changed = changed[:place] + chance.choice(["-1", "4294967296", "1e400", "nan", "99999999999999999999"]) + changed[place + 1:]
            done = sunder("check", fmus.make(folder, "mutated", version, change=lambda _: changed))
            expect(done.returncode in (0, 1), f"status {done.returncode} of version {version}, number {number}: {done.stderr[-500:]}")
            expect(done.returncode == 0 or "error[E" in done.stderr, f"no error is told: {done.stderr[-500:]}")


@test
def nothing_is_left_behind(folder):
    temporary = os.path.join(folder, "temporary")
    os.mkdir(temporary)
    for name, arguments in (("fine", {}), ("broken", {"misbehave": "not_a_number"})):
        sunder("simulate", fmus.make(folder, name, 2, **arguments), TMPDIR=temporary)
    expect(os.listdir(temporary) == [], f"left behind: {os.listdir(temporary)}")


compiler = exported.define(test, sunder, answer, expect, close, rows, refused)
other_values.define(test, sunder, answer, expect, rows, refused)
parts.define(test, sunder, answer, expect, rows, refused, compiler)
split.define(test, sunder, answer, expect, rows, refused, compiler, parts.PLANT)
reference.define(test, sunder, answer, expect, rows)


def attempt(one):
    """What became of a test, and what it had to say."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return one, one(folder), None
        except Exception:  # every kind of failure is one
            return one, None, traceback.format_exc()


def main():
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    passed = failed = skipped = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:  # the work is that of other processes
        for one, why, wrong in pool.map(attempt, [one for one in tests if wanted in one.__name__]):
            if wrong:
                failed += 1
                print(f"{one.__name__} failed:\n{wrong}")
            elif why:
                skipped += 1
                print(f"{one.__name__} is skipped: {why}")
            else:
                passed += 1
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())

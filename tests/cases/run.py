#!/usr/bin/env python3
"""Runs the cases: each .mo file (or .toml file, with # in the place of //) holds a model and, in comments at its end, commands and what they must print.

    // run: check $FILE --json      one or more, each followed by its expectations
    // status: 1                    exit status, 0 unless given
    //out| text                     standard output, line by line, complete
    //err| text                     standard error, line by line, complete
    // json: states == ["x"]        a field of the JSON object on standard output: ==, ~ (value, relative tolerance), has
    // file: $TMP/r.csv starts time,"x"    the first line of a file the command wrote

$FILE is the case itself, $TMP an empty folder. A run without //err| must print nothing to standard error.
usage: run.py SUNDER [--bless] [PATTERN]      --bless writes what was printed into the //out| and //err| lines
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
# TEST_PATIENCE: how many times slower than usual the program may be (sanitizers set it)
SECONDS = 60 * int(os.environ.get("TEST_PATIENCE", "1"))


class Run:
    def __init__(self, command, line):
        self.command, self.line = command, line
        self.status, self.out, self.err, self.json, self.files = 0, None, None, [], []


def read_runs(text):
    runs = []
    for number, line in enumerate(text.split("\n"), 1):
        line = re.sub(r"^#(?= ?\w+[:|])", "//", line.rstrip())
        if line.startswith("// run: "):
            runs.append(Run(line[8:], number))
        elif runs and line.startswith("// status: "):
            runs[-1].status = int(line[11:])
        elif runs and line.startswith("//out|"):
            runs[-1].out = (runs[-1].out or []) + [line[6:].removeprefix(" ")]
        elif runs and line.startswith("//err|"):
            runs[-1].err = (runs[-1].err or []) + [line[6:].removeprefix(" ")]
        elif runs and line.startswith("// json: "):
            runs[-1].json.append(line[9:])
        elif runs and line.startswith("// file: "):
            runs[-1].files.append(line[9:])
    return runs


def field(value, path):
    for part in re.findall(r"[^.\[\]]+|\[(?:[^\[\]]|\[[^\]]*\])*\]", path):
        if part.startswith("["):
            inner = part[1:-1]
            value = value[int(inner)] if re.fullmatch(r"-?\d+", inner) else value[inner]
        else:
            value = value[part]
    return value


def check_json(expectation, document):
    match = re.fullmatch(r"(\S+) (==|~|has) (.*)", expectation)
    if not match:
        return f"cannot read the expectation: {expectation}"
    path, operator, wanted = match.groups()
    try:
        got = field(document, path)
    except (KeyError, IndexError, TypeError):
        return f"{path} is missing"
    if operator == "==":
        return None if got == json.loads(wanted) else f"{path} is {json.dumps(got)}, not {wanted}"
    if operator == "has":
        return None if json.loads(wanted) in got else f"{path} is {json.dumps(got)[:300]}, without {wanted}"
    value, tolerance = map(float, wanted.split())
    if not isinstance(got, (int, float)):
        return f"{path} is {json.dumps(got)}, not a number near {value}"
    good = abs(got - value) <= tolerance * abs(value) if value else abs(got) <= tolerance
    return None if good else f"{path} is {got}, not {value} within {tolerance}"


def trimmed(lines):
    return [line.rstrip() for line in lines]


def execute(sunder, case, run, folder):
    name = str(case.relative_to(HERE))
    command = run.command.replace("$FILE", name).replace("$TMP", folder).split()
    try:
        done = subprocess.run([sunder, *command], cwd=HERE, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None, None, [f"still running after {SECONDS} s"]
    def show(data):
        text = data.decode("utf-8", "replace").replace(folder, "$TMP").replace(name, "$FILE")
        return text.split("\n")[:-1] if text.endswith("\n") else text.split("\n") if text else []
    out, err = show(done.stdout), show(done.stderr)
    problems = []
    if done.returncode != run.status:
        problems.append(f"exit status {done.returncode}, not {run.status}")
    for what, got, wanted in (("standard output", out, run.out), ("standard error", err, run.err if run.err is not None else [])):
        if wanted is not None and trimmed(got) != trimmed(wanted):
            problems.append(f"{what} differs:\n" + "\n".join(["    expected:"] + ["      " + w for w in wanted] + ["    got:"] + ["      " + g for g in got[:40]]))
    if run.json:
        try:
            document = json.loads(done.stdout)
        except ValueError as error:
            document, _ = None, problems.append(f"standard output is not one JSON object: {error}")
        if document is not None:
            problems += [p for p in (check_json(e, document) for e in run.json) if p]
    for expectation in run.files:
        path, _, wanted = expectation.partition(" starts ")
        target = pathlib.Path(path.replace("$TMP", folder))
        first = target.read_text(errors="replace").split("\n")[0] if target.exists() else None
        if first is None or not first.startswith(wanted):
            problems.append(f"{path} starts with {first!r}, not {wanted!r}")
    return out, err, problems


def run_case(sunder, case):
    text = case.read_text(errors="surrogateescape")
    runs = read_runs(text)
    if not runs:
        return [(case, None, ["no '// run:' line"], None, None)]
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for run in runs:
            out, err, problems = execute(sunder, case, run, folder)
            results.append((case, run, problems, out, err))
    return results


def bless(results):
    by_case = {}
    for case, run, _, out, err in results:
        by_case.setdefault(case, []).append((run, out, err))
    for case, entries in by_case.items():
        mark = "#" if case.suffix == ".toml" else "//"
        lines = [l for l in case.read_text(errors="surrogateescape").split("\n") if not l.startswith((mark + "out|", mark + "err|"))]
        for run, out, err in reversed(entries):
            at = next(i for i, l in enumerate(lines) if l == mark + " run: " + run.command)
            while at + 1 < len(lines) and lines[at + 1].startswith((mark + " status", mark + " json", mark + " file")):
                at += 1
            block = []
            if run.out is not None or not (run.json or run.files or run.status):
                block += [(mark + "out| " + l).rstrip() for l in out]
            block += [(mark + "err| " + l).rstrip() for l in err]
            lines[at + 1:at + 1] = block
        case.write_text("\n".join(lines), errors="surrogateescape")


def main():
    arguments = [a for a in sys.argv[1:] if a != "--bless"]
    sunder = str(pathlib.Path(arguments[0]).resolve())
    pattern = arguments[1] if len(arguments) > 1 else ""
    # a .mo file that only serves a .toml case has no runs of its own
    cases = sorted(c for c in [*HERE.rglob("*.mo"), *HERE.rglob("*.toml")] if pattern in str(c) and not c.stem.endswith("_parts"))
    with ThreadPoolExecutor(2) as pool:
        results = [r for batch in pool.map(lambda c: run_case(sunder, c), cases) for r in batch]
    if "--bless" in sys.argv:
        bless(results)
        print(f"blessed {len(cases)} cases: read the difference before you commit it")
        return 0
    failed = [r for r in results if r[2]]
    for case, run, problems, _, _ in failed:
        print(f"{case.relative_to(HERE)}:{run.line if run else 1}: {run.command if run else ''}")
        for problem in problems:
            print("  " + problem)
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed or not results else 0


if __name__ == "__main__":
    sys.exit(main())

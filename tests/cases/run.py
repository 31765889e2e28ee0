#!/usr/bin/env python3
"""Runs the cases: each .mo or .bmo file (or .toml file, with # in the place of //) holds a model and, in comments at its end, commands and what they must print.

    // run: check $FILE --json      one or more, each followed by its expectations
    // status: 1                    exit status, 0 unless given
    //out| text                     standard output, line by line, complete
    //err| text                     standard error, line by line, complete
    // json: states == ["x"]        a field of the JSON object on standard output: ==, ~ (value, relative tolerance), has
    // file: $TMP/r.csv starts time,"x"    the first line of a file the command wrote
    // differs: passes because ...  in this configuration (see below) the run rightly gives something else

$FILE is the case itself, $TMP an empty folder. A run without //err| must print nothing to standard error.

Then every case is run again in each of two configurations, and held against what it did as written:

    interpreter   --back-end interpreter: equal to the last bit, in everything that is printed and written
    passes        --disable for every optional pass: the same status, diagnostics and words, numbers to 1e-10

Times differ always, and are left out; so are, without passes, the counts that say how the work was done.
usage: run.py SUNDER [--bless] [PATTERN]      --bless writes what was printed into the //out| and //err| lines
"""
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from again import configurations_of, differences, document_of, written

HERE = pathlib.Path(__file__).resolve().parent
# TEST_PATIENCE: how many times slower than usual the program may be (sanitizers set it)
SECONDS = 60 * int(os.environ.get("TEST_PATIENCE", "1"))


Printed = collections.namedtuple("Printed", "status out err")


class Run:
    def __init__(self, command, line):
        self.command, self.line = command, line
        self.status, self.out, self.err, self.json, self.files = 0, None, None, [], []
        self.differs = {}  # configuration: reason


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
        elif runs and line.startswith("// differs: "):
            configuration, _, reason = line[12:].partition(" because ")
            runs[-1].differs[configuration] = reason
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


def execute(sunder, case, run, folder, options=()):
    """What a run printed, or a problem in words."""
    name = str(case.relative_to(HERE))
    command = run.command.replace("$FILE", name).replace("$TMP", folder).split()
    try:
        done = subprocess.run([sunder, *command, *options], cwd=HERE, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"still running after {SECONDS} s"

    def show(data):
        text = data.decode("utf-8", "replace").replace(folder, "$TMP").replace(name, "$FILE")
        return text.split("\n")[:-1] if text.endswith("\n") else text.split("\n") if text else []
    return Printed(done.returncode, show(done.stdout), show(done.stderr))


def check(run, printed, folder):
    """What is not as the case says."""
    problems = []
    if printed.status != run.status:
        problems.append(f"exit status {printed.status}, not {run.status}")
    for what, got, wanted in (("standard output", printed.out, run.out), ("standard error", printed.err, run.err if run.err is not None else [])):
        if wanted is not None and trimmed(got) != trimmed(wanted):
            problems.append(f"{what} differs:\n" + "\n".join(["    expected:"] + ["      " + w for w in wanted] + ["    got:"] + ["      " + g for g in got[:40]]))
    if run.json:
        found = document_of(printed.out)
        if found is None:
            problems.append("standard output is not one JSON object")
        else:
            problems += [p for p in (check_json(e, found) for e in run.json) if p]
    for expectation in run.files:
        path, _, wanted = expectation.partition(" starts ")
        target = pathlib.Path(path.replace("$TMP", folder))
        first = target.read_text(errors="replace").split("\n")[0] if target.exists() else None
        if first is None or not first.startswith(wanted):
            problems.append(f"{path} starts with {first!r}, not {wanted!r}")
    return problems


def run_case(sunder, case, configurations):
    """The runs of a case as written, then in every configuration: (case, run, configuration, problems, printed)."""
    runs = read_runs(case.read_text(errors="surrogateescape"))
    if not runs:
        return [(case, None, None, ["no '// run:' line"], None)]
    results = []
    with tempfile.TemporaryDirectory() as folder:
        before = []
        names = {c.name for c in configurations}
        for run in runs:
            printed = execute(sunder, case, run, folder)
            problems = [printed] if isinstance(printed, str) else check(run, printed, folder)
            problems += [f"'// differs: {name}' names no configuration or gives no reason" for name, reason in run.differs.items() if names and (name not in names or not reason)]
            results.append((case, run, None, problems, None if isinstance(printed, str) else printed))
            before.append((None if problems else printed, written(folder)))
        for configuration in configurations:
            results += run_again(sunder, case, runs, before, configuration)
    return results


def run_again(sunder, case, runs, before, configuration):
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for run, (as_written, files) in zip(runs, before):
            options = configuration.options_for(run)
            printed = execute(sunder, case, run, folder, options)
            if as_written is None or not configuration.concerns(run):
                continue  # failed already, or only here for what others of the case need
            if isinstance(printed, str):
                problems = [printed]
            else:
                problems = differences(as_written, printed, files, written(folder), configuration)
                if configuration.name in run.differs and printed.status == as_written.status:
                    problems = [] if problems else ["does not differ here: the line '// differs:' says it does"]
            results.append((case, run, configuration, problems, None))
    return results


def bless(results):
    by_case = {}
    for case, run, _, _, printed in results:
        by_case.setdefault(case, []).append((run, printed))
    for case, entries in by_case.items():
        mark = "#" if case.suffix == ".toml" else "//"
        lines = [l for l in case.read_text(errors="surrogateescape").split("\n") if not l.startswith((mark + "out|", mark + "err|"))]
        for run, printed in reversed(entries):
            at = next(i for i, l in enumerate(lines) if l == mark + " run: " + run.command)
            while at + 1 < len(lines) and lines[at + 1].startswith((mark + " status", mark + " json", mark + " file", mark + " differs")):
                at += 1
            block = []
            if run.out is not None or not (run.json or run.files or run.status):
                block += [(mark + "out| " + l).rstrip() for l in printed.out]
            block += [(mark + "err| " + l).rstrip() for l in printed.err]
            lines[at + 1:at + 1] = block
        case.write_text("\n".join(lines), errors="surrogateescape")


def main():
    blessing = "--bless" in sys.argv
    arguments = [a for a in sys.argv[1:] if a != "--bless"]
    sunder = str(pathlib.Path(arguments[0]).resolve())
    pattern = arguments[1] if len(arguments) > 1 else ""
    # a .mo file that only serves a .toml case has no runs of its own
    cases = sorted(c for c in [*HERE.rglob("*.mo"), *HERE.rglob("*.bmo"), *HERE.rglob("*.toml")] if pattern in str(c) and not c.stem.endswith("_parts")
                   and not any((folder / "package.mo").exists() for folder in c.parents))  # libraries that cases use
    configurations = [] if blessing else configurations_of(sunder)
    with ThreadPoolExecutor(2) as pool:
        results = [r for batch in pool.map(lambda c: run_case(sunder, c, configurations), cases) for r in batch]
    if blessing:
        bless(results)
        print(f"blessed {len(cases)} cases: read the difference before you commit it")
        return 0
    failed = [r for r in results if r[3]]
    for case, run, configuration, problems, _ in failed:
        print(f"{case.relative_to(HERE)}:{run.line if run else 1}: {run.command if run else ''}{configuration.shown if configuration else ''}")
        for problem in problems:
            print("  " + problem)
    counts = collections.Counter(r[2].name if r[2] else "as written" for r in results)
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed ({', '.join(f'{name} {count}' for name, count in counts.items())})")
    return 1 if failed or not results or (configurations and not pattern and len(counts) < 1 + len(configurations)) else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Simulates the classical initial value problems in bench/models/ivp and holds their end values against ivp.json (published) and
ivp_computed.json (by ivp_reference.py).

usage: ivp.py SUNDER [PATTERN] [--table | --write | --at TOLERANCE]

  PATTERN         only models whose name contains it
  --table         prints the table of bench/models/ivp/README.md, with the errors of this run
  --write         writes its rows into the document; rows of models that did not run stay as they are
  --at TOLERANCE  prints steps, time and error of plain runs with cvode at a tolerance; checks nothing

Every problem runs twice: as it stands every value must be within the bound of the problem, with its changed parameters no value may be. Closes
with `N passed, M failed`, one count per value and run, and one per model for its line in the document; exit status 1 when one fails.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests/reproduction"
MODELS = ROOT / "bench/models/ivp"
README = MODELS / "README.md"
SECONDS = 300 * int(os.environ.get("TEST_PATIENCE", "1"))
HEAD = ("| model | states | stiff | values | exercises | end time | compared | largest error |\n"
        "|---|---|---|---|---|---|---|---|\n")


def load(pattern):
    """All problems with their values by name; a problem knows what describes the source of its values."""
    problems = []
    for name in ("ivp.json", "ivp_computed.json"):
        for problem in json.loads((DATA / name).read_text())["problems"]:
            values = {}
            for variable, value in problem["values"].items():
                values.update({f"{variable}[{i}]": v for i, v in enumerate(value, 1)} if isinstance(value, list) else {variable: value})
            if pattern.lower() in problem["model"].lower():
                problems.append({**problem, "values": values})
    return problems


def simulate(sunder, problem, options):
    """What `sunder simulate` prints as JSON, or the reason why it has nothing to print."""
    method = [] if "--method" in options else ["--method", "cvode"]
    command = [sunder, "simulate", f"{problem['model']}.mo", "--intervals", "1", *method, *options, "--json"]
    try:
        done = subprocess.run(command, cwd=MODELS, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None, f"{problem['model']} {' '.join(options)}: no end within {SECONDS} s"
    if done.returncode != 0:
        return None, f"{problem['model']} {' '.join(options)}: exit status {done.returncode}: {done.stderr.strip() or done.stdout[:2000]}"
    return json.loads(done.stdout), None


def errors(problem, document):
    """The relative error of each value; a value that is missing or no number is infinitely wrong."""
    found = {}
    for name, value in problem["values"].items():
        got = document["final"].get(name)
        error = abs(got - value) / abs(value) if isinstance(got, (int, float)) else float("inf")
        found[name] = error if error == error else float("inf")
    return found


def examine(sunder, problem):
    """Runs a problem as it stands and changed; returns the number of passed checks, the failures, and the largest error."""
    document, reason = simulate(sunder, problem, problem["options"])
    changes = [word for name, value in problem["changed"].items() for word in ("--set", f"{name}={value}")]
    changed, changed_reason = simulate(sunder, problem, problem["options"] + changes)
    if reason or changed_reason:
        return {"passed": 0, "failures": [r for r in (reason, changed_reason) if r], "largest": float("inf")}
    failures, as_published, as_changed = [], errors(problem, document), errors(problem, changed)
    for name, error in as_published.items():
        if not error <= problem["within"]:
            failures.append(f"{problem['model']}: {name} is {document['final'].get(name)!r}, not {problem['values'][name]!r}: "
                            f"off by {error:.2g}, allowed {problem['within']:g}")
    for name, error in as_changed.items():
        if not error > problem["within"]:
            failures.append(f"{problem['model']}: {name} is off by {error:.2g} only with {' '.join(changes)}: its comparison sees no such change")
    total = 2 * len(as_published)
    return {"passed": total - len(failures), "failures": failures, "largest": max(as_published.values()), "document": document}


def rows_of(problems, results):
    """The rows of the table by model and source of the values."""
    rows = {}
    for problem, result in zip(problems, results):
        model, document = problem["model"], result.get("document")
        end = f"{document['stop']:g}" if document else "failed"
        cells = (f"[{model}]({model}.mo)", problem["states"], "yes" if problem["stiff"] else "no", problem["source"], problem["exercises"], end,
                 f"{len(problem['values'])}, within {problem['within']:g}", f"{result['largest']:.1e}")
        rows[model, problem["source"]] = "| " + " | ".join(map(str, cells)) + " |\n"
    return rows


def write(rows):
    """Replaces rows in the document, in the order of the data."""
    text = README.read_text()
    written = re.search(r"\| model \|.*\n(\|.*\n)*", text)
    old = {(cells[1].strip(" ").split("]")[0][1:], cells[4].strip()): "|".join(cells) + "\n"
           for cells in (line.split("|") for line in written.group().splitlines()[2:])}
    keys = [(problem["model"], problem["source"]) for problem in load("")]
    table = HEAD + "".join({**old, **rows}[key] for key in keys if key in old or key in rows)
    README.write_text(text[: written.start()] + table + text[written.end():])


def without_error(row):
    """A row without its last column, which depends on the last bits of the machine's arithmetic."""
    return row.rsplit("|", 2)[0]


def plain_runs(sunder, problems, tolerance):
    print("| model | steps | function evaluations | time in ms | largest relative error |\n|---|---|---|---|---|")
    for problem in problems:
        stop = problem["options"][problem["options"].index("--stop"):][:2] if "--stop" in problem["options"] else []
        document, reason = simulate(sunder, problem, ["--tolerance", tolerance, *stop])
        if reason:
            print(f"| {problem['model']} | {reason.splitlines()[0]} | | | |")
            continue
        counts, largest = document["statistics"], max(errors(problem, document).values())
        print(f"| {problem['model']} | {counts['steps']} | {counts['function_evaluations']} | {1e3 * document['timing']['simulate']:.3g} | {largest:.1e} |")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("sunder", type=pathlib.Path)
    parser.add_argument("pattern", nargs="?", default="")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--at")
    arguments = parser.parse_args()
    sunder, problems = arguments.sunder.resolve(), load(arguments.pattern)
    if arguments.at:
        plain_runs(sunder, problems, arguments.at)
        return 0
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        results = list(pool.map(lambda problem: examine(sunder, problem), problems))
    rows = rows_of(problems, results)
    if arguments.table:
        print(HEAD + "".join(rows.values()), end="")
    if arguments.write:
        write(rows)
    failures = [failure for result in results for failure in result["failures"]]
    passed = sum(result["passed"] for result in results)
    written = {without_error(line) for line in README.read_text().splitlines()}
    for row in map(without_error, rows.values()):
        if row in written:
            passed += 1
        else:
            failures.append(f"bench/models/ivp/README.md lacks the row {row}| (--write writes it)")
    compared = {problem["model"] for problem in problems}
    for path in MODELS.glob("*.mo"):
        if arguments.pattern.lower() in path.stem.lower() and path.stem not in compared:
            failures.append(f"{path.relative_to(ROOT)} is compared with nothing")
    print("\n".join(failures), end="\n" if failures else "")
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures or not passed else 0


if __name__ == "__main__":
    sys.exit(main())

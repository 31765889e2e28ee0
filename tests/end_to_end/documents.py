#!/usr/bin/env python3
"""Runs every command of the documents for users and holds what it prints against what is pasted there.

In a code block (fenced or indented) a line `$ command` is run by bash, in an empty folder per document with a link to
examples/ and with sunder on the path; the lines up to the next command or the end of the block are what it prints. A line
`…` stands for lines that were left out; everything else must come out line by line, except that of lines that hold times
only the words before the numbers count. A command must end with status 0, or with 1 where the pasted text holds an error.
A fenced block whose first line names a file after the language (```modelica Tank.mo) is that file. Commands that stand in
tables, `sunder … examples/…`, are run too.

usage: documents.py SUNDER [--bless] [PATTERN]      --bless pastes anew where no line is left out
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = ["README.md", "docs/tutorial.md", "examples/README.md"]
SECONDS = 60 * int(os.environ.get("TEST_PATIENCE", "1"))
TIMES = re.compile(r"^(\s*(?:time|speed)\s{2,}).*$")
# rows of tables with a column of times, and the line about all runs of a sweep
TIMED = [(re.compile(r" [\d.e-]+ (ns|us|ms|s)(?=\s.*at the stop time$)"), " TIME"), (re.compile(r"runs? on \d+ threads?, .*$"), "TIME"),
         (re.compile(r"^(\s*(?:chosen: [a-z-]+|mixed-mode Euler|CVODE-BDF|implicit Euler|explicit Euler)\s.*\s)[\d.e-]+$"), r"\1TIME")]
LEFT_OUT = "…"


class Command:
    def __init__(self, number, text, pasted):
        self.number, self.text, self.pasted = number, text, pasted  # pasted None: nothing is said of what it prints


def blocks(lines):
    """(number of the first line, indentation, name of a file or "", lines) of every code block."""
    i = 0
    while i < len(lines):
        fence = re.match(r"^```\w*\s*(\S*)\s*$", lines[i])
        if fence:
            end = next((k for k in range(i + 1, len(lines)) if lines[k].startswith("```")), len(lines))
            yield i + 2, "", fence.group(1), lines[i + 1:end]
            i = end + 1
        elif lines[i].startswith("    ") and (i == 0 or not lines[i - 1].strip()):
            end = i
            while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                end += 1
            body = lines[i:end]
            while not body[-1].strip():
                body.pop()
            yield i + 1, "    ", "", [line[4:] for line in body]
            i = end
        else:
            i += 1


def commands_in_tables(lines):
    for number, line in enumerate(lines, 1):
        if line.startswith("|"):
            yield from (Command(number, text, None) for text in re.findall(r"`(sunder [^`]*examples/[^`]*)`", line))


def commands_of(first, body):
    found = []
    for offset, line in enumerate(body):
        if line.startswith("$ "):
            found.append(Command(first + offset, line[2:], []))
        elif found:
            found[-1].pasted.append(line.rstrip())
    for command in found:
        while command.pasted and not command.pasted[-1]:
            command.pasted.pop()
    return found


def without_times(lines):
    """Lines that hold times: only what does not depend on them, and not how wide a column is."""
    def shown(line):
        for pattern, replacement in TIMED:
            if pattern.search(line):
                return pattern.sub(replacement, line).split()
        return TIMES.sub(r"\1", line.rstrip()).split() if TIMES.match(line) else line.rstrip()
    return [shown(line) for line in lines]


def is_left_out(line):
    return isinstance(line, str) and line.strip() == LEFT_OUT


def mismatch(pasted, printed):
    """None where the pasted lines are what was printed, but for those left out; else the first that does not come out."""
    at, anywhere, i = 0, False, 0
    while i < len(pasted):
        if is_left_out(pasted[i]):
            anywhere = True
            i += 1
            continue
        end = next((k for k in range(i, len(pasted)) if is_left_out(pasted[k])), len(pasted))
        piece = pasted[i:end]
        places = range(at, len(printed) - len(piece) + 1) if anywhere else [at]
        place = next((k for k in places if printed[k:k + len(piece)] == piece), None)
        if place is None:
            return str(next((line for line in piece if line not in printed), piece[0]))
        at, anywhere, i = place + len(piece), False, end
    if at < len(printed) and not anywhere:
        return f"(end of the pasted text; {printed[at]!r} came out too)"
    return None


def run(command, folder, environment):
    try:
        done = subprocess.run(["bash", "-c", command.text], cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None, f"still running after {SECONDS} s"
    printed = (done.stdout + done.stderr).rstrip("\n").split("\n") if done.stdout + done.stderr else []
    wanted = 1 if any(re.search(r"error\[E\d+\]", line) for line in command.pasted or []) else 0
    if done.returncode != wanted:
        return printed, f"exit status {done.returncode}, not {wanted}: " + " | ".join(printed[:5])
    wrong = mismatch(without_times(command.pasted), without_times(printed)) if command.pasted is not None else None
    return printed, wrong and f"not printed: {wrong}"


def examples_are_listed(environment):
    """examples/README.md has a row for every example, with the number of its states."""
    text = (ROOT / "examples/README.md").read_text()
    rows = {name: int(states) for name, states in re.findall(r"^\| \[\w+\]\((\w+\.mo)\) \|[^|]*\| (\d+) \|", text, re.M)}
    problems = [f"examples/README.md: no row for {path.name}" for path in sorted((ROOT / "examples").glob("*.mo")) if path.name not in rows]
    for name, states in rows.items():
        done = subprocess.run(["sunder", "check", ROOT / "examples" / name, "--json"], env=environment, capture_output=True, text=True, timeout=SECONDS)
        found = json.loads(done.stdout)["state_count"]
        if found != states:
            problems.append(f"examples/README.md: {name} has {found} states, not {states}")
    return problems


def run_document(path, environment, blessing):
    """(passed, problems); pastes anew if asked to."""
    lines = path.read_text().split("\n")
    passed, problems, pieces = 0, [], []
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(ROOT / "examples", pathlib.Path(folder) / "examples")
        commands = [(command, "") for command in commands_in_tables(lines)]
        for first, indentation, name, body in blocks(lines):
            if name:
                (pathlib.Path(folder) / name).write_text("\n".join(body) + "\n")
            commands += [(command, indentation) for command in commands_of(first, body)]
        for command, indentation in commands:
            printed, problem = run(command, folder, environment)
            whole = command.pasted is not None and not any(map(is_left_out, command.pasted))
            if problem and blessing and whole and problem.startswith("not printed"):
                pieces.append((command, [(indentation + line).rstrip() for line in printed]))
            elif problem:
                problems.append(f"{path.relative_to(ROOT)}:{command.number}: $ {command.text}\n  {problem}")
                continue
            passed += 1
    for command, printed in reversed(pieces):
        lines[command.number:command.number + len(command.pasted)] = printed
    if pieces:
        path.write_text("\n".join(lines))
    return passed, problems


def main():
    blessing = "--bless" in sys.argv
    arguments = [a for a in sys.argv[1:] if a != "--bless"]
    sunder = pathlib.Path(arguments[0]).resolve()
    pattern = arguments[1] if len(arguments) > 1 else ""
    environment = {**os.environ, "PATH": f"{sunder.parent}:{os.environ['PATH']}"}
    total, failed = 0, []
    for document in DOCUMENTS:
        if pattern in document:
            passed, problems = run_document(ROOT / document, environment, blessing)
            if not passed and not problems:
                problems = [f"{document}: no command found"]
            total += passed
            failed += problems
    if not pattern:
        problems = examples_are_listed(environment)
        total += not problems
        failed += problems
    print("\n".join(failed))
    print(f"{total} passed, {len(failed)} failed")
    return 1 if failed or not total else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Keeps the house in order: include edges, formatting, docs that follow the code, words that may not occur.

usage: run.py SUNDER
"""
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUNDER = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
checks = []


def check(function):
    checks.append(function)
    return function


def tracked(*patterns):
    out = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / line for line in out.stdout.splitlines() if (ROOT / line).is_file()]


def rooms():
    text = (ROOT / "cmake/Rooms.cmake").read_text()
    found = {}
    for name, body in re.findall(r"^sunder_room\((\w+)([^)]*)\)", text, re.M):
        uses = re.search(r"USES ([\w\s]*?)(?:LIBRARIES|$)", body.replace("\n", " "))
        found[name] = set(uses.group(1).split()) if uses else set()
    return found


@check
def include_edges():
    """a room includes only itself and the rooms that cmake/Rooms.cmake lists for it"""
    allowed = rooms()
    wrong = []
    for path in tracked("src/*.hpp", "src/*.cpp", "src/*.c", "src/*.h"):
        room = path.relative_to(ROOT / "src").parts[0]
        if room not in allowed:
            wrong.append(f"{path.relative_to(ROOT)}: src/{room} is not a room in cmake/Rooms.cmake")
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            include = re.match(r'\s*#\s*include "([^"]+)"', line)
            if include:
                target = include.group(1).split("/")[0]
                if "/" not in include.group(1) or (target != room and target not in allowed[room]):
                    wrong.append(f"{path.relative_to(ROOT)}:{number}: {room} may not include {include.group(1)}")
    return wrong


@check
def compile_rooms_do_not_know_each_other():
    """compile rooms use the shared nouns only; run rooms look left only"""
    nouns = {"base", "graph", "algebra", "symbolic", "runtime", "ir"}
    compile_rooms = {"syntax", "instantiate", "evaluate", "flatten", "lower", "causalise", "emit"}
    order = ["model", "decouple", "integrate", "results", "simulate", "cosimulate", "reduce", "report", "driver", "verbs"]
    wrong = []
    for name, uses in rooms().items():
        if name in compile_rooms and not uses <= nouns:
            wrong.append(f"{name} uses {sorted(uses - nouns)}")
        if name in nouns and not uses <= nouns:
            wrong.append(f"{name} uses {sorted(uses - nouns)}")
        if name in order and name not in {"driver", "verbs"}:
            left = set(order[:order.index(name)]) | nouns
            if not uses <= left:
                wrong.append(f"{name} uses {sorted(uses - left)}")
    return wrong


@check
def formatting():
    """C++ files are formatted by clang-format"""
    tool = shutil.which("clang-format")
    if not tool:
        return ["clang-format is not installed"]
    files = [str(p) for p in tracked("src/*.hpp", "src/*.cpp", "src/*.c", "src/*.h", "tools/*.hpp", "tools/*.cpp", "tests/*.cpp", "tests/*.hpp", "bench/*.cpp", "bench/*.c", "bench/*.hpp", "bindings/*.cpp", "bindings/*.hpp")]
    done = subprocess.run([tool, "--dry-run", "-Werror", *files], cwd=ROOT, capture_output=True, text=True)
    return sorted({line.split(":")[0].replace(str(ROOT) + "/", "") + " is not formatted" for line in done.stderr.splitlines() if "error:" in line})


@check
def examples_are_canonical():
    """sunder format changes nothing in the examples"""
    wrong = []
    for path in tracked("examples/*.mo", "modelica/*.mo"):
        if subprocess.run([SUNDER, "format", "--check", path], capture_output=True).returncode != 0:
            wrong.append(f"{path.relative_to(ROOT)} is not canonical")
    return wrong


def same_as(document, *command):
    printed = subprocess.run([SUNDER, *command], capture_output=True, text=True, check=True).stdout
    path = ROOT / document
    if not path.exists() or path.read_text() != printed:
        return [f"{document} is not what `sunder {' '.join(command)}` prints; write it anew"]
    return []


@check
def command_line_document():
    """docs/cli.md is what the program says"""
    return same_as("docs/cli.md", "--help-markdown")


@check
def diagnostics_document():
    """docs/diagnostics.md is what the program says"""
    return same_as("docs/diagnostics.md", "--diagnostics-markdown")


@check
def codes_are_used():
    """every diagnostic code is used somewhere, and no code is declared twice"""
    text = (ROOT / "src/base/codes.def").read_text()
    codes = re.findall(r"^SUNDER_CODE\((\w+),", text, re.M)
    everything = "\n".join(p.read_text() for p in tracked("src/*.cpp", "src/*.hpp", "src/*.c", "tools/*.cpp"))
    wrong = [f"{code} is declared twice" for code in sorted({c for c in codes if codes.count(c) > 1})]
    return wrong + [f"{code} is declared but never used" for code in codes if f"Code::{code}" not in everything]


@check
def every_room_is_described():
    """ARCHITECTURE.md names every room, and no other"""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    described = set(re.findall(r"^\| `(\w+)/` \|", text, re.M))
    present = set(rooms())
    return [f"ARCHITECTURE.md does not describe {r}" for r in sorted(present - described)] + [f"ARCHITECTURE.md describes {r}, which does not stand" for r in sorted(described - present)]


@check
def every_pass_is_described():
    """docs/passes.md lists every pass of the compiler"""
    return same_as("docs/passes.md", "--passes-markdown")


@check
def file_length():
    """no source file over 700 lines"""
    wrong = []
    for path in tracked("src/*.hpp", "src/*.cpp", "src/*.c", "tools/*.cpp", "web/src/*.ts"):
        lines = len(path.read_text().splitlines())
        if lines > 700:
            wrong.append(f"{path.relative_to(ROOT)} has {lines} lines: is it one subject?")
    return wrong


@check
def standing_alone():
    """nothing refers to files outside the repository or to a machine"""
    pattern = re.compile(r"\.\./shared|/work/|/root/|/home/")
    wrong = []
    for path in tracked():
        if path.suffix in {".png", ".mat"} or path == pathlib.Path(__file__).resolve():
            continue
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            if pattern.search(line):
                wrong.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    return wrong


def main():
    failed = 0
    for function in checks:
        problems = function()
        if problems:
            failed += 1
            print(f"{function.__name__}: {function.__doc__}")
            for problem in problems[:30]:
                print("  " + problem)
            if len(problems) > 30:
                print(f"  … and {len(problems) - 30} more")
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

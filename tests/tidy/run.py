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


def includes_of(path, known={}):
    """The quoted includes of a file under src: (line number, path)."""
    if path not in known:
        found = [(number, re.match(r'\s*#\s*include "([^"]+)"', line)) for number, line in enumerate(path.read_text().splitlines(), 1)]
        known[path] = [(number, match.group(1)) for number, match in found if match]
    return known[path]


def reached_from(path):
    """Every file under src that a file reaches by includes of includes: {file: (line number in `path`, chain of includes)}."""
    reached = {}
    open_ = [(ROOT / "src" / name, number, [name]) for number, name in includes_of(path)]
    while open_:
        at, number, chain = open_.pop(0)
        if at in reached or not at.is_file():
            continue
        reached[at] = (number, chain)
        open_ += [(ROOT / "src" / name, number, chain + [name]) for _, name in includes_of(at)]
    return reached


def room_of(path):
    return path.relative_to(ROOT / "src").parts[0]


@check
def include_edges():
    """what a room reaches by its includes, and by their includes, is itself and the rooms that cmake/Rooms.cmake lists for it"""
    allowed = rooms()
    wrong = []
    for path in tracked("src/*.hpp", "src/*.cpp", "src/*.c", "src/*.h"):
        here, room = path.relative_to(ROOT), room_of(path)
        if room not in allowed:
            wrong.append(f"{here}: src/{room} is not a room in cmake/Rooms.cmake")
            continue
        for number, name in includes_of(path):
            if "/" not in name or not (ROOT / "src" / name).is_file():
                wrong.append(f"{here}:{number}: there is no src/{name}")
        for target, (number, chain) in reached_from(path).items():
            if room_of(target) not in allowed[room] | {room}:
                wrong.append(f"{here}:{number}: {room} may not include {' -> '.join(chain)}")
    return wrong


NOUNS = ["base", "graph", "algebra", "symbolic", "runtime", "foreign", "exported", "ir"]
COMPILE_ROOMS = ["syntax", "library", "instantiate", "evaluate", "flatten", "lower", "causalise", "emit"]
# run rooms look left only: rooms that stand together do not know each other
RUN_ROOMS = [["model"], ["execute", "decouple", "fmi", "integrate", "results"], ["publish", "ssp"], ["simulate"], ["choose", "cosimulate", "reduce"], ["approximate", "report"], ["driver"], ["verbs"], ["api"]]
READ_PLANS = {"execute": {"causalise", "emit"}, "publish": {"causalise", "emit"}, "approximate": {"emit"}, "driver": set(COMPILE_ROOMS), "verbs": {"syntax", "emit"}, "api": {"emit"}}


@check
def order_of_rooms():
    """compile rooms use the shared nouns only; run rooms look left only; every room has its place"""
    may_use = {room: set(NOUNS) for room in NOUNS + COMPILE_ROOMS}
    left = set(NOUNS)
    for together in RUN_ROOMS:
        may_use |= {room: left | READ_PLANS.get(room, set()) for room in together}
        left |= set(together)
    wrong = [f"{room} has no place in the order of rooms" for room in rooms() if room not in may_use]
    wrong += [f"{room} is in the order of rooms and does not stand" for room in may_use if room not in rooms()]
    for room, uses in rooms().items():
        if not uses <= may_use.get(room, uses):
            wrong.append(f"{room} uses {sorted(uses - may_use[room])}")
    return wrong


# What the headers of the intermediate representations may reach: what stands on their left. The front end (what is
# known of classes and expressions) ends where equations become shapes: dae and plan share with it the attributes only.
IR_HEADERS = {
    "attributes": [],
    "rare_list": [],
    "shared_place": [],
    "ast": [],
    "class_source": ["ast"],
    "typed": ["attributes", "shared_place"],
    "evaluation": ["attributes", "shared_place", "typed"],
    "instance": ["attributes", "rare_list", "shared_place", "ast", "typed"],
    "flat": ["attributes", "rare_list", "shared_place", "ast", "typed", "instance"],
    "dae": ["attributes"],
    "brief": ["attributes", "dae"],
    "elimination": [],
    "plan": ["attributes", "dae", "elimination"],
    "complaints": [],
    "typed_verify": ["attributes", "shared_place", "complaints", "typed"],
    "print_rows": [],
}
FRONT_END = {"ast", "class_source", "typed", "evaluation", "instance", "flat"}
FRONT_END_ROOMS = {"ir", "syntax", "library", "instantiate", "evaluate", "flatten", "lower", "driver", "verbs", "api"}


@check
def order_of_representations():
    """no header of ir/ includes what stands on its right; behind the dae nothing includes the front end's headers"""
    headers = {path.stem: path for path in tracked("src/ir/*.hpp")}
    wrong = [f"src/ir/{name}.hpp has no place in the order of representations" for name in headers if name not in IR_HEADERS]
    wrong += [f"src/ir/{name}.hpp does not stand" for name in IR_HEADERS if name not in headers]
    for name, path in headers.items():
        for target, (number, chain) in reached_from(path).items():
            if room_of(target) == "ir" and target.stem not in IR_HEADERS.get(name, []):
                wrong.append(f"src/ir/{name}.hpp:{number}: may not include {' -> '.join(chain)}")
    for path in tracked("src/*.hpp", "src/*.cpp"):
        if room_of(path) in FRONT_END_ROOMS:
            continue
        for target, (number, chain) in reached_from(path).items():
            if room_of(target) == "ir" and target.stem in FRONT_END:
                wrong.append(f"{path.relative_to(ROOT)}:{number}: {room_of(path)} may not include {' -> '.join(chain)}")
    return wrong


@check
def formatting():
    """C++ files are formatted by clang-format"""
    tool = shutil.which("clang-format")
    if not tool:
        return ["clang-format is not installed"]
    files = [str(p) for p in tracked("include/*.hpp", "examples/*.cpp", "src/*.hpp", "src/*.cpp", "src/*.c", "src/*.h", "tools/*.hpp", "tools/*.cpp", "tests/*.cpp", "tests/*.hpp", "bench/*.cpp", "bench/*.c", "bench/*.hpp", "bindings/*.cpp", "bindings/*.hpp")]
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
def methods_document():
    """docs/methods.md holds the table of methods as the program has it"""
    printed = subprocess.run([SUNDER, "--methods-markdown"], capture_output=True, text=True, check=True).stdout
    if printed in (ROOT / "docs/methods.md").read_text():
        return []
    return ["docs/methods.md does not hold what `sunder --methods-markdown` prints; write that table anew"]


@check
def diagnostics_document():
    """docs/diagnostics.md is what the program says"""
    return same_as("docs/diagnostics.md", "--diagnostics-markdown")


@check
def codes_are_used():
    """every diagnostic code is used somewhere, every used one is declared, and none twice"""
    text = (ROOT / "src/base/codes.def").read_text()
    codes = re.findall(r"^SUNDER_CODE\((\w+),", text, re.M)
    everything = "\n".join(p.read_text() for p in tracked("src/*.cpp", "src/*.hpp", "src/*.c", "tools/*.cpp"))
    wrong = [f"{code} is declared twice" for code in sorted({c for c in codes if codes.count(c) > 1})]
    used = set(re.findall(r"\bCode::([EW]\d{4})\b", everything)) - {"E0000", "W0000"}  # where the numbers begin
    wrong += [f"{code} is used but not declared in src/base/codes.def" for code in sorted(used - set(codes))]
    return wrong + [f"{code} is declared but never used" for code in codes if code not in used]


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


@check
def lines_of_documents():
    """no line over 200 characters in a document, but for tables, code and pages that a program writes"""
    wrong = []
    for path in tracked("*.md"):
        text = path.read_text()
        if re.search(r"^(Made|Written) by `|\. Made by `", text, re.M):
            continue
        fenced = False
        for number, line in enumerate(text.splitlines(), 1):
            fenced ^= line.startswith("```")
            if len(line) > 200 and not fenced and not line.startswith(("|", "    ")):
                wrong.append(f"{path.relative_to(ROOT)}:{number}: {len(line)} characters")
    return wrong


@check
def constructs_have_cases():
    """every line of the table in docs/modelica.md names a case that exists"""
    wrong = []
    for line in (ROOT / "docs/modelica.md").read_text().splitlines():
        if not line.startswith("| ") or line.startswith("| construct"):
            continue
        named = re.findall(r"`([a-z_]+/[a-z_]+\.b?mo)`", line)
        wrong += [f"no case: {line[:60]}"] if not named else []
        wrong += [f"{case} does not exist" for case in named if not (ROOT / "tests/cases" / case).exists()]
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

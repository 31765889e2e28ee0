#!/usr/bin/env python3
"""clang-tidy 19 with the checks of .clang-tidy, on all cores; everything is looked at as it is joined for sanitizers, six files at a time, since
headers cost more than what includes them.

usage: clang_tidy.py --all            every source file
       clang_tidy.py --changed        files changed since main (on main: since the last tag), for at most a minute
       clang_tidy.py --list-changed   only names them, one a line
"""
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = "clang-tidy-19"
MINUTE = 60.0


def git(*arguments):
    out = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return out.stdout.split("\n")[:-1] if out.returncode == 0 else None


def base():
    """What `changed` counts from: where a branch left main; on main itself the last tag, or else the last commit."""
    head = git("rev-parse", "HEAD")
    for main in ("main", "origin/main"):
        fork = git("merge-base", "HEAD", main)
        if fork and fork != head:
            return fork[0]
    tag = git("describe", "--tags", "--abbrev=0")
    return tag[0] if tag else "HEAD"


def changed():
    names = set(git("diff", "--name-only", base()) or []) | set(git("ls-files", "--others", "--exclude-standard") or [])
    sources = set()
    for name in names:
        path = ROOT / name
        if name.startswith(("src/", "tools/", "bindings/", "tests/", "bench/")) and path.suffix in (".cpp", ".c", ".hpp", ".h"):
            # a header is checked by way of the source file of its name
            sources |= {at for at in (path, path.with_suffix(".cpp"), path.with_suffix(".c")) if at.suffix in (".cpp", ".c") and at.is_file()}
    return sorted(sources)


def compile_commands(joined):
    """Of a configuration without precompiled headers, which clang could not read; nothing is built."""
    where = ROOT / ("build/tidy-joined" if joined else "build/tidy")
    made = subprocess.run(["cmake", "--preset", "tidy", "-B", str(where), f"-DSUNDER_JOIN={'ON' if joined else 'OFF'}"],
                          cwd=ROOT, capture_output=True, text=True)
    if made.returncode != 0:
        sys.exit(f"configuring failed:\n{made.stdout[-2000:]}{made.stderr[-2000:]}")
    return where, {pathlib.Path(entry["file"]).resolve() for entry in json.loads((where / "compile_commands.json").read_text())}


def examine(path, where, end):
    if time.monotonic() > end:
        return path, None, ""
    # what is joined is included, and told like a header
    everything = "--header-filter=(src|tools|include|bindings|tests|bench)/.*"
    out = subprocess.run([PROGRAM, "-p", str(where), "--quiet", everything, str(path)], cwd=ROOT, capture_output=True, text=True)
    return path, out.returncode == 0, out.stdout


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in ("--all", "--changed", "--list-changed"):
        sys.exit(__doc__)
    mode = sys.argv[1][2:]
    if mode == "list-changed":
        print("".join(f"{path.relative_to(ROOT)}\n" for path in changed()), end="")
        return 0
    if shutil.which(PROGRAM) is None:
        sys.exit(f"{PROGRAM} is not installed")
    where, known = compile_commands(joined=mode == "all")
    files = sorted(known) if mode == "all" else [path for path in changed() if path in known]
    end = time.monotonic() + (MINUTE if mode == "changed" else float("inf"))
    passed = failed = skipped = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, fine, text in pool.map(lambda at: examine(at, where, end), files):
            passed, failed, skipped = passed + (fine is True), failed + (fine is False), skipped + (fine is None)
            if fine is False:
                print(text.rstrip() or f"{path.relative_to(ROOT)}: {PROGRAM} failed", flush=True)
    if skipped:
        print(f"{skipped} changed files were not reached within a minute: ./test --tidy examines all")
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""The installed package as users meet it: headers that need nothing else, a library that shows nothing else, the example.

usage: run.py BUILD [--bless]      --bless pastes program and output into docs/embedding.md
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve()
BLESS = "--bless" in sys.argv[2:]
DOCUMENT = ROOT / "docs/embedding.md"
EXAMPLE = ROOT / "examples/embed"
tests = []


def test(function):
    tests.append(function)
    return function


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout[-1500:]}{done.stderr[-1500:]}")
    return done.stdout


def block(text, language):
    """The one fenced block of a language: where it begins and ends in the text."""
    found = re.findall(rf"^```{language}\n(?:.*\n)*?```$", text, re.M)
    if len(found) != 1:
        raise AssertionError(f"{len(found)} blocks of {language} in {DOCUMENT.name}")
    begin = text.index(found[0]) + len(language) + 4
    return begin, begin + len(found[0]) - len(language) - 7


def pasted(language, expected):
    text = DOCUMENT.read_text()
    begin, end = block(text, language)
    if BLESS:
        DOCUMENT.write_text(text[:begin] + expected + text[end:])
    elif text[begin:end] != expected:
        raise AssertionError(f"{DOCUMENT.name} shows\n{text[begin:end]}and this is\n{expected}")


@test
def headers_stand_alone(prefix):
    """each compiles by itself, before anything else, with no other folder of ours in sight"""
    headers = sorted((prefix / "include/sunder").glob("*.hpp"))
    assert len(headers) >= 10, f"{len(headers)} headers"
    for header in headers:
        for include in re.findall(r"^#include (\S+)", header.read_text(), re.M):
            assert include.startswith("<sunder/") or re.fullmatch(r"<\w+>", include), f"{header.name} includes {include}"
    compiler = os.environ.get("CXX", "c++")
    for header in headers:
        run(compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{prefix}/include", "-include", f"sunder/{header.name}", "-x", "c++", os.devnull)


@test
def library_shows_the_interface_only(prefix):
    names = run("nm", "-DC", "--defined-only", prefix / "lib/libsunder.so").splitlines()
    ours = [name for name in names if "sunder" in name]
    assert any("sunder::load_text(" in name for name in ours), "load_text is not exported"
    rooms = {path.name for path in (ROOT / "src").iterdir() if path.is_dir()}
    inside = [name for name in ours if set(re.findall(r"sunder::(\w+)::", name)) & rooms or re.search(r"\bsunder_\w+$", name)]
    assert not inside, f"{len(inside)} symbols of rooms, such as {inside[:3]}"


@test
def example_builds_and_runs(prefix):
    build = prefix / "embed"
    run("cmake", "-G", "Ninja", "-S", EXAMPLE, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
    run("cmake", "--build", build)
    pasted("text", run(build / "embed"))


@test
def document_shows_the_example(prefix):
    pasted("cpp", (EXAMPLE / "main.cpp").read_text())
    pasted("cmake", (EXAMPLE / "CMakeLists.txt").read_text())


@test
def installed_program_runs(prefix):
    assert "sunder" in run(prefix / "bin/sunder", "--version")


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        prefix = pathlib.Path(folder)
        run("cmake", "--install", BUILD, "--prefix", prefix)
        for function in tests:
            try:
                function(prefix)
            except (AssertionError, subprocess.TimeoutExpired) as error:
                failed += 1
                print(f"{function.__name__}: {str(error)[:3000]}")
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

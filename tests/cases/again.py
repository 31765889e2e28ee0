"""Cases run again in other configurations of the compiler: which there are, and what may differ."""
import json
import math
import pathlib
import re
import subprocess

# When it was, how long it took, and the command line, which holds the options of the configuration.
TIMES = {"seconds", "timing", "speedup", "generated", "options"}
# How the work was done: without a pass there is more of it.
WORK = {"alias", "blocks", "statistics", "iterated", "shapes"}
# Lines of text that hold times.
TIME_LINES = re.compile(r"^ *(time|speed) {2,}")
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
# what --output and its like write; pages and pictures hold times or roundings of numbers that are compared anyway
RESULTS = {".csv", ".mat", ".mo", ".json"}


class Configuration:
    """Options added to every run, and what must then be equal."""

    def __init__(self, name, options, verbs, tolerance, ignored):
        self.name, self.options, self.verbs, self.tolerance, self.ignored = name, options, verbs, tolerance, ignored
        self.shown = "  again with " + " ".join(options)

    def options_for(self, run):
        words = run.command.split()
        given = any(word.split("=")[0] == self.options[0] for word in words)
        return self.options if words[0] in self.verbs and not given else ()

    def concerns(self, run):
        """A stage that is printed shows what passes do; what compares files compares those of this configuration."""
        if self.tolerance and "--dump" in run.command:
            return False
        return bool(self.options_for(run)) or run.command.startswith("compare ")


def configurations_of(sunder):
    """From what the program says of itself: optional passes, and the commands that take an option."""
    def said(option):
        return subprocess.run([sunder, option], capture_output=True, text=True, check=True).stdout

    sections = re.split(r"^## `sunder (\w+)", said("--help-markdown"), flags=re.M)[1:]
    taking = {option: {verb for verb, body in zip(sections[::2], sections[1::2]) if f"`{option} " in body} for option in ("--back-end", "--disable")}
    optional = re.findall(r"^\| (\w+) \|.*\| yes \|$", said("--passes-markdown"), re.M)
    if not optional or not all(taking.values()):
        raise RuntimeError("the program names no optional pass, or no command that takes --back-end and --disable")
    disable = [word for name in optional for word in ("--disable", name)]
    return [Configuration("interpreter", ["--back-end", "interpreter"], taking["--back-end"], 0, TIMES),
            Configuration("passes", disable, taking["--disable"], 1e-10, TIMES | WORK)]


def written(folder):
    """The results in a folder, as bytes."""
    return {p.name: p.read_bytes() for p in sorted(pathlib.Path(folder).iterdir()) if p.suffix in RESULTS}


def close(a, b, tolerance):
    if a == b or (math.isnan(a) and math.isnan(b)):
        return True
    # what is zero but for rounding has no digits to compare
    return math.isfinite(a) and math.isfinite(b) and tolerance > 0 and abs(a - b) <= tolerance * max(abs(a), abs(b)) + 1e-14


def values_differ(path, a, b, configuration):
    """Where two JSON values differ, as (path, a, b)."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in [*a, *(k for k in b if k not in a)]:
            if key not in configuration.ignored:
                yield from values_differ(f"{path}.{key}" if path else key, a.get(key), b.get(key), configuration)
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for i, (one, other) in enumerate(zip(a, b)):
            yield from values_differ(f"{path}[{i}]", one, other, configuration)
    elif isinstance(a, str) and isinstance(b, str):
        if text_differs([a], [b], configuration):
            yield path, a, b
    elif isinstance(a, (int, float)) and isinstance(b, (int, float)) and not isinstance(a, bool) and not isinstance(b, bool):
        if not close(a, b, configuration.tolerance):
            yield path, a, b
    elif a != b:
        yield path, a, b


def text_differs(a, b, configuration):
    """The first two lines that differ in words, or in numbers by more than the tolerance; None where there are none."""
    a, b = ([line.rstrip() for line in lines if not TIME_LINES.match(line)] for lines in (a, b))
    for one, other in zip(a + [None] * (len(b) - len(a)), b + [None] * (len(a) - len(b))):
        if one == other:
            continue
        if one is None or other is None or configuration.tolerance == 0 or NUMBER.sub("0", one).split() != NUMBER.sub("0", other).split():
            return one, other
        if not all(close(float(x), float(y), configuration.tolerance) for x, y in zip(NUMBER.findall(one), NUMBER.findall(other))):
            return one, other
    return None


def document_of(lines):
    """The JSON value that the lines are, or None."""
    try:
        return json.loads("\n".join(lines))
    except ValueError:
        return None


def differences(before, after, files_before, files_after, configuration):
    """Problems in words; none where both runs did the same."""
    problems = []
    if after.status != before.status:
        problems.append(f"exit status {after.status}, as written {before.status}")
    one, other = document_of(before.out), document_of(after.out)
    if isinstance(one, dict) and isinstance(other, dict):
        found = list(values_differ("", one, other, configuration))
        problems += [f"{path} is {json.dumps(b)[:200]}, as written {json.dumps(a)[:200]}" for path, a, b in found[:8]]
        if len(found) > 8:
            problems.append(f"… and {len(found) - 8} more")
    elif lines := text_differs(before.out, after.out, configuration):
        problems.append("standard output differs:\n    as written: {}\n    here:       {}".format(*lines))
    if lines := text_differs(before.err, after.err, configuration):
        problems.append("standard error differs:\n    as written: {}\n    here:       {}".format(*lines))
    for name in sorted(files_before.keys() | files_after.keys()):
        a, b = files_before.get(name), files_after.get(name)
        if a == b:
            continue
        if a is None or b is None:
            problems.append(f"$TMP/{name} was written in one of both only")
        elif configuration.tolerance == 0:
            problems.append(f"$TMP/{name} is not the same file")
        elif not name.endswith(".mat"):
            if lines := text_differs(a.decode("utf-8", "replace").split("\n"), b.decode("utf-8", "replace").split("\n"), configuration):
                problems.append(f"$TMP/{name} differs:\n    as written: {str(lines[0])[:300]}\n    here:       {str(lines[1])[:300]}")
    return problems

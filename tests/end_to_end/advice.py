#!/usr/bin/env python3
"""Advice, followed to the letter: every command that analyze, choose and report print for models of everyday kinds is run, and what comes
of it is held against the error that was said.

usage: advice.py SUNDER [PATTERN]      only models whose names contain PATTERN
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

SUNDER = str(pathlib.Path(sys.argv[1]).resolve())
MODELS = pathlib.Path(__file__).resolve().parent / "advice"
REFERENCE = ["--method", "rosenbrock", "--tolerance", "1e-9"]
STEP_CLAIM = re.compile(r"\b(works?|accurate)\b.*\bstep", re.I)


def sunder(*words, cwd):
    done = subprocess.run([SUNDER, *words], capture_output=True, text=True, timeout=120, cwd=cwd)
    return done


def commands(text):
    """Lines that a user would copy: indented, or between backquotes."""
    found = []
    for line in text.splitlines():
        if re.match(r"\s+sunder \w", line):
            found.append(line.strip())
        found += re.findall(r"`(sunder [^`]+)`", line)
    return found


def distance(run, reference):
    """The largest difference of two results files at common times, of the range; within E of the run around jumps nothing is compared."""
    def read(path):
        rows = [line for line in path.read_text().splitlines() if not line.startswith("#")]
        names = [name.strip('"') for name in rows[0].split(",")]
        return names, [[float(x) for x in row.split(",")] for row in rows[1:]]
    names, a = read(run)
    others, b = read(reference)
    span = b[-1][0] - b[0][0]
    at = {}
    for row in b:
        at.setdefault(round(row[0] / span, 10), row)
    worst = (0.0, "")
    for i, name in enumerate(names):
        if name == "time" or name.startswith("der(") or name not in others:
            continue
        j = others.index(name)
        values = [row[j] for row in b]
        scale = max(values) - min(values)
        if scale <= 1e-12 * max(1, abs(values[0])):
            continue
        jumps = [row[0] for rows, k in ((a, i), (b, j)) for row, after in zip(rows, rows[1:])
                 if row[0] == after[0] and abs(row[k] - after[k]) > 1e-6 * scale]
        window = min(1e-3 * span, 0.2 * span / max(1, len(jumps)))
        for row in a:
            other = at.get(round(row[0] / span, 10))
            if other is None or any(abs(row[0] - jump) <= window for jump in jumps):
                continue
            worst = max(worst, (abs(row[i] - other[j]) / scale, name))
    return worst


class Advice:
    def __init__(self, model, folder):
        self.model, self.folder, self.complaints = model, folder, []

    def wrong(self, what):
        self.complaints.append(f"{self.model.name}: {what}")

    def reference(self, stop):
        path = self.folder / "reference.csv"
        done = sunder("simulate", str(self.model), *REFERENCE, "--output", str(path), *stop, cwd=self.folder)
        return path if done.returncode == 0 else None

    def follow(self, command):
        """A command as it was printed, with a file for its results where it is a run."""
        words = shlex.split(command)[1:]
        if words[0] != "simulate":
            done = sunder(*words, cwd=self.folder)
            if done.returncode != 0:
                self.wrong(f"{command}: status {done.returncode}: {done.stderr[:200]}")
            return
        path = self.folder / "run.csv"
        done = sunder(*words, "--output", str(path), "--json", cwd=self.folder)
        answer = json.loads(done.stdout) if done.stdout else None
        if done.returncode == 3 and "E0650" in done.stderr:
            return  # it does not keep the error, and says so
        if done.returncode != 0 or answer is None:
            self.wrong(f"{command}: status {done.returncode}: {done.stderr[:200]}")
            return
        for option in re.findall(r"^\s*help: (--max-error \S+) goes on", done.stderr, re.M):
            self.follow(command + " " + option)
        audit = answer.get("audit")
        said = None
        if audit and audit["verdict"] == "kept":
            said = answer["plan"]["max_error"]
        elif audit and audit["error"] is not None:
            # an estimate, of the coarser of two runs: the finer one must be well within it; below 1e-6 nobody counts
            said = max(2 * audit["error"], 1e-6)
        if said is None:
            return  # nothing was said of its error
        stop = [x for k, word in enumerate(words) if word == "--stop" for x in words[k:k + 2]]
        reference = self.reference(stop)
        if reference is None:
            return
        error, name = distance(path, reference)
        if answer["averaging"]:
            return  # means are no values at a time; slow states are looked at by the cases of averaging
        if error > said:
            self.wrong(f"{command}: said {said:.2g}, is off by {error:.2g} in {name}")

    def run(self):
        texts = {}
        for verb, more in (("analyze", []), ("choose", []), ("report", ["--output", str(self.folder / "page.html")])):
            done = sunder(verb, str(self.model), *more, cwd=self.folder)
            if done.returncode != 0:
                self.wrong(f"{verb}: status {done.returncode}: {done.stderr[:300]}")
                continue
            texts[verb] = done.stdout + done.stderr
        followed = set()
        for verb, text in texts.items():
            for line in text.splitlines():
                if STEP_CLAIM.search(line) and "error" not in line and "not" not in line:
                    self.wrong(f"{verb} claims a step without its error: {line.strip()}")
            for command in commands(text):
                if command not in followed and not command.startswith("sunder report"):
                    followed.add(command)
                    self.follow(command)
        if not followed:
            self.wrong("no command was printed")
        # the default says an error, and must not be beyond it
        self.follow(f"sunder simulate {shlex.quote(str(self.model))}")
        return self.complaints


def main():
    pattern = sys.argv[2] if len(sys.argv) > 2 else ""
    passed = failed = 0
    for model in sorted(MODELS.glob("*.mo")):
        if pattern not in model.name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            complaints = Advice(model, pathlib.Path(folder)).run()
        for one in complaints:
            print(one)
        passed, failed = (passed, failed + 1) if complaints else (passed + 1, failed)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())

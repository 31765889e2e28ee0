#!/usr/bin/env python3
"""Runs the cells of docs/python.md as a notebook does, and writes their output behind them.

usage: tutorial.py [--write]     with an interpreter that has the module
"""
import ast
import contextlib
import io
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TUTORIAL = ROOT / "docs/python.md"
# a cell, and its output if it has one
CELL = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.S)


def run_cell(code, names):
    """What is printed, and the value of the last line if it is an expression."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(tree, "cell", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
            if value is not None:
                print(repr(value))
    return "".join(line.rstrip() + "\n" for line in out.getvalue().splitlines())


def rerun(text):
    """The document with the outputs that its cells have now."""
    names = {"__name__": "tutorial"}

    def again(match):
        output = run_cell(match.group(1), names)
        return f"```python\n{match.group(1)}```\n" + (f"\n```text\n{output}```\n" if output else "")

    return CELL.sub(again, text)


def main():
    import matplotlib

    matplotlib.use("Agg")
    os.chdir(ROOT)
    text = TUTORIAL.read_text()
    now = rerun(text)
    if "--write" in sys.argv[1:]:
        TUTORIAL.write_text(now)
    elif now != text:
        sys.exit("docs/python.md is not what its cells print: tests/python/tutorial.py --write")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Holds what sunder computes from the examples against the numbers of the literature, and docs/reproduction.md against both.

usage: run.py SUNDER
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

if __name__ == "__main__":
    sunder = pathlib.Path(sys.argv[1]).resolve()
    sys.exit(subprocess.run([sys.executable, "tools/reproduce", sunder, "--check", "docs/reproduction.md"], cwd=ROOT).returncode)

#!/usr/bin/env python3
"""The Python module, built as a wheel and installed into a virtual environment as users do.

usage: run.py BUILD [NAME…]     BUILD: a configured build folder, whose libraries the module is made of
"""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
SYSTEM_PYTHON = "/usr/bin/python3"  # Debian's, with the packages of tools/packages


def install(build):
    """The interpreter of an environment that has the module."""
    environment = build / "python-environment"
    python = environment / "bin/python3"
    if not python.is_file():
        subprocess.run([SYSTEM_PYTHON, "-m", "venv", "--system-site-packages", "--without-pip", environment], check=True)
    subprocess.run([SYSTEM_PYTHON, "-m", "pip", "--python", python, "--quiet", "--disable-pip-version-check", "install", "--no-build-isolation", "--no-deps",
                    "--no-index", "--force-reinstall", ROOT], check=True, env={**os.environ, "SUNDER_BUILD": str(build)})
    return python


def run_tests(names):
    import unittest

    sys.path.insert(0, str(HERE))
    loader = unittest.TestLoader()
    suite = loader.loadTestsFromNames(names) if names else loader.discover(str(HERE), top_level_dir=str(HERE))
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    failed = len({str(test) for test, _ in result.failures + result.errors})
    print(f"{result.testsRun - failed} passed, {failed} failed", flush=True)
    return 0 if result.wasSuccessful() and result.testsRun > 0 else 1


if __name__ == "__main__":
    if sys.argv[1] == "--inside":
        sys.exit(run_tests(sys.argv[2:]))
    python = install(pathlib.Path(sys.argv[1]).resolve())
    sys.exit(subprocess.run([python, __file__, "--inside", *sys.argv[2:]]).returncode)

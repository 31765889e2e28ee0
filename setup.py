"""Builds the Python module: `pip install .`. The extension is the CMake target sunder_python.

Without further ado a Release build in build/python is configured and used. SUNDER_BUILD=FOLDER takes one that exists, so that
nothing is compiled twice.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
BUILD = ROOT / "build"
BUILD.mkdir(exist_ok=True)


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        given = os.environ.get("SUNDER_BUILD")
        folder = pathlib.Path(given).resolve() if given else BUILD / "python"
        if given and not (folder / "CMakeCache.txt").is_file():
            sys.exit(f"SUNDER_BUILD: {folder} is no configured build")
        configure = ["cmake", "-S", ROOT, "-B", folder, "-DSUNDER_PYTHON=ON"]
        if not given:
            configure += ["-DCMAKE_BUILD_TYPE=Release", "-DSUNDER_TESTS=OFF", "-DSUNDER_BENCHMARKS=OFF", f"-DPython_EXECUTABLE={sys.executable}"]
            if shutil.which("ninja") and not (folder / "CMakeCache.txt").is_file():
                configure += ["-G", "Ninja"]
        if not given or "SUNDER_PYTHON:BOOL=ON" not in (folder / "CMakeCache.txt").read_text():
            subprocess.run(configure, check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "sunder_python"], check=True)
        made = folder / "python" / f"_core{suffix}"
        if not made.is_file():
            sys.exit(f"the build in {folder} is for another Python than {sys.executable}: it has no {made.name}")
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(made, target)


def version():
    return re.search(r"project\(sunder VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


setup(
    version=version(),
    packages=["sunder"],
    package_dir={"sunder": "bindings/python/sunder"},
    package_data={"sunder": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("sunder._core", [])],
    cmdclass={"build_ext": CMakeBuild},
    # what setuptools makes on its way goes where everything that is made goes
    options={"build": {"build_base": "build/wheel"}, "egg_info": {"egg_base": "build"}},
)

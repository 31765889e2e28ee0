"""What is asked without one model: distributed systems and comparisons."""
from __future__ import annotations

import os
import pathlib
import tempfile
from typing import Any, Optional, Union

from . import _core
from ._errors import Error, take
from ._findings import Comparison, Stability
from ._model import Path, Progress, given, read
from ._results import Cosimulation, Result


def stability(file: Path, *, communication_step: Optional[float] = None, search: Optional[str] = None, report: Optional[Path] = None,
              back_end: Optional[str] = None, progress: Optional[Progress] = None) -> Stability:
    """Is the communication step of a distributed system (a TOML file) stable, and which ones are?"""
    with tempfile.TemporaryDirectory() as folder:
        picture = os.path.join(folder, "radius.svg")
        options = given(file=os.fspath(file), communication_step=communication_step, search=search, report=report and os.fspath(report),
                        back_end=back_end, picture=picture)
        answer = take(_core.stability(options, progress))
        if not answer.has_value:
            raise Error("stopped before there was a result", answer.diagnostics)
        if answer.failed:
            raise answer.error()
        return Stability(answer, read(picture))


def cosim(file: Path, stop: Optional[float] = None, *, start: Optional[float] = None, communication_step: Optional[float] = None,
          adaptive: bool = False, tolerance: Optional[float] = None, allow_unstable: bool = False, threads: Optional[int] = None,
          filter: Optional[str] = None, save: Optional[Path] = None, compare: bool = False, report: Optional[Path] = None,
          search: Optional[str] = None, back_end: Optional[str] = None, progress: Optional[Progress] = None) -> Cosimulation:
    """Runs a distributed system (a TOML file); options as those of `sunder cosim`."""
    options = given(file=os.fspath(file), stop=stop, start=start, communication_step=communication_step, adaptive=adaptive,
                    tolerance=tolerance, allow_unstable=allow_unstable, threads=threads, filter=filter, save=save and os.fspath(save),
                    compare=compare, report=report and os.fspath(report), search=search, back_end=back_end)
    answer = take(_core.cosim(options, progress))
    if answer.value is None:
        raise Error("stopped before there was a result", answer.diagnostics)
    answer.data["model"] = pathlib.Path(file).stem
    result = Cosimulation(answer.data, answer.value, answer.diagnostics, answer.stopped)
    if answer.failed and not answer.stopped:
        raise answer.error(result)
    return result


def compare(a: Union[Result, Path], b: Union[Result, Path], *, measure: Optional[str] = None, window: Optional[float] = None,
            derivatives: bool = False) -> Comparison:
    """How far `a` is from the reference `b`: results, or results files (.csv, .mat)."""
    return Comparison(take(_core.compare(_trajectory(a, "a"), _trajectory(b, "b"),
                                         given(measure=measure, window=window, derivatives=derivatives))))


def _trajectory(results: Any, what: str) -> Any:
    if isinstance(results, Result):
        return results._trajectory
    if isinstance(results, (str, os.PathLike)):
        return os.fspath(results)
    raise TypeError(f"{what} must be a result or a path, not {type(results).__name__}")

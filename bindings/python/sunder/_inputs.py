"""What drives the inputs of a run, from what Python people have at hand."""
from __future__ import annotations

import numbers
import os
from typing import Any, Dict, Mapping, Sequence, Tuple

from ._errors import input_error


def options_of(inputs: Any, names: Sequence[str]) -> Dict[str, Any]:
    """Options of the compiled part: constants, signals, files.

    A table (DataFrame, or a dict with the key "time") has a column for every input of the model. A dict holds a number or
    (times, values) for some. A path names a results file.
    """
    if inputs is None:
        return {}
    if isinstance(inputs, (str, os.PathLike)):
        return {"input_files": [os.fspath(inputs)]}
    if hasattr(inputs, "columns") and hasattr(inputs, "index"):
        return {"signals": _frame(inputs, names)}
    if not isinstance(inputs, Mapping):
        raise TypeError(f"inputs must be a DataFrame, a dict or a path, not {type(inputs).__name__}")
    if "time" in inputs and "time" not in names:
        return {"signals": _columns({key: value for key, value in inputs.items() if key != "time"}, inputs["time"], names)}
    return _each(inputs)


def _frame(frame: Any, names: Sequence[str]) -> Dict[str, Tuple[Any, Any]]:
    """The time is the column of that name, else the index."""
    columns = {str(name): frame[name].to_numpy() for name in frame.columns}
    times = columns.pop("time") if "time" in columns and "time" not in names else frame.index.to_numpy()
    return _columns({name: column for name, column in columns.items() if name in names} or columns, times, names)


def _columns(columns: Mapping[str, Any], times: Any, names: Sequence[str]) -> Dict[str, Tuple[Any, Any]]:
    for name in names:
        if name not in columns:
            raise input_error(f"the table of inputs has no column for the input '{name}'",
                              "a table drives all inputs; a dict of {name: (times, values)} or {name: number} drives some")
    return {name: (times, values) for name, values in columns.items()}


def _each(inputs: Mapping[str, Any]) -> Dict[str, Any]:
    constants: Dict[str, float] = {}
    signals: Dict[str, Tuple[Any, Any]] = {}
    for name, source in inputs.items():
        if isinstance(source, numbers.Real):
            constants[name] = float(source)
        elif isinstance(source, str) or callable(source):
            raise TypeError(f"inputs['{name}'] must be a number or (times, values); an expression of time is given to load(inputs={{...}})")
        elif hasattr(source, "index") and hasattr(source, "to_numpy"):  # a Series
            signals[name] = (source.index.to_numpy(), source.to_numpy())
        elif isinstance(source, Sequence) and len(source) == 2:
            signals[name] = (source[0], source[1])
        else:
            raise TypeError(f"inputs['{name}'] must be a number or (times, values), not {type(source).__name__}")
    return {"constants": constants, "signals": signals}

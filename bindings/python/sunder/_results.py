"""Results of runs."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from . import _core, _display
from ._errors import Answer, Diagnostic


@dataclass(frozen=True)
class Status:
    """How a run ended."""

    ok: bool
    reason: str
    time: Optional[float]

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        return self.reason


def needed(name: str, what: str) -> Any:
    """A module that is imported only when something needs it."""
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"{what} needs {name}: install it (pip install {name.split('.')[0]})") from error


def real(value: Any) -> float:
    """A number of the JSON, which has none for infinity and for what is undefined."""
    return float("nan") if value is None else float(value)


class Result(Mapping):
    """Variables of a run over time, as read-only arrays: `result["I"]`, `result.time`. They stay valid for as long as somebody holds them."""

    def __init__(self, data: Dict[str, Any], trajectory: Any, diagnostics: List[Diagnostic], interrupted: bool = False):
        self._data = data
        self._trajectory = trajectory
        self._variables = {one["name"]: (index, one) for index, one in enumerate(trajectory.variables())}
        #: warnings of the run, and its errors where it failed
        self.diagnostics = diagnostics
        #: a callback stopped it: this is what there was by then
        self.interrupted = interrupted
        self.time: np.ndarray = trajectory.times()

    def __getitem__(self, name: str) -> np.ndarray:
        if name == "time" and name not in self._variables:
            return self.time
        if name not in self._variables:
            raise KeyError(f"no variable '{name}' was recorded{_nearest(name, self._variables)}")
        index, variable = self._variables[name]
        column = self._trajectory.column(index)
        return np.broadcast_to(column, self.time.shape) if variable["constant"] and column.size == 1 else column

    def __iter__(self) -> Iterator[str]:
        return iter(self._variables)

    def __len__(self) -> int:
        return len(self._variables)

    @property
    def model(self) -> str:
        return self._data["model"]

    @property
    def method(self) -> str:
        return self._data["method"]

    @property
    def status(self) -> Status:
        status = self._data["status"]
        return Status(status["ok"], status["reason"], status["time"])

    @property
    def final(self) -> Dict[str, float]:
        """The last value of every recorded variable."""
        return {name: real(value) for name, value in self._data["final"].items()}

    @property
    def statistics(self) -> Dict[str, Any]:
        """Steps, evaluations, events and so on."""
        return dict(self._data["statistics"])

    @property
    def error(self) -> Optional[float]:
        """What the largest error is estimated as, of the range of a variable; None where nobody looked."""
        audit = self._data.get("audit")
        return None if audit is None or audit["error"] is None else real(audit["error"])

    @property
    def comparison(self) -> Optional[Dict[str, Any]]:
        """With the reference, where `compare=` asked for one."""
        return self._data["comparison"]

    @property
    def data(self) -> Dict[str, Any]:
        """All that `sunder simulate --json` prints."""
        return self._data

    def unit(self, name: str) -> str:
        self[name]
        return self._variables[name][1]["unit"] if name in self._variables else "s"

    def to_dataframe(self, names: Optional[Sequence[str]] = None) -> Any:
        """A pandas DataFrame with the time as its index; variables that never change are left out unless they are named."""
        pandas = needed("pandas", "to_dataframe")
        chosen = list(names) if names is not None else self.moving
        return pandas.DataFrame({name: self[name] for name in chosen}, index=pandas.Index(self.time, name="time"))

    @property
    def moving(self) -> List[str]:
        """Names of the recorded variables that can change during a run."""
        return [name for name, (_, one) in self._variables.items() if not one["constant"]]

    @property
    def _pictured(self) -> List[str]:
        states = [name for name, (_, one) in self._variables.items() if one["state"]]
        return (states or self.moving)[:6]

    def plot(self, *names: str, ax: Any = None) -> Any:
        """Draws variables (some states unless named) over time with matplotlib; returns the axes."""
        if ax is None:
            _, ax = needed("matplotlib.pyplot", "plot").subplots()
        for name in names or self._pictured:
            unit = self.unit(name)
            ax.plot(self.time, self[name], label=f"{name} [{unit}]" if unit else name)
        ax.set_xlabel("time [s]")
        ax.set_title(self.model)
        ax.legend()
        return ax

    def svg(self, *names: str) -> str:
        """A picture of variables (some states unless named) over time, drawn without matplotlib."""
        curves = []
        for name in names or self._pictured:
            unit = self.unit(name)
            curves.append((f"{name} [{unit}]" if unit else name, self.time, self[name]))
        return _core.figure(self.model, "time [s]", "", curves)

    def _head(self) -> str:
        step = f", step {_display.duration(self._data['step'])}" if self._data.get("step") else ""
        return f"{self.model}: {self.method}{step}, t = {self._data['start']:g} … {self.status.time:g} ({self.status.reason})"

    def _rows(self) -> List[Tuple[Any, ...]]:
        final = self.final
        return [(final[name], name, self._variables[name][1]["unit"], self._variables[name][1]["description"]) for name in self.moving]

    def __repr__(self) -> str:
        rows = self._rows()
        counts = f"  {len(self.time)} points, {self.statistics.get('steps', 0)} steps"
        return (self._head() + "\n\n" + counts + "\n\n" + _display.table(("final value", "variable", "unit", ""), _display.shown(rows))
                + _display.more(len(rows)))

    def _repr_html_(self) -> str:
        rows = self._rows()
        picture = self.svg() if self._pictured and len(self.time) > 1 else ""
        return (_display.paragraph(self._head()) + picture + _display.html_table(("final value", "variable", "unit", ""), _display.shown(rows))
                + _display.paragraph(_display.more(len(rows)).strip()))


class Cosimulation(Result):
    """A run of a distributed system."""

    @property
    def method(self) -> str:
        """The master."""
        return self._data["master"]

    @property
    def stability(self) -> Dict[str, Any]:
        """What the stability analysis said about the communication step."""
        return self._data["stability"]


class Sweep(Sequence):
    """Runs of a model for all combinations of values; `sweep[i].parameters`, `sweep[i].result`."""

    @dataclass(frozen=True)
    class Run:
        parameters: Dict[str, Any]
        status: Status
        final: Dict[str, float]
        result: Optional[Result]

    def __init__(self, answer: Answer, compilations: int):
        self.data = answer.data
        self.diagnostics = answer.diagnostics
        self.interrupted = answer.stopped
        #: how often the model was compiled for structural parameters, beside when it was loaded
        self.compilations = compilations
        self._runs = [self._read(run, trajectory) for run, trajectory in zip(answer.data["runs"], answer.value)]

    def _read(self, run: Dict[str, Any], trajectory: Any) -> "Sweep.Run":
        parameters = {name: _value(text) for name, text in run["parameters"].items()}
        result = None
        if trajectory is not None and "final" in run:
            times = trajectory.times()
            start = float(times[0]) if len(times) else 0.0
            data = dict(run, model=self.data["model"], method=self.data["method"], start=start, comparison=None)
            result = Result(data, trajectory, [])
        return Sweep.Run(parameters, Status(**run["status"]), {name: real(value) for name, value in run.get("final", {}).items()}, result)

    def __getitem__(self, index: Any) -> Any:
        return self._runs[index]

    def __len__(self) -> int:
        return len(self._runs)

    @property
    def parameters(self) -> List[str]:
        return [axis["parameter"] for axis in self.data["sweep"]]

    def to_dataframe(self) -> Any:
        """One row for each run: the parameters, then the final values."""
        pandas = needed("pandas", "to_dataframe")
        return pandas.DataFrame([{**run.parameters, **run.final} for run in self._runs])

    def _table(self) -> Tuple[List[str], List[List[Any]]]:
        names = next((list(run.final) for run in self._runs if run.final), [])[:6]
        header = self.parameters + names
        rows = [[run.parameters[p] for p in self.parameters] + ([run.final[n] for n in names] if run.final else [run.status.reason] + [""] * (len(names) - 1))
                for run in self._runs]
        return header, rows

    def _head(self) -> str:
        failed = sum(not run.status.ok for run in self._runs)
        return f"{self.data['model']}: {len(self)} runs by {self.data['method']}" + (f", {failed} failed" if failed else "") + "; final values"

    def __repr__(self) -> str:
        header, rows = self._table()
        return self._head() + "\n\n" + _display.table(header, _display.shown(rows)) + _display.more(len(rows))

    def _repr_html_(self) -> str:
        header, rows = self._table()
        return _display.paragraph(self._head()) + _display.html_table(header, _display.shown(rows)) + _display.paragraph(_display.more(len(rows)).strip())


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return float(text)


def _nearest(name: str, names: Mapping[str, Any]) -> str:
    import difflib

    near = difflib.get_close_matches(str(name), list(names), 1)
    return f"; did you mean '{near[0]}'?" if near else ""

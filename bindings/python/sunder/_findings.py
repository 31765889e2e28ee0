"""What analyses find: mappings of what `sunder VERB --json` prints (docs/json.md), with their main things as attributes."""
from __future__ import annotations

import html
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from . import _display
from ._errors import Answer, Diagnostic
from ._results import needed, real


class Findings(Mapping):
    """Keys are those of the JSON object; each is an attribute too."""

    def __init__(self, answer: Answer):
        self.data: Dict[str, Any] = answer.data
        self.diagnostics: List[Diagnostic] = answer.diagnostics
        #: a callback stopped it: this is what there was by then
        self.interrupted: bool = answer.stopped

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and name in self.__dict__.get("data", {}):
            return self.data[name]
        raise AttributeError(f"'{type(self).__name__}' has no attribute '{name}'")

    def __dir__(self) -> List[str]:
        return sorted(set(super().__dir__()) | set(self.data))

    def _head(self) -> str:
        return type(self).__name__

    def _table(self) -> Tuple[Sequence[str], List[Sequence[Any]]]:
        plain = (str, int, float, bool, type(None))
        return ("", "value"), [(key, value) for key, value in self.data.items() if isinstance(value, plain)]

    def _picture(self) -> str:
        return ""

    def __repr__(self) -> str:
        header, rows = self._table()
        return self._head() + "\n\n" + _display.table(header, _display.shown(rows)) + _display.more(len(rows))

    def _repr_html_(self) -> str:
        header, rows = self._table()
        return (_display.paragraph(self._head()) + self._picture() + _display.html_table(header, _display.shown(rows))
                + _display.paragraph(_display.more(len(rows)).strip()))


class Check(Findings):
    """What a model is made of."""

    def _head(self) -> str:
        return f"{self.data['model']}: {self.data['equations']} equations, {self.data['state_count']} states"


class Analysis(Findings):
    """Time scales, separability and the suggested cut."""

    @property
    def time_scales(self) -> Dict[str, float]:
        """Of every state, ascending; infinite: no cycle passes through it."""
        return {one["name"]: real(one["time_scale"]) for one in self.data["variables"]}

    @property
    def fast(self) -> List[str]:
        return list((self.data.get("partition") or {}).get("fast", []))

    @property
    def slow(self) -> List[str]:
        return list((self.data.get("partition") or {}).get("slow", []))

    @property
    def step(self) -> Optional[float]:
        """With the fast states implicit."""
        return (self.data.get("partition") or {}).get("step")

    def _head(self) -> str:
        states = len(self.data["variables"])
        cut = f"; {len(self.fast)} fast, step {_display.duration(self.step)}" if self.step else ""
        return f"{self.data['model']}: {states} states{cut}"

    def _table(self) -> Tuple[Sequence[str], List[Sequence[Any]]]:
        fast = set(self.fast)
        rows = [(_display.duration(one["time_scale"]), one["name"], "fast" if one["name"] in fast else "slow", " > ".join(one["cycle"] or []))
                for one in self.data["variables"]]
        return ("time scale", "state", "part", "cycle"), rows


class LinearSystem(Findings):
    """x' = A x + B u, y = C x + D u around an operating point."""

    @property
    def a(self) -> np.ndarray:
        return _matrix(self.data["a"], len(self.states), len(self.states))

    @property
    def b(self) -> np.ndarray:
        return _matrix(self.data["b"], len(self.states), len(self.inputs))

    @property
    def c(self) -> np.ndarray:
        return _matrix(self.data["c"], len(self.outputs), len(self.states))

    @property
    def d(self) -> np.ndarray:
        return _matrix(self.data["d"], len(self.outputs), len(self.inputs))

    @property
    def eigenvalues(self) -> np.ndarray:
        return np.linalg.eigvals(self.a)

    def to_scipy(self) -> Any:
        """A scipy.signal.StateSpace."""
        return needed("scipy.signal", "to_scipy").StateSpace(self.a, self.b, self.c, self.d)

    def _head(self) -> str:
        point = self.data["point"]
        return f"{self.data['model']}: linear at {point['kind']}, t = {_display.number(point['time'])}; A"

    def _table(self) -> Tuple[Sequence[str], List[Sequence[Any]]]:
        most = 8
        header = [""] + [f"{name}" for name in self.states[:most]]
        return header, [[f"der({name})"] + row[:most] for name, row in zip(self.states, self.data["a"])]


class Reduction(Findings):
    """A system with fewer states for the same inputs and outputs."""

    def __init__(self, answer: Answer, svg: str):
        super().__init__(answer)
        #: singular values and bound over the order
        self.svg = svg
        matrices = answer.data["matrices"]
        order, inputs, outputs = answer.data["order"], len(answer.data["inputs"]), len(answer.data["outputs"])
        self.a = _matrix(matrices["a"], order, order)
        self.b = _matrix(matrices["b"], order, inputs)
        self.c = _matrix(matrices["c"], outputs, order)
        self.d = _matrix(matrices["d"], outputs, inputs)

    def _head(self) -> str:
        return f"{self.data['model']}: {self.data['states']} states reduced to {self.data['order']}, error at most {_display.number(self.data['bound'])}"

    def _table(self) -> Tuple[Sequence[str], List[Sequence[Any]]]:
        return ("order", "singular value"), [(i + 1, value) for i, value in enumerate(self.data["hankel"])]

    def _picture(self) -> str:
        return self.svg


class Stability(Findings):
    """Is the communication step of a distributed system stable, and which ones are?"""

    def __init__(self, answer: Answer, svg: str):
        super().__init__(answer)
        #: the spectral radius over the communication step
        self.svg = svg

    def _head(self) -> str:
        return f"communication step {_display.duration(self.data['communication_step'])}: {self.data['verdict']}"

    def _picture(self) -> str:
        return self.svg


class Comparison(Findings):
    """How far two results are apart."""

    def _head(self) -> str:
        worst = self.data["worst"]
        return (f"epsilon {_display.number(self.data['epsilon'])} ({self.data['measure']}), worst in {worst['variable']} "
                f"at t = {_display.number(worst['time'])}")

    def _table(self) -> Tuple[Sequence[str], List[Sequence[Any]]]:
        ranked = sorted(self.data["variables"], key=lambda one: -(one["epsilon"] if isinstance(one["epsilon"], (int, float)) else float("inf")))
        return ("largest error", "rms", "variable"), [(one["epsilon"], one["rms"], one["name"]) for one in ranked]


class Report(Findings):
    """The report as one HTML page; notebooks show it in place."""

    def __init__(self, answer: Answer):
        super().__init__(answer)
        self.page: str = answer.value

    def save(self, path: Any) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.page)

    def _head(self) -> str:
        return f"a report of {len(self.page) // 1024} KiB: save(path) writes it"

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{html.escape(self.page, quote=True)}" style="width:100%;height:800px;border:0"></iframe>'


def _matrix(rows: List[List[Any]], height: int, width: int) -> np.ndarray:
    return np.array([[real(x) for x in row] for row in rows], dtype=float).reshape(height, width)

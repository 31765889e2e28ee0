"""Models: loaded once, asked many times."""
from __future__ import annotations

import math
import os
import tempfile
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Mapping, MutableMapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core, _display
from ._errors import Diagnostic, Error, parameter_error, take
from ._findings import Analysis, Check, LinearSystem, Reduction, Report
from ._inputs import options_of
from ._results import Result, Sweep, _nearest, needed

#: Called with the task, the part of it that is done (0 to 1), and a short text; returning False stops the work.
Progress = Callable[[str, float, str], Any]
Path = Union[str, "os.PathLike[str]"]
#: "initial", "steady" or a time.
Point = Union[str, float]


@dataclass(frozen=True)
class Variable:
    """What is known of a variable without running the model."""

    name: str
    kind: str
    type: str
    unit: str
    description: str
    tunable: bool
    structural: bool
    start: float
    nominal: float
    minimum: float
    maximum: float


def load(file: Optional[Path] = None, *, text: Optional[str] = None, model: Optional[str] = None,
         parameters: Optional[Mapping[str, Any]] = None, inputs: Optional[Mapping[str, str]] = None,
         back_end: str = "llvm", allow_external: bool = False, allow_files: Optional[Path] = None,
         disable: Optional[Sequence[str]] = None,
         progress: Optional[Progress] = None) -> "Model":
    """Compiles a model from a Modelica file or text.

    model       a class of the file; without it the only one, or the last that can be simulated
    parameters  values, structural ones too: numbers, truth values, lists of them, or texts with constant expressions
    inputs      expressions of time that drive inputs: {"u": "sin(time)"}
    back_end    "llvm" (machine code) or "interpreter"
    allow_external  external functions may be code of others, compiled and loaded into this process
    allow_files      a directory below which the model may write files: simulate() does so when the run has ended
    disable     optional passes of the compiler not to run
    """
    if (file is None) == (text is None):
        raise TypeError("load() takes a file or text=..., and not both")
    if text is not None and not isinstance(text, str):
        raise TypeError(f"text must be a text, not {type(text).__name__}")
    options = given(model=model, inputs=inputs if inputs is None else dict(inputs), back_end=back_end,
                    allow_external=allow_external, disabled=disable,
                    allow_files=allow_files if allow_files is None else os.fspath(allow_files))
    if file is not None:
        options["file"] = os.fspath(file)
        if not options["file"]:
            raise ValueError("the name of the file is empty")
    else:
        options["text"] = text
    if parameters is not None:
        options["parameters"] = {name: expression(value, name) for name, value in parameters.items()}
    answer = take(_core.load(options, progress))
    if answer.value is None:  # stopped by the callback
        raise Error("loading was stopped", answer.diagnostics)
    return Model(answer.value, answer.diagnostics)


def given(**options: Any) -> Dict[str, Any]:
    return {key: value for key, value in options.items() if value is not None}


def expression(value: Any, name: str) -> str:
    """A value as Modelica text."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        if not math.isfinite(value):
            raise ValueError(f"the parameter '{name}' is {value}")
        return repr(float(value))
    if isinstance(value, (list, tuple, np.ndarray)) and np.ndim(value) > 0:
        return "{" + ", ".join(expression(one, name) for one in value) + "}"
    raise TypeError(f"the parameter '{name}' must be a number, a truth value, a list of them or a text, not {type(value).__name__}")


class Parameters(MutableMapping):
    """Values of a model's parameters, by name. Setting one counts for everything asked of the model from then on; one that was read
    while the model was compiled is refused."""

    def __init__(self, model: "Model"):
        self._model = model

    def __getitem__(self, name: str) -> float:
        values = self._model._core.parameters()
        if name not in values:
            raise KeyError(f"the model has no parameter '{name}'{_nearest(name, values)}")
        return values[name]

    def __setitem__(self, name: str, value: Any) -> None:
        if not isinstance(name, str):
            raise TypeError(f"the name of a parameter must be a text, not {type(name).__name__}")
        if isinstance(value, (str, bytes)) or np.ndim(value) != 0:
            raise TypeError(f"the parameter '{name}' must be a number, not {type(value).__name__}")
        take(self._model._core.set_parameter(name, float(value)))
        self._model._rates = None

    def __delitem__(self, name: str) -> None:
        raise TypeError("parameters cannot be removed; reset() gives all their own values again")

    def __iter__(self) -> Iterator[str]:
        return iter(self._model._core.parameters())

    def __len__(self) -> int:
        return len(self._model._core.parameters())

    def reset(self) -> None:
        """As they were when the model was loaded."""
        self._model._core.reset_parameters()
        self._model._rates = None

    def __repr__(self) -> str:
        values = self._model._core.parameters()
        rows = [(value, name) for name, value in values.items()]
        return _display.table(("value", "parameter"), _display.shown(rows)) + _display.more(len(rows))


class Model:
    """A compiled model. Several threads may ask it at the same time; each question sees the parameters as they were when it began."""

    def __init__(self, core: Any, diagnostics: List[Diagnostic]):
        self._core = core
        self._rates: Any = None
        #: warnings of the compiler
        self.diagnostics = diagnostics
        self.parameters = Parameters(self)

    @property
    def name(self) -> str:
        return self._core.name

    @property
    def states(self) -> List[str]:
        """In the order of the vectors that `rhs` and `jacobian` take."""
        return self._core.states()

    @property
    def inputs(self) -> List[str]:
        return self._core.inputs()

    @property
    def outputs(self) -> List[str]:
        return self._core.outputs()

    @property
    def variables(self) -> Dict[str, Variable]:
        return {one["name"]: Variable(**one) for one in self._core.variables()}

    def __repr__(self) -> str:
        counts = [f"{len(names)} {what}{'' if len(names) == 1 else 's'}" for names, what in
                  ((self.states, "state"), (self.inputs, "input"), (self.outputs, "output"), (self.parameters, "parameter"))]
        return f"<sunder.Model {self.name}: {', '.join(counts)}>"

    def _repr_html_(self) -> str:
        values = self._core.parameters()
        rows = [(one.name, one.kind, values.get(one.name, one.start), one.unit, one.description) for one in self.variables.values()
                if one.kind != "derivative"]
        return (_display.paragraph(repr(self).strip("<>")) + _display.html_table(("name", "kind", "value or start", "unit", ""), _display.shown(rows))
                + _display.paragraph(_display.more(len(rows)).strip()))

    def check(self) -> Check:
        """What the model is made of."""
        return Check(take(self._core.check()))

    def simulate(self, stop: Optional[float] = None, *, start: Optional[float] = None, max_error: Optional[float] = None,
                 method: Optional[str] = None, step: Optional[float] = None, tolerance: Optional[float] = None, absolute_tolerance: Optional[float] = None,
                 output: Union[None, str, Sequence[str]] = None, filter: Optional[str] = None, inputs: Any = None,
                 between: Optional[str] = None, initial: Union[None, Path, Mapping[str, float]] = None,
                 intervals: Optional[int] = None, save: Optional[Path] = None, compare: Optional[str] = None,
                 progress: Optional[Progress] = None, **more: Any) -> Result:
        """Runs the model.

        max_error the largest error, of the range of each variable: promised, or sunder.Error is raised. Nothing given: 1e-3 is
                  aimed at, and result.error is the estimate
        method    one of `sunder simulate --methods`, with step or tolerance; nothing given: chosen by the error
        output    names of the variables to record; filter: a regular expression for names. Nothing given: all
        inputs    a DataFrame or dict with "time" and a column for each input; or {name: number or (times, values)}; or a results file
        between   "linear" or "held", between the times of inputs
        initial   states and discrete variables to start from: {name: value}, or a results file
        save      a .csv or .mat file to write as well
        compare   a method to run as the reference
        progress  called with task, fraction and detail; returning False stops the run, and the result holds what there was
        more      as the options of `sunder simulate`: audit, only, real_time, fast, parts, slowest_of_interest, alpha, self_loop, period,
                  steps_per_jacobian, start_up, explicit_update, events, threads

        A run that fails raises sunder.Error; its `result` is what there was by then.
        """
        options = self._run_options(inputs, initial, stop=stop, start=start, max_error=max_error, method=method, step=step, tolerance=tolerance,
                                    absolute_tolerance=absolute_tolerance, output=output, filter=filter, between=between, intervals=intervals,
                                    save=save, compare=compare, **more)
        answer = take(self._core.simulate(options, progress))
        result = Result(answer.data, answer.value, answer.diagnostics, answer.stopped)
        if answer.failed and not answer.stopped:
            raise answer.error(result)
        return result

    def sweep(self, values: Mapping[str, Sequence[Any]], stop: Optional[float] = None, *, inputs: Any = None,
              initial: Union[None, Path, Mapping[str, float]] = None, progress: Optional[Progress] = None, **options: Any) -> Sweep:
        """Runs the model for all combinations of the values of parameters, several at a time; options as those of `simulate`.

        Runs that fail are among the results, with a warning; where all do it is an error.
        """
        axes = []
        known = self._core.parameters()
        for name, several in values.items():
            if name not in known:
                raise parameter_error(f"the model has no parameter '{name}'{_nearest(str(name), known)}")
            if isinstance(several, (str, bytes)) or np.ndim(several) != 1 or len(several) == 0:
                raise TypeError(f"the values of '{name}' must be a sequence of numbers that is not empty")
            axes.append((name, [expression(value, name) for value in several]))
        if not axes:
            raise ValueError("there is nothing to sweep: give {parameter: values}")
        run = self._run_options(inputs, initial, stop=stop, **options)
        raw = self._core.sweep(axes, run, progress)
        answer = take(raw)
        sweep = Sweep(answer, raw["compilations"])
        if answer.failed and not answer.stopped:
            if not any(run.status.ok for run in sweep):
                raise answer.error(sweep)
            import warnings

            from ._errors import ModelWarning

            warnings.warn(str(answer.error()), ModelWarning, stacklevel=2)
        return sweep

    def _run_options(self, inputs: Any, initial: Any, **options: Any) -> Dict[str, Any]:
        out = given(**options)
        if "save" in out:
            out["save"] = os.fspath(out["save"])
        if isinstance(initial, (str, os.PathLike)):
            out["initial_from"] = os.fspath(initial)
        elif initial is not None:
            out["initial"] = dict(initial)
        out.update(options_of(inputs, self.inputs))
        return out

    def analyze(self, *, at: Union[None, Point, Sequence[Point]] = None, alpha: Optional[float] = None, self_loop: Optional[str] = None,
                probe: Optional[str] = None, step: Optional[float] = None, fast: Union[None, str, Sequence[str]] = None,
                parts: Optional[int] = None, slowest_of_interest: Optional[float] = None, budget: Optional[float] = None,
                list_cycles: bool = False, count_cycles: bool = False, progress: Optional[Progress] = None) -> Analysis:
        """Time scales of all states by cycle analysis, and the suggested cut; options as those of `sunder analyze`."""
        options = given(at=at, alpha=alpha, self_loop=self_loop, probe=probe, step=step, fast=fast, parts=parts,
                        slowest_of_interest=slowest_of_interest, budget=budget, list_cycles=list_cycles, count_cycles=count_cycles)
        return self._ask(Analysis, self._core.analyze, options, progress)

    def linearize(self, *, at: Optional[Point] = None, save: Optional[Path] = None, progress: Optional[Progress] = None) -> LinearSystem:
        """A, B, C, D at an operating point: "initial", "steady" or a time."""
        return self._ask(LinearSystem, self._core.linearize, given(at=at, save=save and os.fspath(save)), progress)

    def reduce(self, *, order: Optional[int] = None, gamma: Optional[float] = None, error: Optional[float] = None,
               at: Optional[Point] = None, rule: Optional[str] = None, gramians: Optional[str] = None, save: Optional[Path] = None,
               report: Optional[Path] = None, progress: Optional[Progress] = None) -> Reduction:
        """Fewer states for the same inputs and outputs: an order, or as few as `gamma` or `error` allow."""
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "order.svg")
            options = given(order=order, gamma=gamma, error=error, at=at, rule=rule, gramians=gramians, save=save and os.fspath(save),
                            report=report and os.fspath(report), figure=picture)
            return self._ask(lambda answer: Reduction(answer, read(picture)), self._core.reduce, options, progress)

    def report(self, *, at: Union[None, Point, Sequence[Point]] = None, step: Optional[float] = None, start: Optional[float] = None,
               stop: Optional[float] = None, tolerance: Optional[float] = None, save: Optional[Path] = None,
               progress: Optional[Progress] = None) -> Report:
        """Analysis and runs on one HTML page, which notebooks show."""
        options = given(at=at, step=step, start=start, stop=stop, tolerance=tolerance, save=save and os.fspath(save))
        return self._ask(Report, self._core.report, options, progress)

    @staticmethod
    def _ask(shape: Callable[[Any], Any], verb: Callable[..., Dict[str, Any]], options: Dict[str, Any], progress: Optional[Progress]) -> Any:
        answer = take(verb(options, progress), depth=4)
        if not answer.has_value:
            raise Error("stopped before there was a result", answer.diagnostics)
        if answer.failed and not answer.stopped:
            raise answer.error(shape(answer))
        return shape(answer)

    def rhs(self, time: float, x: Any, u: Any = None) -> np.ndarray:
        """Derivatives of the states at (time, x); inputs u as the model starts unless given. Fits scipy's solve_ivp:
        solve_ivp(model.rhs, (0, 8), x0, jac=model.jacobian). Relations follow x; discrete variables are as at an initial point."""
        return take(self._evaluator().derivatives(time, vector(x, "x"), self._vector_of_inputs(u))).value

    def jacobian(self, time: float, x: Any, u: Any = None) -> Any:
        """d rhs / dx, exact, as a scipy.sparse.csc_matrix."""
        sparse = needed("scipy.sparse", "jacobian")
        values, rows, starts = take(self._evaluator().jacobian(time, vector(x, "x"), self._vector_of_inputs(u))).value
        count = len(starts) - 1
        return sparse.csc_matrix((values, rows, starts), shape=(count, count))

    def _evaluator(self) -> Any:
        rates = self._rates
        if rates is None:
            rates = self._rates = self._core.rates()
        return rates

    def _vector_of_inputs(self, u: Any) -> np.ndarray:
        if u is None:
            return np.empty(0)
        names = self.inputs
        if not isinstance(u, Mapping):
            values = vector(u, "u")
            if values.size == 0 and names:  # to the compiled part an empty vector means: as the model starts
                raise ValueError(f"u must be a vector of {len(names)} inputs, not empty")
            return values
        for name in u:
            if name not in names:
                raise KeyError(f"the model has no input '{name}'{_nearest(name, dict.fromkeys(names))}")
        missing = [name for name in names if name not in u]
        if missing:
            raise KeyError(f"u has no value for the input '{missing[0]}'")
        return vector([u[name] for name in names], "u")


def vector(values: Any, what: str) -> np.ndarray:
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise TypeError(f"{what} must be a vector of numbers, not {type(values).__name__}") from None


def read(path: str) -> str:
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()

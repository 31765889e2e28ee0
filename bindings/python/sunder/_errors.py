"""What there is to say about input: exceptions, warnings, and the answers of the compiled part."""
from __future__ import annotations

import json
import warnings
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional


@dataclass(frozen=True)
class Diagnostic:
    """One error or warning. `str()` shows it with its source line and a caret."""

    code: str
    severity: str
    message: str
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    help: Optional[str] = None
    notes: List[Dict[str, Any]] = field(default_factory=list)
    text: str = ""

    def __str__(self) -> str:
        return self.text or f"{self.severity}[{self.code}]: {self.message}"


class Error(Exception):
    """Something about the input is wrong. `diagnostics` say what, and where; `result` holds what there was by then, or None."""

    def __init__(self, message: str, diagnostics: Optional[List[Diagnostic]] = None, result: Any = None):
        super().__init__(message)
        self.diagnostics: List[Diagnostic] = diagnostics or []
        self.result = result


class ModelWarning(UserWarning):
    """What the compiler or a run warns about."""


@dataclass
class Answer:
    """What the compiled part says: JSON without its diagnostics, these, and a value beside them."""

    data: Dict[str, Any]
    diagnostics: List[Diagnostic]
    value: Any
    failed: bool
    has_value: bool
    stopped: bool

    def error(self, result: Any = None) -> Error:
        errors = [str(one).rstrip("\n") for one in self.diagnostics if one.severity == "error"]
        return Error("\n".join(errors), self.diagnostics, result)

    def warn(self, depth: int) -> None:
        for one in self.diagnostics:
            if one.severity == "warning":
                warnings.warn(str(one).rstrip("\n"), ModelWarning, stacklevel=depth + 1)


def take(raw: Dict[str, Any], depth: int = 3) -> Answer:
    """Reads an answer. Without a value: an exception. Warnings are issued as those of the user's own line, `depth` calls up."""
    data = json.loads(raw["json"])
    diagnostics = [Diagnostic(text=text, **one) for one, text in zip(data.pop("diagnostics"), raw["texts"])]
    answer = Answer(data, diagnostics, raw["value"], raw["failed"], raw["has_value"], raw["stopped"])
    if answer.failed and not answer.has_value:
        raise answer.error()
    answer.warn(depth)
    return answer


def input_error(message: str, help: Optional[str] = None) -> Error:
    """Of inputs that only this side can see are wrong, in the form of all others."""
    return _error("E0511", message, help)


def parameter_error(message: str) -> Error:
    return _error("E0510", message, None)


def _error(code: str, message: str, help: Optional[str]) -> Error:
    text = f"error[{code}]: {message}\n" + (f"  help: {help}\n" if help else "")
    return Error(text.rstrip("\n"), [Diagnostic(code, "error", message, help=help, text=text)])

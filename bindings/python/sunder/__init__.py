"""Sunder: compiles and simulates Modelica models, finds their time scales, and cuts models along them.

    import sunder
    motor = sunder.load("examples/DCMotor.mo", parameters={"J": 1200})
    result = motor.simulate(stop=8)
    result["I"]

docs/python.md is a tour.
"""
from ._core import version as __version__
from ._errors import Diagnostic, Error, ModelWarning
from ._findings import Analysis, Check, Comparison, LinearSystem, Reduction, Report, Stability
from ._model import Model, Parameters, Variable, load
from ._results import Cosimulation, Result, Status, Sweep
from ._systems import compare, cosim, stability

__all__ = [
    "Analysis", "Check", "Comparison", "Cosimulation", "Diagnostic", "Error", "LinearSystem", "Model", "ModelWarning",
    "Parameters", "Reduction", "Report", "Result", "Stability", "Status", "Sweep", "Variable", "compare", "cosim", "load",
    "stability",
]

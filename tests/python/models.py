"""Models that the tests of the Python module share."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOTOR = ROOT / "examples/DCMotor.mo"

DRIVEN = """
model Driven "first order, driven by u"
  parameter Real T(unit="s") = 0.5 "time constant";
  parameter Integer n = 2;
  input Real u(start = 0);
  output Real y;
  Real x[n](each start = 0, each fixed = true);
equation
  for i in 1:n loop
    T*der(x[i]) = u - x[i];
  end for;
  y = x[1];
end Driven;
"""

TWO_INPUTS = """
model TwoInputs
  input Real a;
  input Real b;
  Real x(start = 0, fixed = true);
equation
  der(x) = a + 2*b;
end TwoInputs;
"""

# many small steps: runs until somebody stops it
ENDLESS = """
model Endless
  Real x(start = 1, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = -x;
end Endless;
"""

ROOT_OF_TIME = """
model RootOfTime "has no solution after one second"
  Real x(start = 0, fixed = true);
  Real y(start = 1);
equation
  y*y = 1 - time;
  der(x) = y;
end RootOfTime;
"""

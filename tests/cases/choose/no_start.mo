// A model that has no values to start with: no other method is tried, and nothing is said of steps.
model NoStart
  Real x(start = 1, fixed = true);
  Real y(start = 0.5);
equation
  y^2 + 1 = -x^2;
  der(x) = y - x;
end NoStart;
// run: simulate $FILE
// status: 3
// run: choose $FILE
// status: 3

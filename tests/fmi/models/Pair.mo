model Pair "rates of -1000 and -1"
  Real x(start = 1, fixed = true);
  Real y(start = 1, fixed = true);
  output Real s = x + y;
equation
  der(x) = -1000 * (x - y);
  der(y) = -y;
  annotation(experiment(StopTime = 1, Tolerance = 1e-6));
end Pair;

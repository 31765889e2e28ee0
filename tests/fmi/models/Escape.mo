model Escape "infinite at time 1"
  Real x(start = 1, fixed = true);
  output Real y = x;
equation
  der(x) = x * x;
  annotation(experiment(StopTime = 2));
end Escape;

model Oscillator "a mass on a spring, undamped"
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -100*x;
  annotation(experiment(StopTime = 30));
end Oscillator;

model RelayOscillator "an integrator and a relay with hysteresis"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Boolean up(start = true, fixed = true);
equation
  up = x < -1 or (pre(up) and x < 1);
  der(x) = if up then 1 else -0.7;
  der(y) = x - 0.2*y;
  annotation(experiment(StopTime = 40));
end RelayOscillator;

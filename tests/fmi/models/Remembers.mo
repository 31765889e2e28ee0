model Remembers "a delay that varies, and a flow that turns round"
  Real x(start = 1, fixed = true);
  Real way(start = 0, fixed = true);
  Real a, b;
  Real z(start = 0, fixed = true);
  Real pulse = if time > 0.3 and time < 0.9 then 1 else 0;
  Real later = delay(pulse, 0.2 + 0.1 * time, 1);
equation
  der(x) = -delay(x, 0.3 + 0.2 * sin(time), 1);
  der(way) = cos(time);
  (a, b) = spatialDistribution(x, 1 + later, way, cos(time) >= 0, {0, 0.5, 1}, {0.5, 1, 0});
  der(z) = a + 2 * b - x;
  annotation(experiment(StopTime = 6));
end Remembers;

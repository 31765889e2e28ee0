model Delayed "what was before: of a state, of something that jumps, and of a delay again"
  parameter Real T = 0.4;
  Real x(start = 1, fixed = true);
  Real z(start = 0, fixed = true);
  Real pulse = if time > 0.3 and time < 0.9 then 1 else 0;
  Real later = delay(pulse, T), latest = delay(later, T);
  output Real y = delay(x, 1);
equation
  der(x) = -y;
  der(z) = later - 2 * latest + 0.1 * sin(x);
  annotation(experiment(StopTime = 3));
end Delayed;

model Begins "flows that begin balanced: at the start their roots are zero, and have no slope, by states or by time"
  Real p1(start = 1, fixed = true), p2(start = 1, fixed = true), dp, q;
  Real h(start = 0, fixed = true), leak;
  output Real y = q + leak;
equation
  dp = p1 - p2;
  q = sign(dp) * sqrt(abs(dp));
  der(p1) = sin(time) - q;
  der(p2) = q - 0.1 * (p2 - 1);
  leak = 0.5 * sqrt(h);
  der(h) = 1 - leak;
  annotation(experiment(StopTime = 2));
end Begins;

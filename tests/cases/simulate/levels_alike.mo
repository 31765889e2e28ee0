// Three tanks run dry together: at the end their levels are the same to the last digits, and which is higher changes
// with every step. Both branches of a flow meet there, so that changes nothing.
model LevelsAlike
  Real h[3](start = {1, 0.2, 0.5}, each fixed = true), q[3], first, last;
equation
  first = h[1];
  last = h[3];
  q[1] = if h[1] > h[2] then 0.2*sqrt(h[1] - h[2]) else -0.2*sqrt(h[2] - h[1]);
  q[2] = if h[2] > h[3] then 0.2*sqrt(h[2] - h[3]) else -0.2*sqrt(h[3] - h[2]);
  q[3] = if h[3] > 0 then 0.15*sqrt(h[3]) else 0;
  der(h[1]) = (if time < 8 then 0.1 else 0) - q[1];
  der(h[2]) = q[1] - q[2];
  der(h[3]) = q[2] - q[3];
  annotation(experiment(StopTime = 60));
end LevelsAlike;
// run: simulate $FILE --method rosenbrock --json
// json: final.first ~ 0 1e-6
// json: final.last ~ 0 1e-6
// run: simulate $FILE --method cvode --json
// json: final.first ~ 0 1e-6
// json: final.last ~ 0 1e-6

// Time events are met exactly: the integral of pieces that are constant has no error, whatever the step.
model Pulses
  Real p, q, y(start = 0, fixed = true), z(start = 0, fixed = true);
  Integer count(start = 0);
  Real next(start = 0.3);
equation
  p = if mod(time, 0.25) < 0.125 then 1 else 0;
  q = if time < 0.31 then 0 elseif time < 0.52 then 3 else 0;
  der(y) = p;
  der(z) = q;
  when time >= pre(next) then
    next = pre(next) + 0.2;
    count = pre(count) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end Pulses;
// run: simulate $FILE --method euler --step 0.07 --json
// json: final.y ~ 0.5 1e-12
// json: final.z ~ 0.63 1e-12
// json: final.count == 4.0
// json: statistics.events == 13
// run: simulate $FILE --method cvode --json
// json: final.y ~ 0.5 1e-6
// json: final.z ~ 0.63 1e-6
// json: final.count == 4.0

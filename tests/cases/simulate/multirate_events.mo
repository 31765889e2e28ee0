// A sawtooth that jumps back at state events, a state that follows it, and one that follows that.
model Sawtooth
  Real y(start = 0.3, fixed = true);
  Real x(start = 0.5, fixed = true);
  Real z(start = 0, fixed = true);
equation
  der(y) = 50 - y;
  der(x) = 4*(y - x);
  der(z) = x - z;
  when y > 1 then
    reinit(y, 0);
  end when;
  annotation(experiment(StopTime = 2));
end Sawtooth;
// run: simulate $FILE --method cvode --tolerance 1e-9 --json
// json: statistics.events == 99
// json: final.x ~ 0.499965 1e-3
// json: final.z ~ 0.433802 1e-3
// run: simulate $FILE --method multirate --fast y --tolerance 1e-5 --json
// json: statistics.events == 99
// json: final.x ~ 0.499965 1e-4
// json: final.z ~ 0.433802 1e-4
// run: simulate $FILE --method multirate --parts 2 --tolerance 1e-5 --json
// json: statistics.events == 99
// json: final.z ~ 0.433802 1e-4

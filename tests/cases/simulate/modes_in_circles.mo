// Each relation changes with the other: changed together they would go round in circles, one at a time they come to rest.
model Latch
  Real x(start = 1, fixed = true), u, v;
  Boolean p = u > 0, q = v > 0;
equation
  der(x) = 1;
  u = if q then -x else x;
  v = if p then -x else x;
end Latch;
// There is no consistent mode: it is told, not searched for ever.
model Never
  Real x(start = 1, fixed = true), u;
  Boolean p = u > 0;
equation
  der(x) = 1;
  u = if p then -x else x;
end Never;
// Positive feedback: where the branch between the limits ends, only the far limit is consistent, and no relation that is
// violated leads there.
model Trigger
  Real x(start = 0, fixed = true), y, e;
equation
  der(x) = 1;
  e = 0.5*y - x;
  y = if 10*e > 1 then 1 else if 10*e < -1 then -1 else 10*e;
end Trigger;
// run: simulate $FILE --model Latch --method cvode --json --stop 1
// json: status.ok == true
// json: final.x ~ 2 1e-9
// run: simulate $FILE --model Never --method cvode --stop 1
// status: 3
//err| $FILE:13:15: error[E0616]: no consistent values at the event at time 0: 'u > 0' changed in each of 102 rounds
//err|       Boolean p = u > 0;
//err|                   ^~~~~
// run: simulate $FILE --model Trigger --method cvode --json --stop 0.3
// json: final.y ~ 0.75 1e-6
// run: simulate $FILE --model Trigger --method cvode --json --stop 1
// json: final.y ~ -1 1e-12
// json: final.e ~ -1.5 1e-6

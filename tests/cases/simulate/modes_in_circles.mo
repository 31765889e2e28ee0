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
// run: simulate $FILE --model Latch --method cvode --json --stop 1
// json: status.ok == true
// json: final.x ~ 2 1e-9
// run: simulate $FILE --model Never --method cvode --stop 1
// status: 3
//err| $FILE:13:15: error[E0616]: no consistent values at the event at time 0: 'u > 0' changed in each of 102 rounds
//err|       Boolean p = u > 0;
//err|                   ^~~~~

// A fixed start value that the initial system determines (found by fuzzing: an internal error).
model M
  parameter Real p(fixed = false, start = 1);
  parameter Real q = 2*p;
  Real x(start = q, fixed = true);
initial equation
  der(x) = 3;
equation
  der(x) = p + x;
end M;
// run: simulate $FILE --stop 0 --json
// json: final.x ~ 2 1e-12
// json: final.p ~ 1 1e-12
// json: final.q ~ 2 1e-12

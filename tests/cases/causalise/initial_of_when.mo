// The value at the start is given: what follows from it is pre(y), not the condition's own past.
model M
  parameter Real y0 = 3;
  Real y, z;
  Boolean b = time > 0.5;
  Integer n;
initial equation
  y = y0;
  pre(z)^2 = 4*pre(z) - 4;
  n = 7;
equation
  when b then
    y = 5;
    z = pre(z) + 1;
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end M;
// run: simulate $FILE --method cvode --json --stop 0.4
// json: final.y == 3.0
// json: final.z ~ 2 1e-6
// json: final.n == 7.0
// run: simulate $FILE --method cvode --json
// json: final.y == 5.0
// json: final.z ~ 3 1e-6
// json: final.n == 8.0

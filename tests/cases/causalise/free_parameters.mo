// Parameters that initial equations determine, and one that follows from them.
model M
  parameter Real p(fixed = false, start = 1);
  parameter Real q = 2*p;
  parameter Real k[2](each fixed = false);
  Real x(start = 3, fixed = true);
  Real y;
initial equation
  der(x) = 0;
  k[1] + k[2] = q;
  k[1] - k[2] = 2;
equation
  der(x) = p - x + k[1]*sin(time);
  y = q*x;
end M;
// run: check $FILE --dump=plan
// run: simulate $FILE --method cvode --json --stop 1 --tolerance 1e-9
// json: final.p ~ 3 1e-12
// json: final.q ~ 6 1e-12
// json: final['k[1]'] ~ 4 1e-12
// json: final.x ~ 4.3380962 1e-6
// run: simulate $FILE --set p=2
// status: 1

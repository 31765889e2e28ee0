model M
  Real x, y;
  parameter Real k = 2;
initial equation
  der(x) = 0;
  y = 3*x;
equation
  der(x) = -k*x + 4;
  der(y) = x - y;
end M;
// run: simulate $FILE --method cvode --json --stop 1
// json: final.x ~ 2 1e-9

// Linear conditions at the start that repeat each other, as far as values tell: what they leave open is said.
model Twice
  parameter Real k = 2;
  Real x(start = 3), y(start = 5);
initial equation
  x + y = 1;
  k*x + 2*y = 2;
equation
  der(x) = -x;
  der(y) = -y;
end Twice;
// run: simulate $FILE --model Twice --method cvode --tolerance 1e-8 --stop 1 --json
// json: final.x ~ -1.47151776 1e-6
// json: final.y ~ 1.83939721 1e-6
//err| $FILE:4:22: warning[W0507]: nothing determines 'y' at the start (the matrix of its equations is singular): it keeps its start value, on which states or parameters depend
//err|       Real x(start = 3), y(start = 5);
//err|                          ^
// run: simulate $FILE --model Twice --method cvode --tolerance 1e-8 --stop 1 --json --set k=3
// json: final.x ~ 0 1e-6
// json: final.y ~ 0.36787944 1e-6
model Contradict
  parameter Real k = 2;
  Real x(start = 3), y(start = 5);
initial equation
  x + y = 1;
  k*x + 2*y = 2.0001;
equation
  der(x) = -x;
  der(y) = -y;
end Contradict;
// run: simulate $FILE --model Contradict --method cvode
// status: 3
//err| $FILE:26:3: error[E0503]: simultaneous equations do not determine 'y' at time 0 (their matrix is singular)
//err|       k*x + 2*y = 2.0001;
//err|       ^~~~~~~~~~~~~~~~~~
//err|   note: in the equation k*x = -2*y + 2.0001
//err|   note: 2 equations for 'x' and 'y'
//err|   note: $FILE:25:3: among them: x = -y + 1
//err|       x + y = 1;
//err|       ^~~~~~~~~
//err|   note: $FILE:26:3: among them: k*x = -2*y + 2.0001
//err|       k*x + 2*y = 2.0001;
//err|       ^~~~~~~~~~~~~~~~~~
//err|   note: $FILE:23:22: at the start these equations leave 'y' open: a steady state may not determine it; give a start value (fixed = true) in the place of an initial equation
//err|       Real x(start = 3), y(start = 5);
//err|                          ^

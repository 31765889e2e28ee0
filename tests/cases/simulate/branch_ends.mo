// Simultaneous equations that make no events of their own lose the solution that the run follows.
// Positive feedback through a limit: y stays at 1 until 0.5*y - x falls below 0.001, where only y = -1 is left.
model Trigger
  Real x(start = 0, fixed = true), z(start = 0, fixed = true), y(start = 1), e(start = 0.5);
  Boolean late = time > 0.75;
equation
  der(x) = 1;
  der(z) = if late then 2*y else y;
  e = 0.5*y - x;
  y = noEvent(if 1000*e > 1 then 1 else if 1000*e < -1 then -1 else 1000*e);
end Trigger;
// There is none: it is not taken for an end of a solution.
model Nowhere
  Real x(start = 0, fixed = true), y(start = 0.9);
  Boolean late = time > 0.75;
equation
  der(x) = if late then 2 else 1;
  y^2 = 0.81 - 2*x;
end Nowhere;
// A pole is no end of a solution, and not stepped over.
model Pole
  Real x(start = 0, fixed = true);
  Boolean late = time > 0.75;
equation
  der(x) = (if late then 2 else 1)/(0.5 - time);
end Pole;
// run: simulate $FILE --model Trigger --method cvode --tolerance 1e-9 --stop 1 --json
// json: status.ok == true
// json: final.y ~ -1 1e-12
// json: final.z ~ -0.252 2e-5
//err| $FILE:4:64: warning[W0508]: the solution of simultaneous equations that the run follows ends at time 0.499000001: it goes on from another one, with 'y' at -1 instead of 1
//err|      = true), z(start = 0, fixed = true), y(start = 1), e(start = 0.5);
//err|                                           ^
// run: simulate $FILE --model Nowhere --method cvode --tolerance 1e-9 --stop 1
// status: 3
//err| $FILE:18:3: error[E0502]: no solution found for simultaneous equations at time 0.406: after 7 iterations the equation 'y^2 = 0.81 - 2*x' still has the residual 0.002; the unknown that moves most is 'y'
//err|       y^2 = 0.81 - 2*x;
//err|       ^~~~~~~~~~~~~~~~
//err|   note: in the equation y^2 = 0.81 - 2*x
//err|   note: largest residual in each iteration: 0.077, 0.206, 0.662, 0.93, 1.35, 1.72, 3.88, 47.3
//err|   note: following the solution from the starting values came 0 % of the way
//err|   note: 1 equation for 'y'
//err|   note: $FILE:18:3: among them: y^2 = 0.81 - 2*x
//err|       y^2 = 0.81 - 2*x;
//err|       ^~~~~~~~~~~~~~~~
// run: simulate $FILE --model Pole --method cvode --tolerance 1e-9 --stop 1
// status: 3
//err| $FILE:22:8: error[E0609]: CVODE stopped at time 0.4999999999999086: the steps have become so small that the time no longer advances; 'x' changes fastest, by 1.09377e+13 per second
//err|       Real x(start = 0, fixed = true);
//err|            ^

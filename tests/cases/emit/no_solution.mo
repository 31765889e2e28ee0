// A loop without a solution: what was tried is told, with the equations and their lines.
model None
  Real x(start = 1), y(start = 2);
equation
  x^2 + y^2 = -1;
  x - y^3 = 2;
end None;
// run: simulate $FILE --method cvode --stop 1
// status: 3
//err| $FILE:5:3: error[E0502]: no solution found for simultaneous equations at time 0: after 6 iterations the equation 'x^2 = -y^2 - 1' still has the residual 1.06; the unknown that moves most is 'y'
//err|       x^2 + y^2 = -1;
//err|       ^~~~~~~~~~~~~~
//err|   note: in the equation x^2 = -y^2 - 1
//err|   note: largest residual in each iteration: 1.5, 1.04, 1.08, 2.3, 2.15, 2.13, 2.13
//err|   note: following the solution from the starting values came 0 % of the way
//err|   note: 2 equations for 'y' and 'x'
//err|   note: $FILE:5:3: among them: x^2 = -y^2 - 1
//err|       x^2 + y^2 = -1;
//err|       ^~~~~~~~~~~~~~
//err|   note: $FILE:6:3: among them: x = y^3 + 2
//err|       x - y^3 = 2;
//err|       ^~~~~~~~~~~

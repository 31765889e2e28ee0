// A model that has no values to start with: no other method is tried, and nothing is said of steps.
model NoStart
  Real x(start = 1, fixed = true);
  Real y(start = 0.5);
equation
  y^2 + 1 = -x^2;
  der(x) = y - x;
end NoStart;
// run: simulate $FILE
// status: 3
//out| NoStart: no values to start with at t = 0
//err| $FILE:6:3: error[E0502]: no solution found for simultaneous equations at time 0: after 2 iterations the equation 'y^2 = -1 - x^2' still has the residual 2; the unknown that moves most is 'y'
//err|       y^2 + 1 = -x^2;
//err|       ^~~~~~~~~~~~~~
//err|   note: in the equation y^2 = -1 - x^2
//err|   note: largest residual in each iteration: 2.25, 16, 8.19e+03
//err|   note: following the solution from the starting values came 0 % of the way
//err|   note: 1 equation for 'y'
//err|   note: $FILE:6:3: among them: y^2 = -1 - x^2
//err|       y^2 + 1 = -x^2;
//err|       ^~~~~~~~~~~~~~
// run: choose $FILE
// status: 3
//err| $FILE:6:3: error[E0502]: no solution found for simultaneous equations at time 0: after 2 iterations the equation 'y^2 = -1 - x^2' still has the residual 2; the unknown that moves most is 'y'
//err|       y^2 + 1 = -x^2;
//err|       ^~~~~~~~~~~~~~
//err|   note: in the equation y^2 = -1 - x^2
//err|   note: largest residual in each iteration: 2.25, 16, 8.19e+03
//err|   note: following the solution from the starting values came 0 % of the way
//err|   note: 1 equation for 'y'
//err|   note: $FILE:6:3: among them: y^2 = -1 - x^2
//err|       y^2 + 1 = -x^2;
//err|       ^~~~~~~~~~~~~~

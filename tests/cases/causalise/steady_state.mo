// Conditions of a steady state that say the same thing twice: where the iteration began, and what to do, is said.
model Twice
  Real x(start = 0.6), y(start = 0.3);
initial equation
  der(x) = 0;
  der(y) = 0;
equation
  der(x) = x^2 + y^2 - 1;
  der(y) = 2*x^2 + 2*y^2 - 2;
end Twice;
// run: simulate $FILE --model Twice --method cvode --stop 1
// status: 3
//err| $FILE:8:3: error[E0503]: simultaneous equations do not determine 'y' at time 0 (their matrix is singular)
//err|       der(x) = x^2 + y^2 - 1;
//err|       ^~~~~~~~~~~~~~~~~~~~~~
//err|   note: in the equation der(x) = x^2 + y^2 - 1
//err|   note: 2 equations for 'x' and 'y'
//err|   note: $FILE:8:3: among them: der(x) = x^2 + y^2 - 1
//err|       der(x) = x^2 + y^2 - 1;
//err|       ^~~~~~~~~~~~~~~~~~~~~~
//err|   note: $FILE:9:3: among them: der(y) = 2*x^2 + 2*y^2 - 2
//err|       der(y) = 2*x^2 + 2*y^2 - 2;
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   note: $FILE:3:24: the iteration began at a singular point, x = 0.6 and y = 0.3: give other start values, or conditions that determine these unknowns
//err|       Real x(start = 0.6), y(start = 0.3);
//err|                            ^

// A parameter makes a linear loop singular: found when it is evaluated. No condition of the start takes part, and none
// is named as a remedy.
model SingularByParameters
  parameter Real k = 2;
  Real x(start = 1, fixed = true), a, b;
equation
  der(x) = a;
  a + k*b = x;
  2*a + 4*b = x^2;
end SingularByParameters;
model Constraint "linear in its state too: with k = 2 the equations say that x is 0"
  parameter Real k = 2;
  Real x(start = 1, fixed = true), a, b;
equation
  der(x) = a;
  a + k*b = x;
  2*a + 4*b = 3*x;
end Constraint;
// run: simulate $FILE --model SingularByParameters --method cvode --stop 1
// differs: passes because a stays a name of its own
// status: 3
//err| $FILE:8:3: error[E0503]: simultaneous equations do not determine 'b' at time 0 (their matrix is singular)
//err|       a + k*b = x;
//err|       ^~~~~~~~~~~
//err|   note: in the equation der(x) = -k*b + x
//err|   note: 2 equations for 'der(x)' and 'b'
//err|   note: $FILE:8:3: among them: der(x) = -k*b + x
//err|       a + k*b = x;
//err|       ^~~~~~~~~~~
//err|   note: $FILE:9:3: among them: 2*der(x) = -4*b + x^2
//err|       2*a + 4*b = x^2;
//err|       ^~~~~~~~~~~~~~~
// run: simulate $FILE --model SingularByParameters --set k=1 --method cvode --stop 1 --tolerance 1e-9 --json
// json: final.x ~ 2.8449383769 1e-6
// run: simulate $FILE --model Constraint --method cvode --stop 1
// status: 3
//err| $FILE:13:8: warning[W0415]: more initial conditions than needed: the fixed start value of x follows from the others by equations between states
//err|       Real x(start = 1, fixed = true), a, b;
//err|            ^
//err|   help: remove fixed = true where the value follows from others
//err| $FILE:13:8: error[E0414]: the initial conditions contradict each other: the fixed start value of 'x' is 1, the other conditions make it 0
//err|       Real x(start = 1, fixed = true), a, b;
//err|            ^
// run: simulate $FILE --model Constraint --set k=1 --method cvode --stop 1 --tolerance 1e-9 --json
// json: final.x ~ 1.6487212707 1e-6

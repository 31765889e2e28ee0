// A parameter makes a linear loop singular: found when it is evaluated. No condition of the start takes part, and none
// is named as a remedy.
model SingularByParameters
  parameter Real k = 2;
  Real x(start = 1, fixed = true), a, b;
equation
  der(x) = a;
  a + k*b = x;
  2*a + 4*b = 3*x;
end SingularByParameters;
// run: simulate $FILE --method cvode --stop 1
// differs: passes because a stays a name of its own
// status: 3
//err| $FILE:9:3: error[E0503]: simultaneous equations do not determine 'b' at time 0 (their matrix is singular)
//err|       2*a + 4*b = 3*x;
//err|       ^~~~~~~~~~~~~~~
//err|   note: in the equation 2*der(x) = -4*b + 3*x
//err|   note: 2 equations for 'der(x)' and 'b'
//err|   note: $FILE:8:3: among them: der(x) = -k*b + x
//err|       a + k*b = x;
//err|       ^~~~~~~~~~~
//err|   note: $FILE:9:3: among them: 2*der(x) = -4*b + 3*x
//err|       2*a + 4*b = 3*x;
//err|       ^~~~~~~~~~~~~~~
// run: simulate $FILE --set k=1 --method cvode --stop 1 --tolerance 1e-9 --json
// json: final.x ~ 1.6487212707 1e-6

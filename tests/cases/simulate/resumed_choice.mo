// A pendulum whose states change on the way: a run that goes on from results must find which variables were states.
model Pendulum
  Real x(start = 1, fixed = true), y(start = 0), vx(start = 0, fixed = true), vy(start = 0), F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
// run: simulate $FILE --method cvode --tolerance 1e-9 --stop 2 --json
// json: final.x ~ 0.793566 1e-4
// json: final.y ~ -0.608484 1e-4
//err| $FILE:3:36: warning[W0507]: nothing determines 'der(y)' at the start (the matrix of its equations is singular): it keeps its start value, on which states or parameters depend
//err|       Real x(start = 1, fixed = true), y(start = 0), vx(start = 0, fixed = true)
//err|                                        ^
// run: simulate $FILE --method cvode --tolerance 1e-9 --stop 0.9 --output $TMP/half.csv --json
// json: status.ok == true
//err| $FILE:3:36: warning[W0507]: nothing determines 'der(y)' at the start (the matrix of its equations is singular): it keeps its start value, on which states or parameters depend
//err|       Real x(start = 1, fixed = true), y(start = 0), vx(start = 0, fixed = true)
//err|                                        ^
// run: simulate $FILE --method cvode --tolerance 1e-9 --initial-from $TMP/half.csv --start 0.9 --stop 2 --json
// json: final.x ~ 0.793566 1e-4
// json: final.y ~ -0.608484 1e-4
//err| $FILE:3:36: warning[W0507]: nothing determines 'der(y)' at the start (the matrix of its equations is singular): it keeps its start value, on which states or parameters depend
//err|       Real x(start = 1, fixed = true), y(start = 0), vx(start = 0, fixed = true)
//err|                                        ^

// While nothing flows, nothing determines the enthalpy of what flows. No derivative depends on it: it stays what it was.
model Flow
  Real m = if time < 0.5 then 0 else 1;
  Real h(start = 7);
  Real T(start = 1, fixed = true);
equation
  m*h = m*T;
  der(T) = -m*h;
end Flow;
// run: simulate $FILE --model Flow --method cvode --tolerance 1e-8 --json --stop 1
// json: final.h ~ 0.60653066 1e-6
// json: final.T ~ 0.60653066 1e-6
//err| $FILE:4:8: warning[W0507]: nothing determines 'h' at time 0 (the matrix of its equations is singular): it keeps its value, on which no derivative depends
//err|       Real h(start = 7);
//err|            ^
model Matters
  Real m = if time < 0.5 then 0 else 1;
  Real h(start = 7);
  Real T(start = 1, fixed = true);
equation
  m*h = m*T;
  der(T) = -2*h;
end Matters;
// run: simulate $FILE --model Matters --method cvode --stop 1
// status: 3
//err| $FILE:21:3: error[E0503]: simultaneous equations do not determine 'h' at time 0 (their matrix is singular)
//err|       m*h = m*T;
//err|       ^~~~~~~~~
//err|   note: in the equation m*h = m*T
//err|   note: 1 equation for 'h'
//err|   note: $FILE:21:3: among them: m*h = m*T
//err|       m*h = m*T;
//err|       ^~~~~~~~~

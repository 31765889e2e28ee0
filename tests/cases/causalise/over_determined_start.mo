model M
  Real x(start = 1, fixed = true);
initial equation
  x = 2;
equation
  der(x) = -x;
end M;
// run: check $FILE
// status: 1
//err| $FILE:2:8: error[E0403]: the initial conditions are over-determined: 1 condition too many (3 equations for 2 unknowns at the start)
//err|       Real x(start = 1, fixed = true);
//err|            ^
//err|   note: $FILE:2:8: over-determined: x = 1 (fixed start value)
//err|       Real x(start = 1, fixed = true);
//err|            ^
//err|   note: $FILE:4:3: over-determined: x = 2
//err|       x = 2;
//err|       ^~~~~
//err|   help: remove fixed = true from x, or the initial equation 'x = 2'

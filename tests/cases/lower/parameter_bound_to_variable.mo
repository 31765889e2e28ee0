model M
  Real x = time;
  parameter Real p = 2*x;
  Real y(start = x) = p;
end M;
// run: check $FILE
// status: 1
//err| $FILE:3:24: error[E0208]: 'p' is a parameter: its value cannot depend on the variable 'x'
//err|       parameter Real p = 2*x;
//err|                            ^
//err| $FILE:4:18: error[E0208]: attributes of 'y' can depend on parameters only
//err|       Real y(start = x) = p;
//err|                      ^

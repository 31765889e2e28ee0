// What to free, and what to fix.
model TooMany
  Real x(start = 1, fixed = true), y(start = 2, fixed = true), z;
initial equation
  x + y = 4;
equation
  der(x) = -x;
  der(y) = x - y;
  z = x + y;
end TooMany;
model TooFew
  parameter Real p(fixed = false), q(fixed = false);
  Real x(start = 1, fixed = true);
initial equation
  p*q = 2*x;
equation
  der(x) = p - q*x;
end TooFew;
model Twice
  Real x(start = 1);
initial equation
  x = 2;
  x = 2;
equation
  der(x) = -x;
end Twice;
// run: check $FILE --model TooMany
// status: 1
//err| $FILE:3:8: error[E0403]: the initial conditions are over-determined: 1 condition too many (6 equations for 5 unknowns at the start)
//err|       Real x(start = 1, fixed = true), y(start = 2, fixed = true), z;
//err|            ^
//err|   note: $FILE:3:8: over-determined: x = 1 (fixed start value)
//err|       Real x(start = 1, fixed = true), y(start = 2, fixed = true), z;
//err|            ^
//err|   note: $FILE:5:3: over-determined: x = -y + 4
//err|       x + y = 4;
//err|       ^~~~~~~~~
//err|   note: $FILE:3:36: over-determined: y = 2 (fixed start value)
//err|       Real x(start = 1, fixed = true), y(start = 2, fixed = true), z;
//err|                                        ^
//err|   help: remove fixed = true from one of y and x, or the initial equation 'x = -y + 4'
// run: check $FILE --model TooFew
//out| TooFew: the model is complete and can be simulated
//out|
//out|   equations     1 for 1 unknown
//out|   states        1: x
//out|   parameters    2
//out|   shapes        1 (kinds of equations)
//out|   blocks        1 block
//err| $FILE:12:36: warning[W0404]: the initial conditions are not complete: 1 parameter with fixed = false takes its start value: q
//err|       parameter Real p(fixed = false), q(fixed = false);
//err|                                        ^
//err|   help: write fixed = true next to the start value, or give an initial equation
// run: simulate $FILE --model Twice --method cvode --tolerance 1e-9 --stop 1 --json
// json: final.x ~ 0.7357588823428847 1e-6
// What a discrete variable was before the start is fixed once.
model PastTwice
  Integer m(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
initial equation
  pre(m) = 2;
equation
  der(x) = 1;
  when x > 0.5 then
    m = pre(m) + 1;
  end when;
end PastTwice;
// run: check $FILE --model PastTwice
// status: 1
//err| $FILE:58:11: error[E0403]: the initial conditions are over-determined: 1 condition too many (5 equations for 4 unknowns at the start)
//err|       Integer m(start = 0, fixed = true);
//err|               ^
//err|   note: $FILE:58:11: over-determined: pre(m) = 0 (fixed start value)
//err|       Integer m(start = 0, fixed = true);
//err|               ^
//err|   note: $FILE:61:3: over-determined: pre(m) = 2
//err|       pre(m) = 2;
//err|       ^~~~~~~~~~
//err|   help: remove fixed = true from m, or the initial equation 'pre(m) = 2'

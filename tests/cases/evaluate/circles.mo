// Values and sizes that depend on themselves, and long chains that do not.
model M
  parameter Integer a = b + 1;
  parameter Integer b = a - 1;
  parameter Integer n = sum(1:n);
  Real x[size(x, 1)];
  Real y[a];
  parameter Real p = if true then 1 else q;
  parameter Real q = p + 1;
  Real z[integer(q)];
end M;
// run: check $FILE
// status: 1
//err| $FILE:5:31: error[E0208]: the range must be known at compile time: the value of 'n' depends on itself
//err|       parameter Integer n = sum(1:n);
//err|                                   ^
//err| $FILE:6:8: error[E0210]: the size of 'x' depends on itself
//err|       Real x[size(x, 1)];
//err|            ^
//err| $FILE:7:10: error[E0208]: the size of 'y' must be known at compile time: the value of 'a' depends on itself
//err|       Real y[a];
//err|              ^
//err|   note: $FILE:4:25: because of this
//err|       parameter Integer b = a - 1;
//err|                             ^

model M
  Real y = time;
  Real x[integer(y)];
  parameter Real a = b;
  parameter Real b = a;
  parameter Integer n = m;
  parameter Integer m = n;
  Real z[n];
  Real w[integer(1/0)];
  constant Real c;
end M;
// run: check $FILE
// status: 1
//err| $FILE:3:10: error[E0208]: the size of 'x' must be known at compile time: 'y' is not a parameter: its value is not known at compile time
//err|       Real x[integer(y)];
//err|              ^~~~~~~~~~
//err|   note: $FILE:3:18: because of this
//err|       Real x[integer(y)];
//err|                      ^
//err| $FILE:8:10: error[E0208]: the size of 'z' must be known at compile time: the value of 'n' depends on itself
//err|       Real z[n];
//err|              ^
//err|   note: $FILE:7:25: because of this
//err|       parameter Integer m = n;
//err|                             ^
//err| $FILE:9:10: error[E0208]: the size of 'w' must be known at compile time: division by zero
//err|       Real w[integer(1/0)];
//err|              ^~~~~~~~~~~~
//err|   note: $FILE:9:18: because of this
//err|       Real w[integer(1/0)];
//err|                      ^~~
//err| $FILE:10:17: error[E0211]: 'c' has no value
//err|       constant Real c;
//err|                     ^

// Numbers that are too large are refused before anything is made of them.
model M
  Real x[100000, 100000];
  Real y[200000000];
  parameter Integer n = 99999999999999999999;
  Real z = 1e999;
  Real w = sum(zeros(20000, 20000));
  Real v = sum(i for i in 1:1000000000);
  parameter Integer big = 100000000*100000000;
  Real u[big];
equation
  x[1, 1] = 1;
end M;
// run: check $FILE
// status: 1
//err| $FILE:3:8: error[E0305]: 'x' has more than 100 million elements
//err|       Real x[100000, 100000];
//err|            ^
//err| $FILE:4:10: error[E0205]: the size of 'y' is 2e+08: it must be between 0 and 100 million
//err|       Real y[200000000];
//err|              ^~~~~~~~~
//err| $FILE:5:25: warning[W0227]: the number '99999999999999999999' is too large for an Integer, which ends at 2147483647: it is a Real
//err|       parameter Integer n = 99999999999999999999;
//err|                             ^~~~~~~~~~~~~~~~~~~~
//err|   help: write '99999999999999999999.0'
//err| $FILE:5:25: error[E0204]: 'n' must be Integer, not Real
//err|       parameter Integer n = 99999999999999999999;
//err|                             ^~~~~~~~~~~~~~~~~~~~
//err| $FILE:6:12: error[E0204]: the number '1e999' is outside the range of Real
//err|       Real z = 1e999;
//err|                ^~~~~
//err| $FILE:7:16: error[E0305]: the array has more than 100 million elements
//err|       Real w = sum(zeros(20000, 20000));
//err|                    ^~~~~~~~~~~~~~~~~~~
//err| $FILE:10:10: error[E0208]: the size of 'u' must be known at compile time: 1e+16 is outside the range of Integer, from -2147483648 to 2147483647
//err|       Real u[big];
//err|              ^~~
//err|   note: $FILE:9:27: because of this
//err|       parameter Integer big = 100000000*100000000;
//err|                               ^~~~~~~~~~~~~~~~~~~

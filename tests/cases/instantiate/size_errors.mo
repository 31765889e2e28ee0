model M
  parameter Integer n = 3;
  Real x[n];
  Real y[2] = {1, 2, 3};
  Real z[n + 0.5];
  Real w[-1];
  parameter Real A[2, 3] = {{1, 2, 3}, {4, 5, 6}};
equation
  x = A*{1, 2};
  x = x + 1;
  x[1, 2] = 0;
  x[time] = 0;
end M;
// run: check $FILE
// status: 1
//err| $FILE:4:15: error[E0205]: 'y' is Real[2], its value Integer[3]
//err|       Real y[2] = {1, 2, 3};
//err|                   ^~~~~~~~~
//err| $FILE:5:10: error[E0204]: a size must be an Integer, not Real
//err|       Real z[n + 0.5];
//err|              ^~~~~~~
//err| $FILE:6:10: error[E0205]: the size of 'w' is -1: it must be between 0 and 100 million
//err|       Real w[-1];
//err|              ^~
//err| $FILE:9:7: error[E0205]: the sizes do not fit for '*': Real[2, 3] and Integer[2]
//err|       x = A*{1, 2};
//err|           ^~~~~~~~
//err| $FILE:10:7: error[E0205]: the sizes of the operands differ: Real[3] and Integer
//err|       x = x + 1;
//err|           ^~~~~
//err| $FILE:11:3: error[E0205]: 'x' has 1 dimension, not 2
//err|       x[1, 2] = 0;
//err|       ^~~~~~~
//err| $FILE:12:5: error[E0204]: a subscript must be an Integer, not Real
//err|       x[time] = 0;
//err|         ^~~~

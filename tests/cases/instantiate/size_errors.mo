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

model M
  Real x, y, z;
equation
  x + y = time;
  x - y = 1;
  x + 2*y = 3;
end M;
// run: check $FILE
// status: 1

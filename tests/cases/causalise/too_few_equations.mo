model M
  Real x, y;
  Real z[3];
equation
  der(x) = y;
  z[1] = x;
end M;
// run: check $FILE
// status: 1

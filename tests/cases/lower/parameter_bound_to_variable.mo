model M
  Real x = time;
  parameter Real p = 2*x;
  Real y(start = x) = p;
end M;
// run: check $FILE
// status: 1

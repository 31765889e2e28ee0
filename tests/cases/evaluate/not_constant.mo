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

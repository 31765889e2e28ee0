model M "a linear and a nonlinear loop"
  Real x(start = 1, fixed = true);
  Real i1, i2, v;
  Real y(start = 1);
equation
  der(x) = -y - i1;
  v = 2*i1 + x;
  v = 10 - 3*i2;
  i1 = i2 + 1;
  y^3 + y = x + v;
end M;
// run: check $FILE --dump=plan
// run: check $FILE --json
// json: blocks.linear == 1
// json: blocks.nonlinear == 1
// json: blocks.largest == 3
// run: simulate $FILE --json --stop 1
// json: status.ok == true

model M "a linear and a torn loop"
  Real x(start = 1, fixed = true);
  Real i1, i2, v;
  Real y(start = 1), z;
equation
  der(x) = -y - i1;
  v = 2*i1 + x;
  v = 10 - 3*i2;
  i1 = i2 + 1;
  y^3 + z = x + v;
  z = y + sin(y);
end M;
// run: check $FILE --dump=blocks

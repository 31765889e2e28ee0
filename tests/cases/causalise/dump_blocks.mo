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
//out| 3 blocks: 1 single equation solved symbolically, 2 loops (1 of 2 and 1 of 3)
//out| 1. linear loop of 3 equations
//out|    v, one of v = 2*i1 + x
//out|    i2, one of v = 10 - 3*i2
//out|    i1, one of i1 = i2 + 1
//out|    |o.o|
//out|    |oo.|
//out|    |.oo|
//out| 2. nonlinear loop of 2 equations
//out|    iterated y, residual of z = y + sin(y)
//out|    z from y^3 = -z + x + v
//out|    |xo|
//out|    |xo|
//out| 3. der(x) from der(x) = -y - i1

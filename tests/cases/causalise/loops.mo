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
//out| plan M: 1 state, 4 algebraic variables, 0 parameters, 0 aliases, index 1
//out| states: x
//out| initial: 2 steps, 2 loops
//out|   x := 1
//out|   linear loop of 3 equations for v, i2, i1
//out|     v = 2*i1 + x
//out|     v = 10 - 3*i2
//out|     i1 = i2 + 1
//out|   nonlinear loop of 1 equation for y
//out|     y^3 = -y + x + v
//out|   der(x) := -y - i1
//out| continuous: 1 step, 2 loops
//out|   linear loop of 3 equations for v, i2, i1
//out|     v = 2*i1 + x
//out|     v = 10 - 3*i2
//out|     i1 = i2 + 1
//out|   nonlinear loop of 1 equation for y
//out|     y^3 = -y + x + v
//out|   der(x) := -y - i1
// run: check $FILE --json
// json: blocks.linear == 1
// json: blocks.nonlinear == 1
// json: blocks.largest == 3
// run: simulate $FILE --method cvode --json --stop 1
// json: status.ok == true

model M "an alias, an assignment solved for its unknown, a linear and a nonlinear loop, an initial system of its own"
  parameter Real R = 2;
  Real x(start = 1);
  Real y, z, v, w;
  Real alias = x;
initial equation
  der(x) = 0;
equation
  der(x) = 3 - R*y;
  x + z = y;
  z - 2*y = alias;
  v + w = x;
  v^3 = w + x;
end M;
// run: check $FILE --dump=plan
// run: check $FILE --dump=plan --disable alias
// run: check $FILE --dump=plan --json
// json: stage == "plan"

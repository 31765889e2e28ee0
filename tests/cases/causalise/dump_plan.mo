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
//out| plan M: 1 state, 4 algebraic variables, 1 parameter, 1 alias, index 1
//out| states: x
//out| aliases
//out|   alias = x
//out| initial: 4 steps, 1 loop
//out|   der(x) := 0
//out|   y := (-der(x) + 3)/R
//out|   z := 3*y/2
//out|   x := -z + y
//out|   nonlinear loop of 2 equations for v, w, iterating v
//out|     v^3 = w + x
//out|     v = -w + x
//out| continuous: 1 step, 2 loops
//out|   linear loop of 2 equations for z, y
//out|     x = -z + y
//out|     2*z = 3*y
//out|   der(x) := 3 - R*y
//out|   nonlinear loop of 2 equations for v, w, iterating v
//out|     v^3 = w + x
//out|     v = -w + x
// run: check $FILE --dump=plan --disable alias
//out| plan M: 1 state, 5 algebraic variables, 1 parameter, 0 aliases, index 1
//out| states: x
//out| initial: 2 steps, 2 loops
//out|   der(x) := 0
//out|   y := (-der(x) + 3)/R
//out|   linear loop of 3 equations for alias, x, z
//out|     alias = x
//out|     x = -z + y
//out|     z = 2*y + alias
//out|   nonlinear loop of 2 equations for v, w, iterating v
//out|     v^3 = w + x
//out|     v = -w + x
//out| continuous: 2 steps, 2 loops
//out|   alias := x
//out|   linear loop of 2 equations for z, y
//out|     x = -z + y
//out|     z = 2*y + alias
//out|   der(x) := 3 - R*y
//out|   nonlinear loop of 2 equations for v, w, iterating v
//out|     v^3 = w + x
//out|     v = -w + x
// run: check $FILE --dump=plan --json
// json: stage == "plan"

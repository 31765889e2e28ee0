// What is iterated where equations form a loop: by residue(x), which is zero, and by an annotation.
model Residue
  Real x(start = 1), y, z;
equation
  y = 2 - x + residue(z);
  z = y^3 + x;
  x = 0.25*z;
end Residue;
// run: check $FILE --model Residue --dump=blocks
//out| 1 block: 0 single equations solved symbolically, 1 loop (1 of 3)
//out| 1. nonlinear loop of 3 equations
//out|    iterated z, residual of y = 2 - x + residue(z)
//out|    iterated y, residual of z = y^3 + x
//out|    x from x = 0.25*z
//out|    |.oo|
//out|    |oxo|
//out|    |o.o|
// run: simulate $FILE --model Residue --method cvode --stop 1 --json
// json: status.ok == true
model Selected
  Real x, y annotation(__OpenModelica_tearingSelect = TearingSelect.prefer), z;
equation
  y = 2 - x;
  z = y^3 + x;
  x = 0.25*z;
end Selected;
// run: check $FILE --model Selected --dump=blocks
//out| 1 block: 0 single equations solved symbolically, 1 loop (1 of 3)
//out| 1. nonlinear loop of 3 equations
//out|    iterated y, residual of x = 0.25*z
//out|    x from y = 2 - x
//out|    z from z = y^3 + x
//out|    |.oo|
//out|    |oo.|
//out|    |xoo|
model Never
  Real x(start = 1), y annotation(__OpenModelica_tearingSelect = TearingSelect.never), z;
equation
  y = 2 - x;
  z = y^3 + x;
  x = 0.25*z;
end Never;
// run: check $FILE --model Never --dump=blocks
//out| 1 block: 0 single equations solved symbolically, 1 loop (1 of 3)
//out| 1. nonlinear loop of 3 equations
//out|    iterated x, residual of z = y^3 + x
//out|    y from y = 2 - x
//out|    z from x = 0.25*z
//out|    |oxo|
//out|    |oo.|
//out|    |o.o|
model Linear "not worth it, but wished"
  Real x, y, z annotation(__OpenModelica_tearingSelect = TearingSelect.always);
equation
  x + y = time;
  y - 2*z = 1;
  z + 3*x = 4;
end Linear;
// run: check $FILE --model Linear --dump=blocks
//out| 1 block: 0 single equations solved symbolically, 1 loop (1 of 3)
//out| 1. linear loop of 3 equations
//out|    torn z, residual of x = -y + time
//out|    y from y = 2*z + 1
//out|    x from z = -3*x + 4
//out|    |.oo|
//out|    |oo.|
//out|    |o.o|
model Unneeded "marks that change nothing are named"
  Real x, y, z(start = 1) annotation(__OpenModelica_tearingSelect = TearingSelect.never);
equation
  x = time + residue(y);
  y = 2*x;
  z^3 + z = x;
end Unneeded;
// run: check $FILE --model Unneeded
//out| Unneeded: the model is complete and can be simulated
//out|
//out|   equations     3 for 3 unknowns
//out|   states        0
//out|   parameters    0
//out|   shapes        3 (kinds of equations)
//out|   blocks        3 blocks; solved together: 0 linear, 1 nonlinear, the largest of 1
//err| $FILE:69:14: warning[W0417]: 2 marks are not followed
//err|       Real x, y, z(start = 1) annotation(__OpenModelica_tearingSelect = TearingS
//err|                  ^
//err|   note: $FILE:69:14: 'z' is iterated, nothing else remains
//err|       Real x, y, z(start = 1) annotation(__OpenModelica_tearingSelect = TearingS
//err|                  ^
//err|   note: $FILE:71:3: residue(y): the equation and the variable are in no loop together
//err|       x = time + residue(y);
//err|       ^~~~~~~~~~~~~~~~~~~~~
model Elements "of arrays"
  Real x[3](each start = 1), y[3] annotation(tearingSelect = TearingSelect.always);
equation
  for i in 1:3 loop
    x[i] = i - y[i];
    y[i] = x[i]^3;
  end for;
end Elements;
// run: check $FILE --model Elements --dump=blocks
//out| 3 blocks: 0 single equations solved symbolically, 3 loops (3 of 2)
//out| 1. nonlinear loop of 2 equations
//out|    iterated y[1], residual of y[1] = x[1]^3
//out|    x[1] from x[1] = 1 - y[1]
//out|    |ox|
//out|    |oo|
//out| 2. nonlinear loop of 2 equations
//out|    iterated y[2], residual of y[2] = x[2]^3
//out|    x[2] from x[2] = 2 - y[2]
//out|    |ox|
//out|    |oo|
//out| 3. nonlinear loop of 2 equations
//out|    iterated y[3], residual of y[3] = x[3]^3
//out|    x[3] from x[3] = 3 - y[3]
//out|    |ox|
//out|    |oo|
model Hidden
  function residue "what users define hides the operator"
    input Real u;
    output Real y = 2*u;
  end residue;
  Real x = residue(time);
end Hidden;
// run: check $FILE --model Hidden --dump=blocks
//out| 1 block: 1 single equation solved symbolically, 0 loops
//out| 1. x from x = 2*time
model Wrong
  Real x;
equation
  x = 1 + residue(2*x);
end Wrong;
// run: check $FILE --model Wrong
// status: 1
//err| $FILE:130:19: error[E0204]: 'residue' marks a Real variable, not an expression
//err|       x = 1 + residue(2*x);
//err|                       ^~~
model Pulled "without the mark its equation would give f, and p and q would be a loop"
  Real w(start = 1, fixed = true), a, f, p, q;
equation
  der(w) = a;
  f = 2*w + residue(a);
  f = p + q*w;
  3*q = p - 1;
  a = 2*p;
end Pulled;
// run: check $FILE --model Pulled --dump=blocks
//out| 1 block: 0 single equations solved symbolically, 1 loop (1 of 4)
//out| 1. linear loop of 4 equations
//out|    torn der(w), residual of f = 2*w + residue(der(w))
//out|    p from der(w) = 2*p
//out|    q from 3*q = p - 1
//out|    f from f = p + q*w
//out|    |...o|
//out|    |oo..|
//out|    |.oo.|
//out|    |.ooo|
// run: simulate $FILE --model Pulled --method rosenbrock --tolerance 1e-10 --stop 1 --json
// json: final.w ~ 8.559036961884521 1e-8

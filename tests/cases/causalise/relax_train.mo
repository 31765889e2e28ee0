// Marks of relaxing: two shafts and an ideal gear, in either direction; marks that do not help.
model Train "(J2 + i^2 J1) a2 = i tau"
  parameter Real J1 = 0.7, J2 = 2, i = 3;
  Real a1, a2, t1, t2, w(start = 0, fixed = true);
equation
  J1*Sunder.relax(a1) = 1.5 - t1;
  a1 = i*Sunder.relax(a2);
  i*t1 = t2;
  J2*a2 = t2;
  der(w) = a2;
  assert(abs(a2 - 4.5/8.3) < 1e-15, "the shaft is wrong");
end Train;
// run: check $FILE --model Train --dump=blocks
//out| 1 block: 0 single equations solved symbolically, 1 loop (1 of 4)
//out| 1. linear loop of 4 equations
//out|    relaxed: 2 blocks with 2 patterns, 6 multiplications, 4 additions, 1 division; last block of 0
//out|    t1 from J1*relax(a1) = 1.5 - t1
//out|    a1 from a1 = i*relax(der(w))
//out|    t2 from i*t1 = t2
//out|    der(w) from J2*der(w) = t2
//out|    |oo..|
//out|    |.o.o|
//out|    |o.o.|
//out|    |..oo|
// run: simulate $FILE --model Train --method cvode --stop 1 --json
// json: status.ok == true
model Turned "the gear the other way round: its marks are turned"
  parameter Real J1 = 0.7, J2 = 2, i = 3;
  Real a1, a2, t1, t2, w(start = 0, fixed = true);
equation
  J1*Sunder.relax(a1) = 1.5 - t1;
  a2 = Sunder.relax(a1)/i;
  i*t1 = t2;
  J2*a2 = t2;
  der(w) = a2;
  assert(abs(a2 - 4.5/8.3) < 1e-15, "the shaft is wrong");
end Turned;
// run: check $FILE --model Turned --dump=blocks
//out| 1 block: 0 single equations solved symbolically, 1 loop (1 of 4)
//out| 1. linear loop of 4 equations
//out|    relaxed: 2 blocks with 2 patterns, 6 multiplications, 4 additions, 1 division; last block of 1
//out|    t1 from J1*relax(a1) = 1.5 - t1
//out|    der(w) from der(w) = relax(a1)/i
//out|    t2 from i*t1 = t2
//out|    a1, last block, with J2*der(w) = t2
//out|    |o..o|
//out|    |.o.o|
//out|    |o.o.|
//out|    |.oo.|
// run: simulate $FILE --model Turned --method cvode --stop 1 --json
// json: status.ok == true
model Reduced "the gear as an equation between angular velocities: its derivative has the mark"
  parameter Real J1 = 0.7, J2 = 2, i = 3;
  Real w1, w2(start = 0, fixed = true, stateSelect = StateSelect.always), t1, t2;
equation
  J1*Sunder.relax(der(w1)) = 1.5 - t1;
  w1 = i*Sunder.relax(w2);
  i*t1 = t2;
  J2*der(w2) = t2;
end Reduced;
// run: check $FILE --model Reduced --dump=blocks
//out| 2 blocks: 1 single equation solved symbolically, 1 loop (1 of 4)
//out| 1. linear loop of 4 equations
//out|    relaxed: 2 blocks with 2 patterns, 6 multiplications, 4 additions, 1 division; last block of 0
//out|    t1 from J1*relax(der(w1)) = 1.5 - t1
//out|    der(w1) from der(w1) = i*relax(der(w2)) (differentiated)
//out|    t2 from i*t1 = t2
//out|    der(w2) from J2*der(w2) = t2
//out|    |oo..|
//out|    |.o.o|
//out|    |o.o.|
//out|    |..oo|
//out| 2. w1 from w1 = i*relax(w2)
//out| a mark that does not help, in w1 = i*relax(w2): stands in no loop
model Idle "a mark on what is known, and one outside of loops"
  parameter Real p = 2;
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -Sunder.relax(p)*y;
  y = 2*Sunder.relax(x);
end Idle;
// run: check $FILE --model Idle --dump=blocks
//out| 2 blocks: 2 single equations solved symbolically, 0 loops
//out| 1. y from y = 2*relax(x)
//out| 2. der(x) from der(x) = -(relax(p))*y
//out| a mark that does not help, in y = 2*relax(x): stands in no loop
//err| $FILE:80:3: warning[W0417]: a mark is not followed: relax() in y = 2*relax(x): stands in no loop
//err|       y = 2*Sunder.relax(x);
//err|       ^~~~~~~~~~~~~~~~~~~~~
model Placed "marks of the library are for every place a component is put to: nobody is told where they do not help"
  Sunder.Electrical.Resistor resistor(R = 2);
  Sunder.Electrical.Capacitor capacitor(C = 1, v(start = 1, fixed = true));
  Sunder.Electrical.Ground ground;
equation
  connect(resistor.p, capacitor.p);
  connect(resistor.n, ground.p);
  connect(capacitor.n, ground.p);
end Placed;
// run: check $FILE --model Placed --json
// json: relaxed.loops == 0
model Twice "a mark of a class of one's own that helps one component, and a mark that helps none"
  model Gear
    parameter Real i = 3;
    Real a1, a2, t1, t2;
  equation
    a1 = i*Sunder.relax(a2);
    i*t1 = t2;
  end Gear;
  Gear gear, idle;
  parameter Real J1 = 0.7, J2 = 2;
  Real w(start = 0, fixed = true), v(start = 0, fixed = true);
equation
  J1*Sunder.relax(gear.a1) = 1.5 - gear.t1;
  J2*gear.a2 = gear.t2;
  der(w) = gear.a2;
  idle.a2 = time;
  idle.t1 = Sunder.relax(idle.a1);
  der(v) = idle.t2;
end Twice;
// run: check $FILE --model Twice
// differs: passes because aliases are equations of the loop
//out| Twice: the model is complete and can be simulated
//out|
//out|   equations     10 for 10 unknowns, 2 of them aliases
//out|   states        2: w, v
//out|   parameters    4
//out|   shapes        5 (kinds of equations)
//out|   blocks        5 blocks; solved together: 1 linear, 0 nonlinear, the largest of 4
//out|   relaxed       1 loop of 4 equations: 3 blocks with 3 patterns, 20 operations (tearing: 42, factors with pivots: 48)
//err| $FILE:117:3: warning[W0417]: a mark is not followed: relax() in idle.t1 = relax(idle.a1): stands in no loop
//err|       idle.t1 = Sunder.relax(idle.a1);
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
model NoVariable
  Real x, y;
  Integer n = 3;
equation
  x = Sunder.relax(2*y);
  y = Sunder.relax(n) + Sunder.residue(x + y);
end NoVariable;
// run: check $FILE --model NoVariable
// status: 1
//err| $FILE:137:20: error[E0204]: 'Sunder.relax' marks a Real variable or the derivative of one, not an expression
//err|       x = Sunder.relax(2*y);
//err|                        ^~~
//err| $FILE:138:20: error[E0204]: 'Sunder.relax' marks a Real variable or the derivative of one, not Integer
//err|       y = Sunder.relax(n) + Sunder.residue(x + y);
//err|                        ^
//err| $FILE:138:40: error[E0204]: 'residue' marks a Real variable, not an expression
//err|       y = Sunder.relax(n) + Sunder.residue(x + y);
//err|                                            ^~~~~
model NoLibrary "the mark is a function of the library"
  Real x, y;
equation
  x = 2 + relax(y);
  y = 3*x;
end NoLibrary;
// run: check $FILE --model NoLibrary
// status: 1
//err| $FILE:154:11: error[E0202]: unknown function 'relax'
//err|       x = 2 + relax(y);
//err|               ^~~~~
//err|   help: the mark of the library is written 'Sunder.relax'

model M
  Real a(start = 1, fixed = true), b, c, f, s, t;
  parameter Real p(fixed = false);
initial equation
  p = 3;
equation
  der(a) = -a + f;
  der(b) = -b - f;
  b = 2*a;
  c = -b;
  s + t = a;
  s^3 = t + p;
end M;
// run: check $FILE --explain a
// differs: passes because there are more blocks where nothing is an alias
//out| a is a state: equations determine b from it (its start value is fixed).
//out| der(a) is computed together with f and der(b) by 3 linear equations (block 2 of 3).
//out|   der(a) = -a + f
//out|       $FILE:7:3
//out|   der(b) = -b - f
//out|       $FILE:8:3
//out|   der(b) = 2*der(a) (differentiated)
//out|       $FILE:9:3
// run: check $FILE --explain b
// differs: passes because there are more blocks where nothing is an alias
//out| b is differentiated and yet no state: equations between states determine it from others.
//out| b is computed by one equation, solved for it (block 1 of 3).
//out|   b = 2*a
//out|       $FILE:9:3
// run: check $FILE --explain c
// differs: passes because c is no alias there
//out| c equals -b by an equation, and is not computed by itself.
//out| b is differentiated and yet no state: equations between states determine it from others.
//out| b is computed by one equation, solved for it (block 1 of 3).
//out|   b = 2*a
//out|       $FILE:9:3
// run: check $FILE --explain s
// differs: passes because there are more blocks where nothing is an alias
//out| s is computed together with t by 2 nonlinear equations (block 3 of 3).
//out| Iterated: s; the others follow from these one by one.
//out|   s^3 = t + p
//out|       $FILE:12:3
//out|   s = -t + a
//out|       $FILE:11:3
// run: check $FILE --explain p
//out| p is a parameter that the initial equations determine.
// run: check $FILE --explain f --json
// differs: passes because there are more blocks where nothing is an alias
// json: variable == "f"
// run: check $FILE --explain d
// status: 2
//err| error[E0005]: --explain: the model has no variable 'd'

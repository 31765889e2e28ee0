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
//out| a is a state: the integrator advances it.
// run: check $FILE --explain b
//out| b is differentiated and yet no state: equations between states determine it from others.
//out| b is computed by one equation, solved for it.
//out|   b = 2*a
//out|       $FILE:9:3
// run: check $FILE --explain c
// differs: passes because c is no alias there
//out| c equals -b by an equation, and is not computed by itself.
//out| b is differentiated and yet no state: equations between states determine it from others.
//out| b is computed by one equation, solved for it.
//out|   b = 2*a
//out|       $FILE:9:3
// run: check $FILE --explain s
//out| s is computed together with t by 2 nonlinear equations.
//out| Iterated: s; the others follow from these one by one.
//out|   s^3 = t + p
//out|       $FILE:12:3
//out|   s = -t + a
//out|       $FILE:11:3
// run: check $FILE --explain p
//out| p is a parameter that the initial equations determine.
// run: check $FILE --explain f --json
// json: variable == "f"
// run: check $FILE --explain d
// status: 2
//err| error[E0005]: --explain: the model has no variable 'd'

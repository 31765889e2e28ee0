// Discrete variables, parameters, constants, what is chosen among several states, and why.
model Kinds
  constant Real c = 4;
  parameter Real R = 2, p = 3*R;
  parameter Integer n = 2;
  Real a[n](each start = 1, each fixed = true), b, x(start = 1, fixed = true), y(stateSelect = StateSelect.prefer), f;
  Real z(start = 0.5), u, v(start = 0, fixed = true), w(start = 1, fixed = true), s(start = 0), t, g;
  discrete Real d(start = 0, fixed = true);
  Boolean on = x > 0.5;
equation
  der(a) = -R*a;
  b = c*a[1];
  der(x) = f;
  der(y) = -y - 3*f;
  x = p*y;
  z + exp(z) = b;
  u = w;
  der(v) = w;
  der(w) = -g*v;
  der(s) = t;
  der(t) = -g*s - 1;
  v^2 + s^2 = 1 + 0*u;
  when x < 0.7 then
    d = pre(d) + 1;
  end when;
end Kinds;
// run: check $FILE --explain a[1]
// differs: passes because there are more blocks where nothing is an alias
//out| a[1] is a state: it is differentiated, and no equation determines it from others.
//out| der(a[1]) is computed by one equation, solved for it (block 1 of 12).
//out|   der(a[1]) = -R*a[1]
//out|       $FILE:11:3
// run: check $FILE --explain y
// differs: passes because there are more blocks where nothing is an alias
//out| y is a state: equations determine x from it (StateSelect.prefer).
//out| der(y) is computed together with der(x) by 2 linear equations (block 4 of 12).
//out|   der(y) = -y - 3*der(x)
//out|       $FILE:14:3
//out|   der(x) = p*der(y) (differentiated)
//out|       $FILE:15:3
// run: check $FILE --explain x
// differs: passes because there are more blocks where nothing is an alias
//out| x is differentiated and yet no state: equations between states determine it from others.
//out| x is computed by one equation, solved for it (block 5 of 12).
//out|   x = p*y
//out|       $FILE:15:3
// run: check $FILE --explain z
// differs: passes because there are more blocks where nothing is an alias
//out| z is computed by iteration from 1 nonlinear equation (block 6 of 12).
//out|   z = -exp(z) + b
//out|       $FILE:16:3
// run: check $FILE --explain d
// differs: passes because there are more blocks where nothing is an alias
//out| d changes at events only.
//out| d is computed by one equation, solved for it (block 10 of 12).
//out|   d = (if (x < 0.7) and not pre((x < 0.7)) and not initial() then pre(d) + 1 else pre(d))
//out|       $FILE:24:5
// run: check $FILE --explain on
// differs: passes because there are more blocks where nothing is an alias
//out| on equals x > 0.5 by an equation, and is not computed by itself.
//out| x > 0.5 changes at events only.
// run: check $FILE --explain p
//out| p is a parameter.
//out|   p = 3*R
//out|       $FILE:4:29
// run: check $FILE --explain n
//out| n is a parameter.
//out| Its value was read when the model was compiled, and cannot be changed afterwards.
//out|   n = 2
//out|       $FILE:5:25
// run: check $FILE --explain c
//out| c is a constant.
//out|   c = 4
//out|       $FILE:3:21
// run: check $FILE --explain v
// differs: passes because there are more blocks where nothing is an alias
//out| v is differentiated and yet no state: equations between states determine it from others (of v and s, 1 is chosen as a state while the model runs).
//out| v is computed together with s by 2 nonlinear equations (block 7 of 12).
//out|   v^2 = -s^2 + 1
//out|       $FILE:22:3
//out|   $state2[1] = (1)*v + (0)*s (choice of states)
//out|       $FILE:7:27
// run: check $FILE --explain $state1[1]
// differs: passes because there are more blocks where nothing is an alias
//out| $state1[1] is a state that stands for one of w and t, chosen while the model runs.
//out| der($state1[1]) is computed by one equation, solved for it (block 11 of 12).
//out|   der($state1[1]) = (1)*der(w) + (0)*der(t) (choice of states)
//out|       $FILE:7:55

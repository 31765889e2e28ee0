// More fixed start values than the reduced system has states: they agree, or they do not.
model Agree
  Real a(start = 1, fixed = true), b(start = 2, fixed = true), f;
equation
  der(a) = -a + f;
  der(b) = -b - f;
  b = 2*a;
end Agree;
model Differ
  extends Agree(b(start = 3));
end Differ;
// run: simulate $FILE --model Agree --method cvode --json --stop 1
// json: final.b ~ 0.735758882 1e-5
//err| $FILE:3:8: warning[W0415]: more initial conditions than needed: the fixed start value of a follows from the others by equations between states
//err|       Real a(start = 1, fixed = true), b(start = 2, fixed = true), f;
//err|            ^
//err|   help: remove fixed = true where the value follows from others
// run: simulate $FILE --model Differ --method cvode --stop 1
// status: 3
//err| $FILE:3:8: warning[W0415]: more initial conditions than needed: the fixed start value of a follows from the others by equations between states
//err|       Real a(start = 1, fixed = true), b(start = 2, fixed = true), f;
//err|            ^
//err|   help: remove fixed = true where the value follows from others
//err| $FILE:3:8: error[E0414]: the initial conditions contradict each other: the fixed start value of 'a' is 1, the other conditions make it 1.5
//err|       Real a(start = 1, fixed = true), b(start = 2, fixed = true), f;
//err|            ^

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
model Told "what a pipe's library says of each of its volumes: that of the first follows from what it is connected to"
  parameter Real p0 = 3, p_start[3] = {3, 1, 2};
  Real p[3], q;
initial equation
  p = p_start;
equation
  p[1] = p0;
  der(p[1]) = q - (p[1] - p[2]);
  der(p[2]) = p[1] - 2*p[2] + p[3];
  der(p[3]) = p[2] - p[3];
end Told;
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
// run: simulate $FILE --model Told --method cvode --stop 1 --tolerance 1e-9 --json
// json: final.q ~ 0.7554643856 1e-7
//err| $FILE:16:3: warning[W0415]: more initial conditions than needed: the initial equation 'p[1] = p_start[1]' follows from the others by equations between states
//err|       p = p_start;
//err|       ^~~~~~~~~~~
//err|   help: remove initial equations that follow from others
// run: simulate $FILE --model Told --set p_start[1]=4 --stop 10
// status: 3
//err| $FILE:16:3: warning[W0415]: more initial conditions than needed: the initial equation 'p[1] = p_start[1]' follows from the others by equations between states
//err|       p = p_start;
//err|       ^~~~~~~~~~~
//err|   help: remove initial equations that follow from others
//err| $FILE:16:3: error[E0414]: the initial conditions contradict each other: the value of 'p[1]' by this initial equation is 4, the other conditions make it 3
//err|       p = p_start;
//err|       ^~~~~~~~~~~

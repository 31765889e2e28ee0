// Linear loops: torn where that takes fewer operations, and never where rounding errors would grow.
model Ladder "resistors in a row: all follows from one unknown"
  parameter Integer n = 20;
  parameter Real R = 2, G = 0.1;
  Real x(start = 1, fixed = true);
  Real v[n + 1], i[n];
  Real seen "conductance from the end";
protected
  parameter Real Y[n](each fixed = false);
initial equation
  Y[n] = 1/(R + 1/G);
  for k in 1:n - 1 loop
    Y[k] = 1/(R + 1/(G + Y[k + 1]));
  end for;
equation
  der(x) = -i[1];
  v[1] = x;
  for k in 1:n loop
    R*i[k] = v[k] - v[k + 1];
  end for;
  for k in 1:n - 1 loop
    i[k] = i[k + 1] + G*v[k + 1];
  end for;
  i[n] = G*v[n + 1];
  seen = i[1]/x;
  assert(abs(seen - Y[1]) < 1e-14, "the ladder is wrong");
end Ladder;
// run: check $FILE --model Ladder --json
// json: blocks.linear == 1
// json: blocks.largest == 40
// run: simulate $FILE --model Ladder --method cvode --stop 1 --json
// json: status.ok == true
// run: linearize $FILE --model Ladder
//out| Ladder: linear at initial, t = 0; 1 state, 0 inputs, 0 outputs
//out|
//out|   A         x
//out|   x  -0.17913
//out|
model Chain "a value at either end: from one end to the other errors grow 10^25 times"
  parameter Integer n = 60;
  Real y[n];
  Real a = (3 - sqrt(5))/2;
equation
  3*y[1] - y[2] = 1 + time;
  for k in 2:n - 1 loop
    3*y[k] = y[k - 1] + y[k + 1];
  end for;
  3*y[n] = y[n - 1];
  assert(abs(y[1] - a*(1 + time)) < 1e-14, "the chain is wrong at its beginning");
  assert(abs(y[30] - a^30*(1 + time)) < 1e-13*a^30, "the chain is wrong in the middle");
end Chain;
// run: simulate $FILE --model Chain --method cvode --stop 1 --json
// json: status.ok == true
model Modes "divisors that change at events, one of them to zero: then all unknowns are solved for at once"
  parameter Integer n = 9;
  Real y[n];
  Boolean first = time < 0.5;
equation
  for k in 1:n loop
    (if first then 1 else 0)*y[k] + (if first then 1 else 2)*y[if k == n then 1 else k + 1] = k;
  end for;
  assert(time > 0.4 or abs(y[1] - 2.5) < 1e-14, "the first mode is wrong");
  assert(time < 0.6 or abs(y[1] - 4.5) < 1e-14, "the second mode is wrong");
end Modes;
// run: check $FILE --model Modes --dump=blocks
//out| 1 block: 0 single equations solved symbolically, 1 loop (1 of 9)
//out| 1. linear loop of 9 equations
//out|    torn y[1], residual of (if (time < 0.5) then 1 else 0)*y[5] = -(if (time < 0.5) then 1 else 2)*y[6] + 5
//out|    y[2] from (if (time < 0.5) then 1 else 0)*y[1] = -(if (time < 0.5) then 1 else 2)*y[2] + 1
//out|    y[9] from (if (time < 0.5) then 1 else 0)*y[9] = -(if (time < 0.5) then 1 else 2)*y[1] + 9
//out|    y[3] from (if (time < 0.5) then 1 else 0)*y[2] = -(if (time < 0.5) then 1 else 2)*y[3] + 2
//out|    y[8] from (if (time < 0.5) then 1 else 0)*y[8] = -(if (time < 0.5) then 1 else 2)*y[9] + 8
//out|    y[4] from (if (time < 0.5) then 1 else 0)*y[3] = -(if (time < 0.5) then 1 else 2)*y[4] + 3
//out|    y[7] from (if (time < 0.5) then 1 else 0)*y[7] = -(if (time < 0.5) then 1 else 2)*y[8] + 7
//out|    y[5] from (if (time < 0.5) then 1 else 0)*y[4] = -(if (time < 0.5) then 1 else 2)*y[5] + 4
//out|    y[6] from (if (time < 0.5) then 1 else 0)*y[6] = -(if (time < 0.5) then 1 else 2)*y[7] + 6
//out|    |.......oo|
//out|    |oo.......|
//out|    |o.o......|
//out|    |.o.o.....|
//out|    |..o.o....|
//out|    |...o.o...|
//out|    |....o.o..|
//out|    |.....o.o.|
//out|    |......o.o|
// run: simulate $FILE --model Modes --method cvode --stop 1 --json
// json: status.ok == true

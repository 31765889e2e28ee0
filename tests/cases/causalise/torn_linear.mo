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
//out| x
// run: check $FILE --model Ladder --explain i[3]
//out| x
// run: simulate $FILE --model Ladder --method cvode --stop 1 --json
// json: status.ok == true
// run: linearize $FILE --model Ladder
//out| x
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
//out| x
// run: simulate $FILE --model Modes --method cvode --stop 1 --json
// json: status.ok == true

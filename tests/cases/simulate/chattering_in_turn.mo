model InTurn "no single relation changes often enough to be noticed, but all together stop the run"
  parameter Integer n = 300;
  parameter Real w = 6e7;
  Real x(start = 0, fixed = true);
  Real v(start = 1, fixed = true);
  Real b[n];
equation
  der(x) = w*v;
  der(v) = -w*x;
  for i in 1:n loop
    b[i] = if x > i/(n + 1) then 1 else 0;
  end for;
end InTurn;
// run: simulate $FILE --method cvode
// status: 3
//err| $FILE:11:15: error[E0616]: 'x > -(-298/(n + 1))' and 299 other relations change in turn near time 5.50749348e-07, 3291 events within 5.51e-07 s: the model chatters, and time no longer advances
//err|         b[i] = if x > i/(n + 1) then 1 else 0;
//err|                   ^~~~~~~~~~~~~
//err|   note: $FILE:11:15: 'x > -(-1/(n + 1))' changed 11 times
//err|         b[i] = if x > i/(n + 1) then 1 else 0;
//err|                   ^~~~~~~~~~~~~
//err|   note: $FILE:11:15: 'x > -(-2/(n + 1))' changed 11 times
//err|         b[i] = if x > i/(n + 1) then 1 else 0;
//err|                   ^~~~~~~~~~~~~
//err|   note: $FILE:11:15: 'x > -(-3/(n + 1))' changed 11 times
//err|         b[i] = if x > i/(n + 1) then 1 else 0;
//err|                   ^~~~~~~~~~~~~
//err|   note: $FILE:11:15: 'x > -(-4/(n + 1))' changed 11 times
//err|         b[i] = if x > i/(n + 1) then 1 else 0;
//err|                   ^~~~~~~~~~~~~
//err|   note: and 295 more relations

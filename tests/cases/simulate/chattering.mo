// A relay without hysteresis slides along its threshold: there is no next event to go to.
model Chattering
  Real x(start = 1, fixed = true);
equation
  der(x) = if x > 0.25 then -1 else 1;
  annotation(experiment(StopTime = 3));
end Chattering;
model Zeno
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then
    reinit(v, -0.5*v);
  end when;
  annotation(experiment(StopTime = 3));
end Zeno;
model Undecided
  Real y;
equation
  y = if y > 0 then -1 else 1;
end Undecided;
model Restless
  Boolean b(start = false);
  Real x = time;
equation
  b = x > 0.5 and not pre(b);
end Restless;
// run: simulate $FILE --method cvode --model Chattering --output $TMP/r.csv
// status: 3
//err| $FILE:5:15: error[E0616]: 'x > 0.25' changes again and again near time 0.75: the model chatters, and time no longer advances
//err|       der(x) = if x > 0.25 then -1 else 1;
//err|                   ^~~~~~~~
// run: simulate $FILE --model Chattering --method euler --step 0.01 --output $TMP/r.csv
// status: 3
//err| $FILE:5:15: error[E0616]: 'x > 0.25' changes again and again near time 0.75: the model chatters, and time no longer advances
//err|       der(x) = if x > 0.25 then -1 else 1;
//err|                   ^~~~~~~~
// run: simulate $FILE --model Zeno --method rk4 --step 0.02 --output $TMP/r.csv
// status: 3
//err| $FILE:13:8: error[E0616]: 'h <= 0' changes again and again near time 1.35457092: the model chatters, and time no longer advances
//err|       when h <= 0 then
//err|            ^~~~~~
// run: simulate $FILE --method cvode --model Undecided
// status: 3
//err| $FILE:21:10: error[E0616]: no consistent values at the event at time 0: 'y > 0' changed in each of 102 rounds
//err|       y = if y > 0 then -1 else 1;
//err|              ^~~~~
// run: simulate $FILE --method cvode --model Restless
// status: 3
//err| $FILE:27:27: error[E0616]: no consistent values at the event at time 0.5: 'pre(b)' changed in each of 104 rounds
//err|       b = x > 0.5 and not pre(b);
//err|                               ^

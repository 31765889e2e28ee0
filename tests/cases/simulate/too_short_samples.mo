model TooShort
  parameter Real interval = 1e-300;
  discrete Real n(start = 0, fixed = true);
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  when sample(0, interval) then
    n = pre(n) + 1;
  end when;
end TooShort;
// run: simulate $FILE --method cvode
// status: 3
//err| $FILE:7:8: error[E0619]: the instants of sample(), 1e-300 s from one to the next, cannot be told apart at time 0
//err|       when sample(0, interval) then
//err|            ^~~~~~~~~~~~~~~~~~~
// run: simulate $FILE --method cvode --set interval=1e-30
// status: 3
//err| $FILE:7:8: error[E0616]: 1000 events at time 7.105428e-21: time no longer advances
//err|       when sample(0, interval) then
//err|            ^~~~~~~~~~~~~~~~~~~
// run: simulate $FILE --method euler --step 0.1 --set interval=1e-18
// status: 3
//err| $FILE:7:8: error[E0616]: 1000 events at time 1e-15: time no longer advances
//err|       when sample(0, interval) then
//err|            ^~~~~~~~~~~~~~~~~~~

// Bounces come to an end in a finite time, t1 (1 + e)/(1 - e) with t1 = sqrt(2/g): a model that does not say what
// happens then must not be let through the floor, whatever the tolerance.
model BallWithoutRest
  parameter Real e = 0.7;
  parameter Real g = 9.81;
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
  end when;
  annotation(experiment(StopTime = 3));
end BallWithoutRest;
// run: simulate $FILE --method cvode
// status: 3
//err| $FILE:11:8: error[E0616]: 'h < 0' changes again and again near time 2.55677091: the model chatters, and time no longer advances
//err|       when h < 0 then
//err|            ^~~~~
// run: simulate $FILE --method cvode --tolerance 1e-3
// status: 3
//err| $FILE:11:8: error[E0616]: 'h < 0' changes again and again near time 2.46262827: the model chatters, and time no longer advances
//err|       when h < 0 then
//err|            ^~~~~
// run: simulate $FILE --method dopri5
// status: 3
//err| $FILE:11:8: error[E0616]: 'h < 0' changes again and again near time 2.55863396: the model chatters, and time no longer advances
//err|       when h < 0 then
//err|            ^~~~~
// run: simulate $FILE --method rk4 --step 0.1
// status: 3
//err| $FILE:11:8: error[E0616]: 'h < 0' changes again and again near time 2.55863396: the model chatters, and time no longer advances
//err|       when h < 0 then
//err|            ^~~~~
// run: simulate $FILE --method trapezoidal --step 0.02
// status: 3
//err| $FILE:11:8: error[E0616]: 'h < 0' changes again and again near time 2.55863396: the model chatters, and time no longer advances
//err|       when h < 0 then
//err|            ^~~~~

// Delays that are not possible.
package Wrong
  model Negative
    parameter Real T = -1;
    Real y = delay(time, T);
    annotation(experiment(StopTime = 1));
  end Negative;
  model TooLong
    Real y = delay(time, 1 + sin(time), 1.5);
    annotation(experiment(StopTime = 2));
  end TooLong;
  model Future
    Real x(start = 0, fixed = true);
  equation
    der(x) = delay(time, 0.5 - time, 1);
    annotation(experiment(StopTime = 2));
  end Future;
  model Unlimited
    Real y = delay(time, 1 + sin(time));
  end Unlimited;
  model Start
    Real x(start = 0);
  initial equation
    x = delay(time, x, 1);
  equation
    der(x) = 1;
  end Start;
end Wrong;
// run: simulate $FILE --model Wrong.Negative --method cvode
// status: 3
//err| $FILE:5:14: error[E0518]: a delay must be longer than zero and finite, not -1
//err|         Real y = delay(time, T);
//err|                  ^~~~~~~~~~~~~~
// run: simulate $FILE --model Wrong.TooLong --method cvode
// status: 3
//err| $FILE:9:14: error[E0501]: the delay 1.50035 s lies outside of 0 to delayMax = 1.5 s in the equation 'y = delay($past[1], time, 1 + sin(time), time, floor(turns($past[1], 1 + sin(time), time)))' at time 0.524
//err|         Real y = delay(time, 1 + sin(time), 1.5);
//err|                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   note: in the equation y = delay($past[1], time, 1 + sin(time), time, floor(turns($past[1], 1 + sin(time), time)))
// run: simulate $FILE --model Wrong.Future --method rk4 --step 0.01
// status: 3
//err| $FILE:15:5: error[E0501]: the delay -0.000604444 s lies outside of 0 to delayMax = 1 s in the equation 'der(x) = delay($past[1], time, 0.5 - time, time, floor(turns($past[1], 0.5 - time, time)))' at time 0.500604
//err|         der(x) = delay(time, 0.5 - time, 1);
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   note: in the equation der(x) = delay($past[1], time, 0.5 - time, time, floor(turns($past[1], 0.5 - time, time)))
// run: check $FILE --model Wrong.Unlimited
// status: 1
//err| $FILE:19:26: error[E0224]: a delay that varies needs a largest one as third argument
//err|         Real y = delay(time, 1 + sin(time));
//err|                              ^~~~~~~~~~~~~
// run: check $FILE --model Wrong.Start
// status: 1
//err| $FILE:24:9: error[E0301]: delay() cannot stand among initial equations
//err|         x = delay(time, x, 1);
//err|             ^~~~~~~~~~~~~~~~~

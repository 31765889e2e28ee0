// Delays that are not possible.
package Wrong
  model Negative
    parameter Real T = -1;
    Real y = delay(time, T);
    annotation(experiment(StopTime = 1));
  end Negative;
  model WithoutLimit
    Real y = delay(time, 1 + sin(time));
  end WithoutLimit;
  model VaryingLimit
    Real y = delay(time, 1 + sin(time), 2 + time);
  end VaryingLimit;
  model TooLong
    Real y = delay(time, time, 0.5);
    annotation(experiment(StopTime = 1));
  end TooLong;
end Wrong;
// run: simulate $FILE --model Wrong.Negative --method cvode
// status: 3
//err| $FILE:5:14: error[E0518]: a delay must be longer than zero and finite, not -1
//err|         Real y = delay(time, T);
//err|                  ^~~~~~~~~~~~~~
// run: check $FILE --model Wrong.WithoutLimit
// status: 1
// run: check $FILE --model Wrong.VaryingLimit
// status: 1
// run: simulate $FILE --model Wrong.TooLong --method cvode
// status: 3

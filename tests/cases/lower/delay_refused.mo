// Delays that are not possible.
package Wrong
  model Negative
    parameter Real T = -1;
    Real y = delay(time, T);
    annotation(experiment(StopTime = 1));
  end Negative;
  model Varies
    Real y = delay(time, 1 + sin(time), 2);
  end Varies;
end Wrong;
// run: simulate $FILE --model Wrong.Negative --method cvode
// status: 3
//err| $FILE:5:14: error[E0518]: a delay must be longer than zero and finite, not -1
//err|         Real y = delay(time, T);
//err|                  ^~~~~~~~~~~~~~
// run: check $FILE --model Wrong.Varies
// status: 1
//err| $FILE:9:26: error[E0301]: a delay that varies is not supported yet
//err|         Real y = delay(time, 1 + sin(time), 2);
//err|                              ^~~~~~~~~~~~~

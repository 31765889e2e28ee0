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
// run: check $FILE --model Wrong.Varies
// status: 1

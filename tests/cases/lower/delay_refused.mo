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
// run: simulate $FILE --model Wrong.TooLong --method cvode
// status: 3
// run: simulate $FILE --model Wrong.Future --method rosenbrock
// status: 3
// run: check $FILE --model Wrong.Unlimited
// status: 1
// run: check $FILE --model Wrong.Start
// status: 1

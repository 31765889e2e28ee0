// Corners that arrive through a delay end the curves that the past is made of; between them lies a cubic all the same.
// y is x half a second ago. The corner of x at 1.03, and those of the start that arrive at 0.5, 1 and 1.5, leave 0.03
// seconds between two of them, which are read half a second later.
model DelayCorners
  Real x(start = 0, fixed = true);
  Real y = delay(x, 0.5);
  discrete Real error(start = 0, fixed = true);
equation
  der(x) = if time < 1.03 then 1 else -x;
  when time > 2.015 then
    error = y - 1.03*exp(1.53 - time);
  end when;
  annotation(experiment(StopTime = 3));
end DelayCorners;
// run: simulate $FILE --method dopri5 --tolerance 1e-10 --json
// json: final.error ~ 0 1e-8

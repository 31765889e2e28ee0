// Nothing in the text repeats by the clock, but the controller switches some thousand times a second.
model Chopper
  Real i(start = 0, fixed = true);
  Real theta(start = 0, fixed = true);
  Boolean on(start = true);
equation
  on = if pre(on) then i < 1.1 else i < 0.9;
  1e-3*der(i) = (if on then 2 else 0) - i;
  10*der(theta) = i^2 - theta;
  annotation(experiment(StopTime = 1));
end Chopper;
// run: simulate $FILE --method mixed-euler --step 0.01 --fast i --events grid --json
// json: statistics.steps == 100
//err| $FILE:7:37: warning[W0630]: the step 0.01 is 24.91 times the period 0.0004015 of the events of 'i < 0.9': the steps do not resolve it, and slow states do not see its mean
//err|       on = if pre(on) then i < 1.1 else i < 0.9;
//err|                                         ^~~~~~~
//err|   help: the method averaging sees it; a step of 0.00988316 would meet all phases in turn
// run: simulate $FILE --method mixed-euler --step 0.00002 --stop 0.02 --fast i --events grid --json
// json: statistics.steps == 1000
// run: simulate $FILE --method mixed-euler --step 0.01 --fast i --json
// json: status.ok == true
// run: simulate $FILE --method averaging --fast i
// status: 1
//err| error[E0632]: averaging needs a period, and the model has no sine of time and no sample
//err|   help: give one with --period

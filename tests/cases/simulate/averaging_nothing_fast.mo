// Its only state is slow against the period: there is nothing to repeat, and too little room to step over anything.
model NothingFast
  Real x(start = 0, fixed = true);
equation
  der(x) = sin(1000*time) - x^2;
  annotation(experiment(StopTime = 3.2));
end NothingFast;
// run: simulate $FILE --method averaging --json
// json: final.x ~ 0.00127904 1e-3
//err| warning[W0634]: averaging integrated 3.2 of 3.2 s directly: with the period 0.00628319 the slow states rarely allow long steps
//err|   help: check the period (--period) and which states are fast (--fast)
// run: simulate $FILE --slowest-of-interest 0.1 --json
// json: status.ok == true

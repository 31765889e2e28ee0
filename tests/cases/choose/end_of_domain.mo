model EndOfDomain "the root has no value after a second"
  Real x(start = 0, fixed = true);
equation
  der(x) = sqrt(1 - time);
  annotation(experiment(StopTime = 2));
end EndOfDomain;
// run: simulate $FILE
// status: 3
//err| $FILE:4:3: error[E0501]: square root of a negative number in the equation 'der(x) = sqrt(1 - time)' at time 1
//err|       der(x) = sqrt(1 - time);
//err|       ^~~~~~~~~~~~~~~~~~~~~~~
//err|   note: in the equation der(x) = sqrt(1 - time)
// run: choose $FILE --json
// json: plan.candidates[0].method == "cvode"
//err| warning[W0653]: the coarse run ended at time 0.9999999999999959: square root of a negative number in the equation 'der(x) = sqrt(1 - time)' at time 1

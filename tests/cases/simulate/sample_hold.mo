// Between samples x relaxes towards u: x(k+1) = (1 + exp(-0.1))/2 x(k).
model SampleHold
  Real x(start = 1, fixed = true);
  discrete Real u(start = 5);
  Integer samples(start = 0);
equation
  der(x) = u - x;
  when sample(0, 0.1) then
    u = 0.5*x;
    samples = pre(samples) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end SampleHold;
// run: simulate $FILE --method cvode --tolerance 1e-10 --json
// json: final.samples == 11.0
// json: final.x ~ 0.6141566796 1e-8
// json: final.u ~ 0.3070783398 1e-8
// run: simulate $FILE --method rk4 --step 0.03 --json
// json: final.samples == 11.0
// json: final.x ~ 0.6141566796 1e-7
// run: simulate $FILE --method rk4 --step 0.25 --events grid --json
// json: final.samples == 5.0
//err| $FILE:8:8: warning[W0630]: the step 0.25 is 2.5 times the period 0.1 of the instants of sample: the steps do not resolve it, and slow states do not see its mean
//err|       when sample(0, 0.1) then
//err|            ^~~~~~~~~~~~~~
//err|   help: the method averaging sees it; a step of 0.261803 would meet all phases in turn

model Lossless "an oscillator without losses: held inputs make it grow, however short the step, and that is what the exchange does"
  Real i(start = 0, fixed = true), u(start = 1, fixed = true);
equation
  der(i) = u;
  der(u) = -i;
  annotation(experiment(StopTime = 20));
end Lossless;
// run: split $FILE --by i --max-error 0.05 --communication-step 0.05
// status: 1
//err| error[E1022]: the communication step 0.05 is not stable: the verdict is unstable, with a spectral radius of 1.00125 (of the model as one: 1)
//err|   note: the connection from rest.u to i.u limits the step most
//err|   help: this was tried and does it: without --communication-step (step 0.0011, error 0.00522 measured), --master gauss-seidel (step 0.05, error 0.0134 measured), --master gauss-seidel --extrapolation 1 (step 0.05, error 0.00397 measured) and --master iterated --extrapolation 1 (step 0.05, error 0.00197 measured); tried in vain: --extrapolation 1
// run: split $FILE --by i --max-error 0.05 --communication-step 0.05 --master gauss-seidel --extrapolation 1 --json
// json: stability.verdict == "marginal"
// json: error.measured ~ 0.003967 1e-3
// run: split $FILE --by i --max-error 0.05 --communication-step 0.05 --master iterated --extrapolation 1 --json
// json: stability.verdict == "marginal"
// json: error.measured ~ 0.001966 1e-3

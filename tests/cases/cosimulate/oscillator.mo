model Oscillator "van der Pol's, with a parameter that drifts: on its cycle it is pushed, so that disturbances grow in places"
  Real x(start = 0.5, fixed = true);
  Real v(start = 0, fixed = true);
  Real mu(start = 1, fixed = true);
equation
  der(x) = v;
  der(v) = mu*(1 - x^2)*v - x;
  der(mu) = 0.01*(2 - mu) + 0.001*x^2;
  annotation(experiment(StopTime = 40));
end Oscillator;
// run: split $FILE --by mu --json
// json: stability.verdict == "grows by itself"
// json: communication_step ~ 0.035 1e-9
// json: error.measured ~ 0.000706 1e-2
// run: split $FILE --by mu --stop 8 --max-error 1e-4 --communication-step 0.1
// status: 1
//err| error[E1022]: the communication step 0.1 does not keep an error of 1e-04 of the range: the forecast is 0.00206, because of mu.mu
//err|   note: what the connection from rest.x to mu.x carries changes most between communication points: by up to 7.75 % of its range
//err|   help: this was tried and does it: without --communication-step (step 0.0038, error 7.85e-05 measured) and --communication-step 0.1 --max-error 0.0021 (step 0.1, error 0.00206 measured); tried in vain: --extrapolation 1, --master gauss-seidel, --master gauss-seidel --extrapolation 1, --master iterated --extrapolation 1, --by x instead of --by mu and --by v instead of --by mu
// run: split $FILE --by mu --stop 8 --max-error 1e-4 --json
// json: stability.verdict == "grows by itself"
// json: communication_step ~ 0.0038 1e-9
// run: split $FILE
// status: 1
//err| error[E1020]: the model has 3 states, which make 1 part (at the cut that the time scales suggest), not 2
//err|   help: --balanced 2 makes two parts of equal cost; --by names components or states

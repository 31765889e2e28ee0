model InvertedPendulum "falls without its controller, which is another part; together they are stable"
  parameter Real K = 60, D = 12, tau = 0.02;
  Real phi(start = 0.1, fixed = true), w(start = 0, fixed = true);
  Real f(start = 0, fixed = true);
equation
  der(phi) = w;
  der(w) = 9.81*sin(phi) - f;
  tau*der(f) = K*phi + D*w - f;
  annotation(experiment(StopTime = 5));
end InvertedPendulum;
// run: split $FILE --by f --max-error 0.02 --json
// json: stability.verdict == "stable"
// run: split $FILE --by f --communication-step 0.2 --max-error 0.02
// status: 1
//err| error[E1022]: the communication step 0.2 is not stable: the verdict is unstable, with a spectral radius of 2.03306 (of the model as one: 0.229754)
//err|   note: the connection from f.f to rest.f limits the step most
//err|   help: this was tried and does it: without --communication-step (step 0.0019, error 0.0149 measured); tried in vain: --extrapolation 1, --master gauss-seidel, --master gauss-seidel --extrapolation 1, --master iterated --extrapolation 1, --slowest-of-interest 0.053 instead of --by f and --by w instead of --by f

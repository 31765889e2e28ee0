model Mains "what follows a voltage of 50 Hz: at whole periods it is always the same, so that a run of half the step shows no error"
  Real i(start = 0, fixed = true) "follows the mains";
  Real T(start = 0, fixed = true) "warmed by the losses";
equation
  0.001*der(i) = sin(2*3.141592653589793*50*time) - i;
  10*der(T) = i*i - 0.1*T;
  annotation(experiment(StopTime = 4));
end Mains;
// run: split $FILE --by T --communication-step 0.2 --max-error 0.05
// status: 1
//err| error[E1022]: the communication step 0.2 does not keep an error of 0.05 of the range: the forecast is 0.0523, because of T.T
//err|   note: what the connection from rest.i to T.i carries changes most between communication points: by up to 100 % of its range
//err|   help: this was tried and does it: without --communication-step (step 0.0075, error 0.00204 measured); tried in vain: --extrapolation 1, --master gauss-seidel, --master gauss-seidel --extrapolation 1, --master iterated --extrapolation 1 and --communication-step 0.2 --max-error 0.053
// run: split $FILE --by T --stop 0.2 --max-error 0.05 --extrapolation 1 --json
// json: stability.verdict == "stable"

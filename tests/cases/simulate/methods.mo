model Decay
  Real x(start = 1, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = -x;
  der(y) = 1000*(x - y);
  annotation(experiment(StopTime = 1));
end Decay;
// run: simulate $FILE --method nothing
// status: 2
//err| error[E0601]: there is no method 'nothing'; valid are euler, heun, midpoint, rk4, dopri5, implicit-euler, implicit-midpoint, trapezoidal, rosenbrock, cvode, mixed-euler, mixed-midpoint, mixed-heun-lobatto, multirate, averaging and mixed-realtime
// run: simulate $FILE --method euler
// status: 1
//err| error[E0603]: the method euler needs a step
//err|   help: give one with --step
// run: simulate $FILE --method implicit-euler --step 0.001 --json
// json: final.x ~ 0.36787944 1e-3
// run: simulate $FILE --method rk4 --step 0.002 --json
// json: final.x ~ 0.36787944117 1e-9
// run: simulate $FILE --method mixed-heun-lobatto --step 0.01 --fast y --json
// json: final.x ~ 0.36787944 1e-4
//err| warning[W0615]: the step 0.01 is longer than the time scale 0.001 of 'y', which mixed-heun-lobatto does not damp: it will swing around the solution
//err|   help: mixed-euler and implicit-euler damp what they step over
// run: simulate $FILE --method cvode --json --tolerance 1e-9
// json: final.x ~ 0.36787944 1e-7
// run: simulate $FILE --method cvode --json --tolerance 1e-9 --back-end interpreter
// json: final.x ~ 0.36787944 1e-7
// run: simulate $FILE --method euler --step 0.01 --stop -1
// status: 1
//err| error[E0604]: the run cannot go from time 0 to time -1
// run: simulate $FILE --method euler --step -0.01
// status: 1
//err| error[E0603]: the step -0.01 is not a positive number

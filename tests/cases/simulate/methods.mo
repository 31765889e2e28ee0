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
// run: simulate $FILE --method euler
// status: 1
// run: simulate $FILE --method implicit-euler --step 0.001 --json
// json: final.x ~ 0.36787944 1e-3
// run: simulate $FILE --method rk4 --step 0.002 --json
// json: final.x ~ 0.36787944 1e-9
// run: simulate $FILE --method mixed-heun-lobatto --step 0.01 --fast y --json
// json: final.x ~ 0.36787944 1e-4
// run: simulate $FILE --method cvode --json --tolerance 1e-9
// json: final.x ~ 0.36787944 1e-7
// run: simulate $FILE --method cvode --json --tolerance 1e-9 --back-end interpreter
// json: final.x ~ 0.36787944 1e-7
// run: simulate $FILE --method multirate --step 0.1
// status: 2
// run: simulate $FILE --method euler --step 0.01 --stop -1
// status: 1
// run: simulate $FILE --method euler --step -0.01
// status: 1

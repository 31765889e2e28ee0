model Heater "a coil on the mains heats a body that takes minutes"
  Real i(start = 0, fixed = true) "current", theta(start = 0, fixed = true) "temperature above the room";
equation
  0.001*der(i) = sin(100*3.141592653589793*time) - (1 + 0.01*theta)*i;
  20*der(theta) = 8*i*i - theta;
  annotation(experiment(StopTime = 40));
end Heater;
// run: simulate $FILE --method cvode --tolerance 1e-9 --json
// json: final.theta ~ 3.01428 1e-3
// run: simulate $FILE --slowest-of-interest 1 --json
// json: method == "averaging"
// json: audit.verdict == "estimated"
// json: plan.only == ["theta"]
// json: plan.slowest_of_interest == 1
// json: averaging.period ~ 0.02 1e-9
// json: final.theta ~ 3.01428 1e-3
// run: simulate $FILE --slowest-of-interest 1 --max-error 1e-3 --json
// json: method == "averaging"
// json: audit.verdict == "kept"
// json: final.theta ~ 3.01428 1e-3
// run: simulate $FILE --slowest-of-interest 0.01 --json
// json: method == "rosenbrock"
// json: audit.verdict == "estimated"
// run: choose $FILE --json
// json: plan.candidates[0].method == "averaging"
// json: plan.candidates[0].refused == true
// json: plan.candidates[0].chosen == false
// json: plan.candidates[1].chosen == true
// run: simulate $FILE --slowest-of-interest 1 --only i
// status: 1
//err| error[E0652]: --only i contradicts --slowest-of-interest 1: its time scale is 0.002 s
//err|   help: leave one of them out
// run: simulate $FILE --slowest-of-interest 100
// status: 1
//err| error[E0652]: nothing in 'Heater' is slower than 100 s
//err|   help: the slowest state, 'theta', has a time scale of 40 s: --slowest-of-interest must be below that
// run: simulate $FILE --slowest-of-interest -1
// status: 2
//err| error[E0652]: --slowest-of-interest -1: a time scale is a positive number of seconds
// run: simulate $FILE --slowest-of-interest 1 --real-time 0.001
// status: 2
//err| error[E0652]: --real-time and --slowest-of-interest contradict each other: in real time every state has the same step, and none becomes a mean
//err|   help: --real-time with --only NAMES counts the error of the variables named alone
// run: simulate $FILE --method rk4 --step 0.001 --real-time 0.001
// status: 2
//err| error[E0610]: --real-time tells the method auto what the run is for; rk4 goes by its tolerance or step
//err|   help: --method auto, which is also the default

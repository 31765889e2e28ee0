model Decay "a fast and a slow state, and what is made of them"
  Real fast(start = 1, fixed = true), slow(start = 1, fixed = true), sum = fast + slow;
equation
  der(fast) = -1000*(fast - slow);
  der(slow) = -slow;
  annotation(experiment(StopTime = 2));
end Decay;
// run: simulate $FILE --json
// json: method == "rosenbrock"
// json: audit.verdict == "estimated"
// json: plan.max_error == 0.001
// json: final.slow ~ 0.1353352832366127 1e-4
// run: simulate $FILE --max-error 1e-6 --json
// json: audit.verdict == "kept"
// json: plan.audit == "promise"
// json: final.slow ~ 0.1353352832366127 1e-6
// run: simulate $FILE --audit off --json
// json: audit.verdict == "not audited"
// json: audit.error == null
// run: simulate $FILE --max-error 1e-5 --only slow --json
// json: audit.verdict == "kept"
// run: simulate $FILE --tolerance 1e-6
// status: 2
//err| error[E0610]: --tolerance is for a method you name; auto chooses by the error
//err|   help: --max-error E instead (of the range of each variable), or --method cvode --tolerance EPS
// run: simulate $FILE --step 0.1
// status: 2
//err| error[E0610]: --step is for a method you name; auto chooses by the error
//err|   help: --max-error E instead, --real-time H for steps of equal work, or --method mixed-euler --step H, for example
// run: simulate $FILE --max-error 1e-15
// status: 2
//err| error[E0652]: an error of 1e-15 of the range cannot be told from rounding
//err|   help: the smallest that can is 1e-09
// run: simulate $FILE --max-error 2
// status: 2
//err| error[E0652]: an error of 2 is the whole range of a variable: nothing would be computed
//err|   help: errors are parts of the range: 0.001 is a thousandth
// run: simulate $FILE --method cvode --max-error 1e-3
// status: 2
//err| error[E0610]: --max-error tells the method auto what the run is for; cvode goes by its tolerance or step
//err|   help: --method auto, which is also the default
// run: simulate $FILE --only slwo
// status: 1
//err| error[E0006]: --only: the model has no variable 'slwo'
//err|   help: did you mean 'slow'?
// run: choose $FILE --json
// json: plan.candidates[0].chosen == true
// json: command == "sunder simulate $FILE --max-error 0.001"

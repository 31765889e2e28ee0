model Controlled "a fast and a slow state in steps of equal work"
  Real fast(start = 1, fixed = true), slow(start = 1, fixed = true);
equation
  der(fast) = -1000*(fast - slow);
  der(slow) = -fast;
  annotation(experiment(StopTime = 2));
end Controlled;
// run: simulate $FILE --real-time 0.001 --json
// json: method == "rk4"
// json: step == 0.001
// json: plan.real_time == 0.001
// json: audit.verdict == "estimated"
// json: final.slow ~ 0.135064464 1e-6
// run: simulate $FILE --real-time 0.01 --max-error 0.01 --json
// json: method == "mixed-realtime"
// json: partition.fast == ["fast"]
// json: audit.verdict == "kept"
// json: final.slow ~ 0.135 2e-2
// run: simulate $FILE --real-time 0.01 --max-error 1e-4 --json
// status: 3
//err| error[E0650]: mixed-realtime, the most accurate method that keeps steps of 0.01 s, is off by 0.0021 of the range of 'slow' (t = 1), more than 1e-04
//err|   help: --real-time with a shorter step measures what that gives: by its order, one of about 0.00047 s keeps 1e-04
// run: simulate $FILE --real-time 0.01 --audit off --json
// json: audit.verdict == "not audited"
// json: audit.error == null
// run: simulate $FILE --real-time 3
// status: 1
//err| error[E0652]: --real-time 3: the run takes 2 s, less than two steps
// run: simulate $FILE --real-time 0
// status: 2
//err| error[E0652]: --real-time 0: a step is a positive number of seconds

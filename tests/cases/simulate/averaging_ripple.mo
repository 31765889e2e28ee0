// A state that swings within a period is not held well by averaging: what depends on it is far off, and it is said.
// Among the fast states it is right, and there it goes by itself.
model Swinging
  Real i(start = 0, fixed = true) "current of the source";
  Real q(start = 0, fixed = true) "charge: goes up and down within a period and stays where it is";
  Real theta(start = 0, fixed = true) "heated by it";
equation
  0.0005*der(i) = sin(100*3.141592653589793*time) - i;
  der(q) = 10*i - 2*q;
  5*der(theta) = 1000*q^2 - theta;
  annotation(experiment(StopTime = 10));
end Swinging;
// run: simulate $FILE --method cvode --tolerance 1e-9 --json
// json: final.theta ~ 0.43464307 1e-6
// run: simulate $FILE --method averaging --json
// json: averaging.made_fast == ["q"]
// json: partition.fast == ["i", "q"]
// json: final.theta ~ 0.4346 0.002
// run: simulate $FILE --method averaging --fast i --tolerance 0.01 --json
// json: final.theta ~ 0.01262 0.05
//err| $FILE:5:8: warning[W0635]: 'q' swings by 0.0631 within a period, and passes through 0.00239 in the run: averaging holds it within a period, so what depends on it may be off by as much
//err|       Real q(start = 0, fixed = true) "charge: goes up and down within a period
//err|            ^
//err|   help: count it among the fast states (--fast)
// run: simulate $FILE --method averaging --fast i,q --json
// json: final.theta ~ 0.4346 0.02

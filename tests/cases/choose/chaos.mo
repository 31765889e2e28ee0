model Chaos "two runs part however fine they are"
  Real x(start = 1, fixed = true), y(start = 1, fixed = true), z(start = 1, fixed = true);
equation
  der(x) = 10*(y - x);
  der(y) = x*(28 - z) - y;
  der(z) = x*y - 8/3*z;
  annotation(experiment(StopTime = 60));
end Chaos;
// run: simulate $FILE --max-error 1e-3 --json
// status: 3
// json: audit.verdict == "not kept"
//err| error[E0650]: the error 0.001 is not kept: the two finest of 5 runs agree to it until t = 25.08 and differ by 0.88 of the range of 'x'
//err|   help: the finest run was delivered: after that time its values are uncertain by as much

model Pendulum "large swings without friction: two runs differ in time, hardly in shape"
  Real phi(start = 2, fixed = true), w(start = 0, fixed = true);
equation
  der(phi) = w;
  der(w) = -9.81*sin(phi);
  annotation(experiment(StopTime = 20));
end Pendulum;
// run: simulate $FILE --json
// json: audit.verdict == "estimated above"
// json: audit.time_shift.power == 2
// json: audit.time_shift.shift ~ -0.0196 0.1
// json: audit.error ~ 0.025 0.3
//err| warning[W0651]: the error is estimated as 0.025 of the range of 'phi' (t = 19.32), above 0.001; mostly in time: shape 0.001 of the range, time shift 0.02 s, growing like T^2
//err|   help: --max-error 0.001 goes on until the bound holds
// run: simulate $FILE --max-error 0.001 --json
// json: audit.verdict == "kept"

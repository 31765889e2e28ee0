// A heater behind a switch that works a hundred times a second; a fan that starts when it is warm.
model Heater
  constant Real pi = 3.14159265358979;
  Real i(start = 0, fixed = true) "current, fast";
  Real theta(start = 0, fixed = true) "temperature, slow";
  Boolean closed = sin(2*pi*100*time) > 0.5;
  Boolean fan(start = false);
  Real P "power";
  Real since(start = -1) "when the fan started";
equation
  1e-3*der(i) = (if closed then 10 else 0) - 5*i;
  P = 5*i^2;
  2*der(theta) = P - (if fan then 1 else 0.5)*theta;
  when theta > 4 then
    fan = true;
    since = time;
  end when;
  annotation(experiment(StopTime = 10));
end Heater;
// run: simulate $FILE --method cvode --tolerance 1e-9 --json
// json: final.theta ~ 6.2265004 1e-6
// json: final.since ~ 1.5419090 1e-6
// run: simulate $FILE --method averaging --tolerance 1e-5 --fast i --json
// json: averaging.period ~ 0.01 1e-9
// json: averaging.values == "means over one period, but for slow states"
// json: final.theta ~ 6.2265004 2e-3
// json: final.P ~ 6.2667388 1e-4
// json: final.closed ~ 0.3333333 1e-4
// json: final.fan == 1.0
// json: final.since ~ 1.5419090 1e-3
// run: simulate $FILE --method averaging --tolerance 1e-4 --fast i --stop 1 --output $TMP/r.csv --json
// file: $TMP/r.csv starts # values are means over one period, but for slow states
// run: simulate $FILE --method averaging --tolerance 1e-5 --fast i --period 0.013 --json
// json: final.theta ~ 6.2265004 1e-3
//err| warning[W0634]: averaging integrated 10 of 10 s directly: with the period 0.013 the slow states rarely allow long steps
//err|   help: check the period (--period) and which states are fast (--fast)

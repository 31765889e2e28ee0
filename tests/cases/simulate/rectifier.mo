// A diode that conducts charges a capacitor at the tops of a sine.
model Rectifier
  parameter Real R = 100, C = 1e-3, Ron = 0.1;
  Real s = 10*sin(314.1592653589793*time);
  Real u(start = 0, fixed = true), i;
  Boolean conducts = s > u;
equation
  i = if conducts then (s - u)/Ron else 0;
  C*der(u) = i - u/R;
  annotation(experiment(StopTime = 0.1));
end Rectifier;
// run: simulate $FILE --method cvode --tolerance 1e-9 --json
// json: statistics.events == 10
// json: final.conducts == 0.0
// json: final.u ~ 8.607195 1e-6
// run: simulate $FILE --method rk4 --step 1e-5 --json
// json: statistics.events == 10
// json: final.u ~ 8.607195 1e-6
// run: simulate $FILE --method implicit-euler --step 1e-5 --json
// json: statistics.events == 10
// json: final.u ~ 8.607195 1e-3

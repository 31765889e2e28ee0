// Heats towards 30 until 22, cools towards 10 until 18: both take log(12/8).
model Thermostat
  Real x(start = 18, fixed = true);
  Boolean on(start = true);
  Integer switched(start = 0);
  Real last(start = 0);
equation
  on = if pre(on) then x < 22 else x < 18;
  der(x) = (if on then 30 else 10) - x;
  when change(on) then
    switched = pre(switched) + 1;
    last = time;
  end when;
  annotation(experiment(StopTime = 5));
end Thermostat;
// run: simulate $FILE --method cvode --tolerance 1e-10 --json
// json: final.switched == 12.0
// json: final.last ~ 4.8655812973 1e-8
// run: simulate $FILE --method rk4 --step 0.01 --json
// json: final.switched == 12.0
// json: final.last ~ 4.8655812973 1e-8
// run: simulate $FILE --method implicit-midpoint --step 0.005 --json
// json: final.switched == 12.0
// json: final.last ~ 4.8655812973 1e-5
// run: simulate $FILE --method mixed-heun-lobatto --step 0.005 --fast x --json
// json: final.last ~ 4.8655812973 1e-5
// run: simulate $FILE --method euler --step 0.0001 --json
// json: final.last ~ 4.8655812973 2e-4

// Bounces at sqrt(2/g) and then after 2*v/g each: the fifth flight is on at the end.
model BouncingBall
  parameter Real e = 0.7;
  parameter Real g = 9.81;
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  Integer bounces(start = 0);
  Real last(start = 0) "time of the last bounce";
equation
  der(h) = v;
  der(v) = -g;
  when h <= 0 then
    reinit(v, -e*pre(v));
    bounces = pre(bounces) + 1;
    last = time;
  end when;
  annotation(experiment(StopTime = 2));
end BouncingBall;
// run: simulate $FILE --method cvode --tolerance 1e-10 --json
// json: events == "locate"
// json: statistics.events == 8
// json: final.bounces == 4.0
// json: final.last ~ 1.8358951242 1e-8
// json: final.h ~ 0.0424335478 1e-6
// run: simulate $FILE --method rk4 --step 0.03 --json
// json: final.bounces == 4.0
// json: final.last ~ 1.8358951242 1e-10
// json: final.h ~ 0.0424335478 1e-9
// run: simulate $FILE --method trapezoidal --step 0.3 --json
// json: final.bounces == 4.0
// json: final.last ~ 1.8358951242 1e-10
// run: simulate $FILE --method heun --step 0.1 --json --back-end interpreter
// json: final.last ~ 1.8358951242 1e-10
// run: simulate $FILE --method rk4 --step 0.01 --events grid --json
// json: events == "grid"
// json: final.bounces == 4.0
// json: final.last ~ 1.84 1e-12

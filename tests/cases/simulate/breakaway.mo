// A body that sticks until the force exceeds 1.1, then slides against 1: at that instant neither agrees with the past,
// until pre(starts) has become true. What a when-clause counts happens once. By hand: w = ((time - 1)^2 - 0.01)/20.
model Breakaway
  parameter Real J = 10, slides = 1, sticks = 1.1;
  Real w(start = 0, fixed = true), a, tau, sa, force = time;
  Boolean starts(start = false, fixed = true), stuck(start = true, fixed = true), locked;
  discrete Integer count(start = 0, fixed = true);
  discrete Real began(start = 0, fixed = true);
  Real kicked(start = 0, fixed = true);
equation
  starts = pre(stuck) and (sa > sticks or pre(starts) and sa > slides);
  locked = pre(stuck) and not starts;
  a = if locked then 0 else sa - slides;
  tau = if locked then sa else slides;
  J*a = force - tau;
  stuck = locked or w <= 0;
  der(w) = a;
  der(kicked) = 0;
  when starts then
    count = pre(count) + 1;
    began = time;
    reinit(kicked, pre(kicked) + 1);
  end when;
  annotation(experiment(StopTime = 2));
end Breakaway;
// Two of them, each in its own time.
model Pair
  Breakaway first, second(J = 20, sticks = 1.15);
  annotation(experiment(StopTime = 2));
end Pair;
// Nothing agrees, whatever the past: no end.
model Never
  Real x(start = 1, fixed = true), y;
  Boolean on;
equation
  on = y < 0.5 and not pre(on);
  y = if on then x + 1 else x - 2;
  der(x) = -x;
end Never;
// run: simulate $FILE --model Breakaway --method cvode --tolerance 1e-9 --json
// json: final.w ~ 0.0495 1e-7
// json: final.count == 1
// json: final.began ~ 1.1 1e-7
// json: final.kicked ~ 1 1e-9
// json: final.starts == 0
// run: simulate $FILE --model Pair --method cvode --tolerance 1e-9 --json
// json: final[first.w] ~ 0.0495 1e-7
// json: final[second.w] ~ 0.0244375 1e-7
// json: final[second.count] == 1
// run: simulate $FILE --model Never --method cvode --stop 1
// status: 3
//err| $FILE:36:8: error[E0616]: no consistent values at the event at time 0: 'y < 0.5' changed in each of 104 rounds
//err|       on = y < 0.5 and not pre(on);
//err|            ^~~~~~~

// One event makes the next one, all in the same instant.
model EventCascade
  Real x(start = 0, fixed = true);
  Integer a(start = 0), b(start = 0), c(start = 0);
  Boolean up(start = false);
  Real y, z;
equation
  der(x) = 1;
  up = x > 0.5;
  when edge(up) then
    a = pre(a) + 1;
  end when;
  when change(a) then
    b = pre(b) + 10*a;
  end when;
  when b > 5 then
    c = 100*b + a;
  end when;
  y = if z > 0.25 then 2 else 1;
  z = if up then x else 0;
  annotation(experiment(StopTime = 1));
end EventCascade;
// run: simulate $FILE --method cvode --json
// json: final.a == 1.0
// json: final.b == 10.0
// json: final.c == 1001.0
// json: final.y == 2.0
// json: statistics.events == 1

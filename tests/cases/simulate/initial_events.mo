// Conditions that are true at the start have not become true there; initial() has.
model InitialEvents
  Real x(start = 2, fixed = true);
  Integer a(start = 3), b(start = 0), c, d(start = 7), e;
  Boolean above(start = false), first(start = true);
  Real y;
initial equation
  c = 5;
  pre(e) = 6;
equation
  der(x) = if above then -1 else 0;
  above = x > 1;
  when above then
    a = 100;
  end when;
  when {initial(), x < 1.5} then
    b = pre(b) + 1;
  end when;
  when x < 1.25 then
    c = pre(c) + 1;
  end when;
  when x < 1.2 then
    e = pre(e) + 1;
  end when;
  when terminal() then
    d = 8;
  end when;
  first = initial();
  y = if x > 1 then x else -1;
  annotation(experiment(StopTime = 0.9));
end InitialEvents;
// run: simulate $FILE --method cvode --stop 0 --json
// json: final.a == 3.0
// json: final.b == 1.0
// json: final.c == 5.0
// json: final.e == 6.0
// json: final.first == 0.0
// json: final.y == 2.0
// run: simulate $FILE --method cvode --json
// json: final.a == 3.0
// json: final.b == 2.0
// json: final.c == 6.0
// json: final.e == 7.0
// json: final.d == 8.0
// json: final.x ~ 1.1 1e-6

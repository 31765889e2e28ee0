// Algorithm sections: each variable follows from what the statements make of what they read.
model Algorithms
  Real x, y, z[3];
  Integer n(start = 0, fixed = true), m(start = 5, fixed = true);
  Boolean b(start = false, fixed = true);
  discrete Real last(start = -1, fixed = true);
  Real s(start = 0, fixed = true);
  Integer k;
  Real u(start = 7);
equation
  der(s) = 1;
algorithm
  x := time;
  for i in 1:3 loop
    x := x + i;
    z[i] := x*i;
  end for;
  if time > 0.5 then
    y := 2*x;
    u := 1;
  else
    y := -x;
  end if;
algorithm
  when sample(0, 0.25) then
    n := pre(n) + 1;
    last := time;
  elsewhen time > 0.6 then
    last := 100;
  end when;
  b := n > 2;
  when {edge(b), time > 0.9} then
    m := m + n;
    reinit(s, 10);
  end when;
  k := 0;
  while k < 4 loop
    k := k + 1;
    if k == 3 then break; end if;
  end while;
algorithm
  assert(s < 100, "s is large");
  annotation(experiment(StopTime = 1));
end Algorithms;
// run: check $FILE --dump=dae
//out| dae Algorithms: 27 variables, 12 equations, 0 initial equations, 18 shapes
//out| variables
//out|   Real x
//out|   Real y
//out|   Real z[3]
//out|   discrete Integer n(start = 0, fixed = true)
//out|   discrete Integer m(start = 5, fixed = true)
//out|   discrete Boolean b(start = 0, fixed = true)
//out|   discrete Real last(start = -1, fixed = true)
//out|   Real s(start = 0, fixed = true)
//out|   discrete Integer k
//out|   Real u(start = 7)
//out|   Real der(s)
//out| equations
//out|   der(s) = 1
//out|   x = time + 3 + 3
//out|   z[1] = time + 1
//out|   z[2] = 2*(time + 3)
//out|   z[3] = x*3
//out|   y = (if (time > 0.5) then 2*x else -time - 3 - 3)
//out|   u = (if (time > 0.5) then 1 else 7)
//out|   n = (if sample(0, 0.25) and not pre(sample(0, 0.25)) and not initial() then pre(n) + 1 else pre(n))
//out|   last = (if sample(0, 0.25) and not pre(sample(0, 0.25)) and not initial() then time else if (time > 0.6) and not pre((time > 0.6)) and not initial() then 100 else pre(last))
//out|   b = (n > 2)
//out|   m = (if b and not pre(b) and not pre((if sample(0, 0.25) and not pre(sample(0, 0.25)) and not initial() then pre(n) + 1 else pre(n)) > 2 and not pre(b)) and not initial() or (time > 0.9) and not pre((time > 0.9)) and not initial() then pre(m) + n else pre(m))
//out|   k = 3
//out| held between events
//out|   time > 0.5
//out|   sample(0, 0.25)
//out|   pre(sample(0, 0.25))
//out|   initial()
//out|   pre(n)
//out|   time > 0.6
//out|   pre((time > 0.6))
//out|   … (2 more rows of this shape)
//out|   pre((if sample(0, 0.25) and not pre(sample(0, 0.25)) and not initial() then pre(n) + 1 else pre(n)) > 2 and not pre(b))
//out|   time > 0.9
//out|   … (2 more rows of these shapes)
//out|   s < 100
//out| when b and not pre(b) and not pre((if sample(0, 0.25) and not pre(sample(0, 0.25)) and not initial() then pre(n) + 1 else pre(n)) > 2 and not pre(b)) and not initial() or (time > 0.9) and not pre((time > 0.9)) and not initial() then reinit(s, 10)
//out| unless (s < 100) then "s is large"
// run: simulate $FILE --method rosenbrock --intervals 8 --json
// json: final.x == 7
// json: final.y == 14
// json: final.n == 5
// json: final.m == 12
// json: final.last == 1
// json: final.s ~ 10.1 1e-9
// json: final.k == 3
// json: final.u == 1

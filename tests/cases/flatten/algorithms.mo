// Algorithms and operators of the run in the flat model.
model M
  Real x;
  Integer n(start = 0);
  Real y, z;
equation
  (y, z) = spatialDistribution(x, 0, time, true, {0.0, 1.0}, {0.0, 0.0});
algorithm
  x := time;
  for i in 1:3 loop
    x := x + i;
  end for;
  when sample(0, 1) then
    n := pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end M;
// run: check $FILE --dump=flat
//out| model M
//out|   Real x;
//out|   Integer n(start = 0);
//out|   Real y;
//out|   Real z;
//out| equation
//out|   y = spatialDistribution(x, 0, time, true, {0, 1}, {0, 0});
//out|   z = spatialDistribution(x, 0, time, true, {0, 1}, {0, 0});
//out| algorithm
//out|   x := time;
//out|   for i in 1:3 loop
//out|     x := x + i;
//out|   end for;
//out|   when sample(0, 1) then
//out|     n := pre(n) + 1;
//out|   end when;
//out| end M;
// run: simulate $FILE --method cvode --stop 2 --json
// json: final.x ~ 8 1e-9
// json: final.y ~ 8 1e-9
// json: final.z ~ 7 1e-9

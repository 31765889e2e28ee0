// Algorithms and what is not translated further come as far as the flat model.
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
// run: check $FILE
// status: 1

model SweepRemark
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
  Boolean low = x < 0.5;
equation
  der(x) = -k*x;
  annotation(experiment(StopTime = 1));
end SweepRemark;
// run: simulate $FILE --sweep k=1,2 --method rk4 --step 0.1 --events grid --output $TMP/r.csv --json
// file: $TMP/r.csv starts # events at the ends of steps only

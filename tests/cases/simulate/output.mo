model M
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
  Real y = 2*x;
equation
  der(x) = -k*x;
  annotation(experiment(StopTime = 1));
end M;
// run: simulate $FILE --method euler --step 0.25 --output $TMP/r.csv --json
// json: statistics.steps == 4
// file: $TMP/r.csv starts time,
// run: compare $TMP/r.csv $TMP/r.csv --json
// json: epsilon == 0
// run: simulate $FILE --method cvode --filter x --output $TMP/x.csv --json
// file: $TMP/x.csv starts time,"x"
// run: simulate $FILE --method cvode --filter (
// status: 2
//err| error[E0612]: the filter '(' is not a regular expression: missing ): (
// run: compare $TMP/r.csv $TMP/missing.csv
// status: 1
//err| error[E0001]: cannot read '$TMP/missing.csv': No such file or directory

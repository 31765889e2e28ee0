model Resumed
  discrete Real n(start = 0, fixed = true);
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  when sample(0, 1) then
    n = pre(n) + 1;
  end when;
end Resumed;
// run: simulate $FILE --method cvode --stop 4 --json
// json: final.n == 5
// run: simulate $FILE --method cvode --stop 2 --output $TMP/half.csv --json
// json: final.n == 3
// run: simulate $FILE --method cvode --start 2 --stop 4 --initial-from $TMP/half.csv --json
// json: final.n == 5
// run: simulate $FILE --method cvode --start 0 --stop 1 --initial-from $TMP/half.csv --json
// json: final.n == 5

model M
  Integer i(start = 1000000000, fixed = true);
equation
  when sample(0.1, 0.1) then
    i = 2*pre(i);
  end when;
  annotation(experiment(StopTime = 1));
end M;
// run: simulate $FILE --method cvode --stop 0.15 --json
// json: final.i == 2000000000.0
// run: simulate $FILE --method cvode --output $TMP/r.csv
// status: 3
//err| $FILE:2:11: error[E0506]: 'i' leaves the range of Integer at time 0.2: 4e+09 is not between -2147483648 and 2147483647
//err|       Integer i(start = 1000000000, fixed = true);
//err|               ^

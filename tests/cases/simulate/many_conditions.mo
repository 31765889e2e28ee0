// A thousand conditions of one when-equation, as long as the row is: compiled in about a second.
model ManyConditions
  Real x(start = 0, fixed = true);
  Boolean passed[1000](each start = false, each fixed = true);
  Integer hits(start = 0, fixed = true);
equation
  der(x) = 1;
  for i in 1:1000 loop
    passed[i] = x > i/1001;
  end for;
  when passed then
    hits = pre(hits) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end ManyConditions;
// run: simulate $FILE --method rk4 --step 0.01 --json
// json: final.hits == 1000.0

// Both conditions become true in the same instant: the first branch acts. Later only the second one does.
model WhenBranches
  Integer v(start = 0), w(start = 0), hits(start = 0);
  Boolean b[2](each start = false);
equation
  b[1] = time > 0.5;
  b[2] = time > 0.5 and time < 0.6 or time > 0.8;
  when b[1] then
    v = 1;
  elsewhen b[2] then
    v = 2;
  end when;
  when {b[1], b[2], time > 0.9} then
    hits = pre(hits) + 1;
  end when;
  when time > 0.7 then
    w = v;
  end when;
  annotation(experiment(StopTime = 1));
end WhenBranches;
// run: simulate $FILE --method cvode --json
// json: final.v == 2.0
// json: final.w == 1.0
// json: final.hits == 3.0

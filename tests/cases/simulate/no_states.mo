model M
  Real x = sin(time);
  Real y;
equation
  x + y = 1;
  annotation(experiment(StopTime = 2));
end M;
// run: simulate $FILE --method cvode --json
// json: final.x ~ 0.9092974268 1e-9
// json: final.y ~ 0.0907025732 1e-8
// run: simulate $FILE --method mixed-euler --step 0.5 --json
// json: final.x ~ 0.9092974268 1e-9
// run: analyze $FILE --json
// json: state_count == 0
// run: report $FILE --output $TMP/r.html --json
// json: model == "M"
// run: simulate $FILE --method multirate --json
// json: status.ok == true

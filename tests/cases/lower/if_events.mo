model M
  Real x(start = 1, fixed = true);
  Real y;
equation
  der(x) = -x;
  if x > 0.5 then
    y = 1;
  else
    y = sqrt(x);
  end if;
  annotation(experiment(StopTime = 2));
end M;
// run: simulate $FILE --method cvode --json
// json: statistics.events == 1
// json: events == "locate"
// json: final.y ~ 0.36787944 1e-4

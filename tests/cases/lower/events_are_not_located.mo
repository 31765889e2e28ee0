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
// run: simulate $FILE --json
// json: final.y ~ 0.36787944 1e-4
//err| $FILE:6:6: warning[W0301]: this relation makes an event; events are not located in this version
//err|       if x > 0.5 then
//err|          ^~~~~~~
//err|   help: write noEvent(...) where no event is meant

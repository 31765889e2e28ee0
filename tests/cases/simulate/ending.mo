model Ending
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 0.75, "x is getting large", AssertionLevel.warning);
  assert(x < limit, "x is too large");
  when x > stop then
    terminate("far enough");
  end when;
  when x > 0.1 then
    assert(stop > 0.5, "stop is too early");
  end when;
protected
  parameter Real limit = 2, stop = 10;
  annotation(experiment(StopTime = 1));
end Ending;
// run: simulate $FILE --method cvode --set stop=0.5001 --json
// json: status.reason == "terminated by the model: far enough"
// json: status.ok == true
// json: final.x ~ 0.5001 1e-6
// run: simulate $FILE --method cvode --json
// json: status.reason == "reached the stop time"
//err| $FILE:5:3: warning[W0618]: assertion violated: x is getting large
//err|       assert(x < 0.75, "x is getting large", AssertionLevel.warning);
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: simulate $FILE --method cvode --set limit=0.5 --json
// status: 3
// json: status.time ~ 0.5 1e-6
//err| $FILE:6:3: error[E0617]: assertion violated at time 0.5: x is too large
//err|       assert(x < limit, "x is too large");
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: simulate $FILE --method cvode --set stop=0.2
// status: 3
//err| $FILE:11:5: error[E0617]: assertion violated at time 0.1: stop is too early
//err|         assert(stop > 0.5, "stop is too early");
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

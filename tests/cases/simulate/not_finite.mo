model M "no derivative depends on y: it is computed for the results only"
  Real x(start = 1, fixed = true);
  Real y = 1/(x - 1);
equation
  der(x) = -1;
  annotation(experiment(StopTime = 1));
end M;
// run: simulate $FILE --method cvode --json
// status: 3
// json: status.ok == false
// json: status.time == 0.0
// json: final.x == null
//err| $FILE:3:12: error[E0501]: division by zero in the equation 'y = 1/(x - 1)' at time 0
//err|       Real y = 1/(x - 1);
//err|                ^~~~~~~~~
//err|   note: in the equation y = 1/(x - 1)

model Suggested "no cut is worth making: the step that is suggested must cut as the suggestion says"
  parameter Integer n = 6;
  Real x[n](each start = 1, each fixed = true);
  Real total(start = 0, fixed = true);
equation
  for i in 1:n loop
    der(x[i]) = -(1 + 0.02*i)*x[i];
  end for;
  der(total) = sum(x);
  annotation(experiment(StopTime = 10));
end Suggested;
// run: analyze $FILE --json
// json: partition.step == 2.0
// json: partition.fast == ["x[1]", "x[2]", "x[3]", "x[4]", "x[5]", "x[6]"]
// run: simulate $FILE --method mixed-euler --step 2 --stop 0 --json
// json: partition.fast == ["x[1]", "x[2]", "x[3]", "x[4]", "x[5]", "x[6]"]

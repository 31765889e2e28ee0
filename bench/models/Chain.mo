model Chain "Cells that follow each other"
  parameter Integer n = 10000;
  parameter Real u = 1 "what flows into the first cell";
  Real x[n](each start = 0, each fixed = true);
equation
  der(x[1]) = u - x[1];
  for i in 2:n loop
    der(x[i]) = x[i-1] - x[i];
  end for;
  annotation(experiment(StopTime = 10));
end Chain;

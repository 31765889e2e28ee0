model TankCascade "water runs from tank to tank"
  parameter Integer n = 6;
  Real h[n](each start = 0.1, each fixed = true, each unit = "m");
equation
  der(h[1]) = (if time > 20 then 0.02 else 0.01) - 0.02*sqrt(max(h[1], 1e-6));
  for i in 2:n loop
    der(h[i]) = 0.02*(sqrt(max(h[i - 1], 1e-6)) - sqrt(max(h[i], 1e-6)));
  end for;
  annotation(experiment(StopTime = 300));
end TankCascade;

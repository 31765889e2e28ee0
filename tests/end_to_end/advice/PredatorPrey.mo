model PredatorPrey "hares and foxes"
  Real hares(start = 10, fixed = true), foxes(start = 5, fixed = true);
equation
  der(hares) = hares*(1.1 - 0.4*foxes);
  der(foxes) = foxes*(0.1*hares - 0.4);
  annotation(experiment(StopTime = 50));
end PredatorPrey;

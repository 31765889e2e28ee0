model Echo "what comes out of a delay is a variable of its own, also at points inside of the importing tool's steps"
  Real x(start = 0.5, fixed = true), late;
equation
  late = delay(x, 17);
  der(x) = 0.2 * late / (1 + late^10) - 0.1 * x;
  annotation(experiment(StopTime = 60));
end Echo;

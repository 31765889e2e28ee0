model Clutch "two shafts that are pressed together after a second"
  Real w1(start = 100, fixed = true), w2(start = 0, fixed = true);
  Real press = if time < 1 then 0 else 50;
equation
  0.5*der(w1) = 5 - press*tanh(w1 - w2) - 0.01*w1;
  1.5*der(w2) = press*tanh(w1 - w2) - 0.05*w2;
  annotation(experiment(StopTime = 5));
end Clutch;

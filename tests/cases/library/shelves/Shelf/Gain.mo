within Shelf;
model Gain
  parameter Real k = Inner.factor*one;
  Real y = k*time;
  annotation(experiment(StopTime = 2));
end Gain;

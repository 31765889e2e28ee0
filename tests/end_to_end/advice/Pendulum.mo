model Pendulum "large swings without friction"
  Real phi(start = 2, fixed = true), w(start = 0, fixed = true);
equation
  der(phi) = w;
  der(w) = -9.81*sin(phi);
  annotation(experiment(StopTime = 20));
end Pendulum;

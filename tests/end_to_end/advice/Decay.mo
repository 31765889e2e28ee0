model Decay "nothing but decays, over six decades"
  Real x[4](each start = 1, each fixed = true);
equation
  der(x[1]) = -1e4*(x[1] - x[2]);
  der(x[2]) = -100*(x[2] - x[3]);
  der(x[3]) = -(x[3] - x[4]);
  der(x[4]) = -0.01*x[4];
  annotation(experiment(StopTime = 100));
end Decay;

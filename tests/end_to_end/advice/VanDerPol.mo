model VanDerPol "a relaxation oscillator"
  Real x(start = 2, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = 50*(1 - x*x)*y - x;
  annotation(experiment(StopTime = 200));
end VanDerPol;

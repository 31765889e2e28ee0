model Reactor "an exothermic reaction in a cooled tank"
  Real c(start = 1, fixed = true), T(start = 300, fixed = true, unit = "K");
  Real rate = 7.2e10*exp(-8750/T)*c;
equation
  der(c) = (1 - c) - rate;
  der(T) = (350 - T) + 200*rate - 2*(T - 300);
  annotation(experiment(StopTime = 10));
end Reactor;

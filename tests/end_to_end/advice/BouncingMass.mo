model BouncingMass "a mass falls on a spring"
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -9.81 + (if x < 0 then -2000*x - 5*v else 0);
  annotation(experiment(StopTime = 5));
end BouncingMass;

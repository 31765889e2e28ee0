model CruiseControl "a car on hills"
  Real v(start = 20, fixed = true, unit = "m/s"), s(start = 0, fixed = true, unit = "m"), sum(start = 0, fixed = true);
  Real force = 2000*(25 - v) + 100*sum;
equation
  1200*der(v) = min(4000, max(-6000, force)) - 0.5*v*v - 1200*9.81*0.04*sin(s/200);
  der(s) = v;
  der(sum) = 25 - v;
  annotation(experiment(StopTime = 120));
end CruiseControl;

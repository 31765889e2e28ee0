model Thermostat "a room that is heated on demand"
  Real T(start = 15, fixed = true, unit = "degC");
  Boolean on(start = true, fixed = true);
equation
  600*der(T) = (10 - T) + (if on then 15 else 0);
  on = T < 20 or (pre(on) and T < 21);
  annotation(experiment(StopTime = 3600));
end Thermostat;

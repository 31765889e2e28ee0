model BatteryPack "cells that warm up under load"
  Real charge(start = 1, fixed = true), v1(start = 0, fixed = true), T(start = 298, fixed = true, unit = "K");
  Real i = if sin(time/50) > 0 then 20 else 5;
  Real r = 0.02*exp(800*(1/T - 1/298));
equation
  der(charge) = -i/36000;
  10*der(v1) = r*i - v1;
  800*der(T) = r*i*i + v1*i - 0.5*(T - 298);
  annotation(experiment(StopTime = 3000));
end BatteryPack;

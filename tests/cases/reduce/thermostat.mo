// A room with a thermostat is affine in both modes; all states are exact.
model Thermostat
  input Real outside(start = 0);
  output Real T(start = 5, fixed = true);
  Real heater(start = 0, fixed = true);
  Boolean on(start = false);
equation
  on = T < 4 or pre(on) and T < 6;
  der(T) = -T + outside + 10*heater;
  der(heater) = 5*((if on then 1 else 0) - heater);
  annotation(experiment(StopTime = 20, Interval = 0.1));
end Thermostat;
// run: reduce $FILE --switched --samples 5 --input amplitude=1 --input period=6 --input variance=0.1 --json
// json: states == 2
// json: dynamics == 2
// json: scenario.samples == 5
// json: scenario.confident == false
// json: diagnostics == []

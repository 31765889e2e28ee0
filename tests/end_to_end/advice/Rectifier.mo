model Rectifier "a diode, a capacitor and a load on the mains"
  Real v(start = 0, fixed = true, unit = "V");
  Real source = 20*sin(314.159265*time);
  Boolean conducts = source > v;
equation
  1e-3*der(v) = (if conducts then (source - v)/0.5 else 0) - v/100;
  annotation(experiment(StopTime = 0.2));
end Rectifier;

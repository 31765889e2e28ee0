model PwmConverter "a step-down converter that switches at 10 kHz"
  Real i(start = 0, fixed = true, unit = "A"), v(start = 0, fixed = true, unit = "V");
  Boolean closed;
equation
  closed = time*1e4 - floor(time*1e4) < 0.4;
  1e-3*der(i) = (if closed then 24 else 0) - v - 0.1*i;
  1e-4*der(v) = i - v/5;
  annotation(experiment(StopTime = 0.01));
end PwmConverter;

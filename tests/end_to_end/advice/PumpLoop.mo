model PumpLoop "a pump, a fast pressure and a slow temperature"
  Real q(start = 0, fixed = true), p(start = 0, fixed = true), T(start = 20, fixed = true);
equation
  0.1*der(q) = 3 + 0.5*sin(0.3*time) - p - 0.2*q*abs(q);
  0.002*der(p) = q - p;
  500*der(T) = 30 - q*(T - 15);
  annotation(experiment(StopTime = 600));
end PumpLoop;

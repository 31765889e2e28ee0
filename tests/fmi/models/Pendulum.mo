model Pendulum "in Cartesian coordinates: which of them are states changes in the run"
  parameter Real length = 1;
  Real x(start = 0.6), y(start = -0.8);
  Real vx(start = 0, fixed = true), vy;
  Real force;
  output Real energy = (vx ^ 2 + vy ^ 2) / 2 + 9.81 * y;
initial equation
  x = 0.6;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -force * x;
  der(vy) = -force * y - 9.81;
  x ^ 2 + y ^ 2 = length ^ 2;
  annotation(experiment(StopTime = 3));
end Pendulum;

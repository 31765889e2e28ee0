model Relaxation "the model of relaxation.c as text"
  parameter Real k = 1000, boost = 0.2;
  input Real u(start = 0);
  output Real s;
  Real x(start = 2, fixed = true), y(start = 1, fixed = true);
  Boolean low(start = false, fixed = true);
equation
  der(x) = -k*(x - y);
  der(y) = -y + u + (if low then boost else 0);
  s = x + y;
  when y < 0.5 and not pre(low) then
    low = true;
    reinit(y, y + 0.1);
  end when;
  annotation(experiment(StopTime = 3));
end Relaxation;

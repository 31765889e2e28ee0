model Gearbox "two inertias on a stiff shaft"
  Real w1(start = 0, fixed = true), w2(start = 0, fixed = true), twist(start = 0, fixed = true);
  Real torque = 5e5*twist + 200*(w1 - w2);
equation
  0.05*der(w1) = 10*(1 - exp(-time)) - torque - 0.01*w1;
  2*der(w2) = torque - 0.1*w2;
  der(twist) = w1 - w2;
  annotation(experiment(StopTime = 10));
end Gearbox;

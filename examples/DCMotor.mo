model DCMotor "A motor with a fast electrical and a slow mechanical part"
  parameter Real L(unit="H") = 0.003 "inductance";
  parameter Real R(unit="Ohm") = 0.05 "resistance";
  parameter Real J(unit="kg.m2") = 1500 "inertia";
  parameter Real b(unit="N.m.s/rad") = 0.001 "friction";
  parameter Real km(unit="V.s/rad") = 6.785 "motor constant";
  parameter Real u(unit="V") = 500 "supply voltage";
  parameter Real tau(unit="N.m") = 2500 "load torque";
  Real I(start=0, fixed=true, unit="A") "current";
  Real omega(start=0, fixed=true, unit="rad/s") "speed";
  Real phi(start=0, fixed=true, unit="rad") "angle";
equation
  L*der(I) = -R*I - km*omega + u;
  J*der(omega) = km*I - b*omega - tau;
  der(phi) = omega;
  annotation(experiment(StartTime=0, StopTime=8, Tolerance=1e-6, Interval=0.2));
end DCMotor;

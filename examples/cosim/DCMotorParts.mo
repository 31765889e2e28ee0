package DCMotorParts "The motor of DCMotor.mo cut between its electrical and its mechanical half"
  model Electrical
    parameter Real L(unit="H") = 0.003 "inductance";
    parameter Real R(unit="Ohm") = 0.05 "resistance";
    parameter Real km(unit="V.s/rad") = 6.785 "motor constant";
    parameter Real u(unit="V") = 500 "supply voltage";
    input Real omega(unit="rad/s") "speed";
    output Real torque(unit="N.m") = km*I;
    Real I(start=0, fixed=true, unit="A") "current";
  equation
    L*der(I) = -R*I - km*omega + u;
  end Electrical;
  model Mechanical
    parameter Real J(unit="kg.m2") = 1500 "inertia";
    parameter Real b(unit="N.m.s/rad") = 0.001 "friction";
    parameter Real tau(unit="N.m") = 2500 "load torque";
    input Real torque(unit="N.m");
    output Real omega(start=0, fixed=true, unit="rad/s") "speed";
  equation
    J*der(omega) = torque - b*omega - tau;
  end Mechanical;
end DCMotorParts;

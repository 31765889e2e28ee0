package HalfCarParts
  "The car of HalfCar.mo cut between heave and pitch: only the dampers couple them"
  model Heave
    parameter Real M(unit="kg") = 1000;
    parameter Real kf(unit="N/m") = 28000;
    parameter Real kr(unit="N/m") = 21000;
    parameter Real df(unit="N.s/m") = 3500;
    parameter Real dr(unit="N.s/m") = 3500;
    parameter Real Lf(unit="m") = 0.9;
    parameter Real Lr(unit="m") = 1.2;
    parameter Real g(unit="m/s2") = 9.81;
    parameter Real bump(unit="m") = 0.15 "by how much the road rises";
    parameter Real t_bump(unit="s") = 2 "when it rises";
    input Real omega(unit="rad/s");
    output Real vz(start=0, fixed=true, unit="m/s");
    Real z(start=-M*g/(2*(kf + kr)), fixed=true, unit="m");
    Real road(unit="m") "height of the road";
  equation
    road = if time < t_bump then 0 else bump;
    der(z) = vz;
    M*der(vz) = -2*(kf + kr)*(z - road) - 2*(df + dr)*vz + 2*(df*Lf - dr*Lr)*omega - M*g;
  end Heave;
  model Pitch
    parameter Real J(unit="kg.m2") = 2100;
    parameter Real kf(unit="N/m") = 28000;
    parameter Real kr(unit="N/m") = 21000;
    parameter Real df(unit="N.s/m") = 3500;
    parameter Real dr(unit="N.s/m") = 3500;
    parameter Real Lf(unit="m") = 0.9;
    parameter Real Lr(unit="m") = 1.2;
    parameter Real tau(unit="N.m") = 500;
    input Real vz(unit="m/s");
    output Real omega(start=0, fixed=true, unit="rad/s");
    Real theta(start=0, fixed=true, unit="rad");
  equation
    der(theta) = omega;
    J*der(omega) = -2*(kf*Lf^2 + kr*Lr^2)*theta - 2*(df*Lf^2 + dr*Lr^2)*omega + 2*(df*Lf - dr*Lr)*vz
      + tau;
  end Pitch;
end HalfCarParts;

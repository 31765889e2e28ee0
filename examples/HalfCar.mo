model HalfCar "The body of a car on its front and rear suspension: it heaves and pitches"
  parameter Real M(unit="kg") = 1000 "mass of the body";
  parameter Real J(unit="kg.m2") = 2100 "inertia of the body about its centre of gravity";
  parameter Real kf(unit="N/m") = 28000 "stiffness of one front spring";
  parameter Real kr(unit="N/m") = 21000 "stiffness of one rear spring";
  parameter Real df(unit="N.s/m") = 3500 "damping of one front damper";
  parameter Real dr(unit="N.s/m") = 3500 "damping of one rear damper";
  parameter Real Lf(unit="m") = 0.9 "centre of gravity to front axle";
  parameter Real Lr(unit="m") = 1.2 "centre of gravity to rear axle";
  parameter Real g(unit="m/s2") = 9.81 "gravity";
  parameter Real tau(unit="N.m") = 500 "pitch torque of an accelerating car";
  parameter Real bump(unit="m") = 0.15 "by how much the road rises";
  parameter Real t_bump(unit="s") = 2 "when it rises";
  Real z(start=-M*g/(2*(kf + kr)), fixed=true, unit="m")
    "height of the body above unloaded springs on the first road";
  Real vz(start=0, fixed=true, unit="m/s");
  Real theta(start=0, fixed=true, unit="rad") "pitch angle, nose down";
  Real omega(start=0, fixed=true, unit="rad/s");
  Real road(unit="m") "height of the road";
  Real Ff(unit="N") "force of the front suspension on the body, upwards";
  Real Fr(unit="N") "force of the rear suspension on the body, upwards";
equation
  road = if time < t_bump then 0 else bump;
  Ff = 2*kf*(Lf*theta - (z - road)) + 2*df*(Lf*omega - vz);
  Fr = -2*kr*(Lr*theta + (z - road)) - 2*dr*(Lr*omega + vz);
  // as kf*Lf = kr*Lr, the springs do not couple heave and pitch; the dampers do
  der(z) = vz;
  M*der(vz) = Ff + Fr - M*g;
  der(theta) = omega;
  J*der(omega) = -Lf*Ff + Lr*Fr + tau;
  annotation(experiment(StartTime=0, StopTime=5, Tolerance=1e-6, Interval=0.04));
end HalfCar;

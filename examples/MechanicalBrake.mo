model MechanicalBrake
  "A cart on a driven wheel, with a body on a spring on it and a brake against the rail"
  constant Real pi = 3.141592653589793;
  parameter Real M(unit="kg") = 5 "cart";
  parameter Real m(unit="kg") = 0.2 "body on the cart";
  parameter Real k(unit="N/m") = 5000 "spring between cart and body";
  parameter Real d(unit="N.s/m") = 10 "friction between cart and body";
  parameter Real r(unit="m") = 0.1 "radius of the wheel";
  parameter Real Jw(unit="kg.m2") = 1 "inertia of the wheel";
  parameter Real kt(unit="N/m") = 1000 "stiffness of the contact of wheel and cart";
  parameter Real dt(unit="N.s/m") = 1 "friction in that contact";
  parameter Real T(unit="s") = 0.05 "lag of the motor torque";
  parameter Real ks(unit="N.m/rad") = 10 "stiffness of the shaft";
  parameter Real ds(unit="N.m.s/rad") = 1 "damping of the shaft";
  parameter Real db(unit="N.s/m") = 50000 "friction of the brake when it is on";
  parameter Real t_release(unit="s") = 2 "when the brake is released";
  parameter Real t_press(unit="s") = 7 "when it is pressed again";
  Real vM(start=0, fixed=true, unit="m/s") "velocity of the cart";
  Real xm(start=0, fixed=true, unit="m") "position of the body";
  Real vm(start=0, fixed=true, unit="m/s") "velocity of the body";
  Real xM(start=0, fixed=true, unit="m") "position of the cart";
  Real tau(start=0, fixed=true, unit="N.m") "motor torque";
  Real dphi(start=0, fixed=true, unit="rad") "twist of the shaft";
  Real phi(start=0, fixed=true, unit="rad") "angle of the wheel";
  Real omega(start=0, fixed=true, unit="rad/s") "speed of the wheel";
  Real brake "1 when the brake is on, 0 when it is off";
  Real Fs(unit="N") "of the body on the cart";
  Real Ft(unit="N") "of the wheel on the cart";
equation
  brake = if time < t_release then 1 else if time < t_press then 0 else 1;
  Fs = k*(xm - xM) + d*(vm - vM);
  Ft = kt*(r*phi - xM) + dt*(r*omega - vM);
  der(xM) = vM;
  M*der(vM) = Fs + Ft - db*brake*vM;
  der(xm) = vm;
  m*der(vm) = -Fs;
  T*der(tau) = 10*sin(2*pi*time/5) - tau;
  // the shaft has no mass: it passes the torque on
  ks*dphi + ds*der(dphi) = tau;
  der(phi) = omega;
  Jw*der(omega) = tau - r*Ft;
  annotation(experiment(StartTime=0, StopTime=10, Tolerance=1e-6, Interval=0.06));
end MechanicalBrake;

model BrakeComponents
  "A cart on a driven wheel, with a body on a spring on it and a brake against the rail: MechanicalBrake from components"
  Sunder.Blocks.Sources.Sine wanted(amplitude=10, f=0.2) "torque of the motor";
  Sunder.Blocks.Continuous.FirstOrder lag(T=0.05) "of the motor";
  Sunder.Rotational.Torque motor;
  Sunder.Rotational.SpringDamper shaft(c=10, d=1, phi_rel(fixed=true));
  Sunder.Rotational.Inertia wheel(J=1, phi(fixed=true), w(fixed=true));
  Sunder.Translational.RollingWheel rim(radius=0.1);
  Sunder.Translational.SpringDamper contact(c=1000, d=1) "of wheel and cart";
  Sunder.Translational.Mass cart(m=5, s(fixed=true), v(fixed=true));
  Sunder.Translational.SpringDamper spring(c=5000, d=10);
  Sunder.Translational.Mass body(m=0.2, s(fixed=true), v(fixed=true)) "on the cart";
  Sunder.Blocks.Sources.Pulse pressed(
    amplitude=-50000,
    offset=50000,
    startTime=2,
    period=8,
    width=62.5
  ) "friction of the brake: off from 2 s to 7 s";
  Sunder.Translational.VariableDamper brake;
  Sunder.Translational.Fixed rail;
equation
  connect(wanted.y, lag.u);
  connect(lag.y, motor.tau);
  connect(motor.flange, shaft.flange_a);
  connect(shaft.flange_b, wheel.flange_a);
  connect(wheel.flange_b, rim.flangeR);
  connect(rim.flangeT, contact.flange_a);
  connect(contact.flange_b, cart.flange_a);
  connect(cart.flange_b, spring.flange_a);
  connect(spring.flange_b, body.flange_a);
  connect(rail.flange, brake.flange_a);
  connect(brake.flange_b, cart.flange_b);
  connect(pressed.y, brake.d);
  annotation(experiment(StartTime=0, StopTime=10, Tolerance=1e-6, Interval=0.06));
end BrakeComponents;

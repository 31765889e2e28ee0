model DriveTrain "A motor with a lag turns a heavy load through a gear and a soft coupling"
  Sunder.Blocks.Sources.Sine wanted(amplitude=5, f=0.5) "torque";
  Sunder.Blocks.Continuous.FirstOrder lag(T=0.005) "of the motor";
  Sunder.Rotational.Torque motor;
  Sunder.Rotational.Inertia rotor(J=0.01);
  Sunder.Rotational.IdealGear gear(ratio=10);
  Sunder.Rotational.Inertia shaft(J=0.5, phi(fixed=true), w(fixed=true));
  Sunder.Rotational.SpringDamper coupling(c=2000, d=8);
  Sunder.Rotational.Inertia load(J=20, phi(fixed=true), w(fixed=true));
  Sunder.Rotational.BearingFriction bearing(tau_dry=2, d=0.5);
equation
  connect(wanted.y, lag.u);
  connect(lag.y, motor.tau);
  connect(motor.flange, rotor.flange_a);
  connect(rotor.flange_b, gear.flange_a);
  connect(gear.flange_b, shaft.flange_a);
  connect(shaft.flange_b, coupling.flange_a);
  connect(coupling.flange_b, load.flange_a);
  connect(load.flange_b, bearing.flange_a);
  annotation(experiment(StartTime=0, StopTime=8, Tolerance=1e-6, Interval=0.02));
end DriveTrain;

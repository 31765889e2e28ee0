model SixAxisRobot
  "An arm with six driven axes carries a load from place to place: control, windings, rotors, elastic gears and arm in one model"
  import Sunder.MultiBody.*;
  model Drive "A motor with its controllers, behind an elastic gear"
    parameter Real way(unit="rad") "angle the axis turns by";
    parameter Real ratio "of the gear";
    parameter Real c(unit="N.m/rad") "stiffness of the gear";
    parameter Real d(unit="N.m.s/rad") "its damping";
    parameter Real R(unit="Ohm") "of the winding";
    parameter Real L(unit="H") "of the winding";
    parameter Real k(unit="N.m/A") "torque for an ampere";
    parameter Real J(unit="kg.m2") "of the rotor";
    parameter Real Kp = 0.2 "volt for 1 rad/s of the motor";
    Sunder.Rotational.Flange_b flange "of the axis";
    Sunder.Blocks.Sources.Motion wanted(height=way, duration=1.2, startTime=0.2)
      "angle of the axis";
    Sunder.Blocks.Math.Sum speed(n=3, k={ratio, 20*ratio, -20})
      "wanted of the motor: as planned, and what corrects its angle";
    Sunder.Blocks.Math.Feedback deviation;
    Sunder.Blocks.Continuous.PI controller(k=Kp, T=0.05);
    Sunder.Blocks.Math.Limiter limit(uMax=120);
    Sunder.Electrical.SignalVoltage source;
    Sunder.Electrical.Ground ground;
    Sunder.Electrical.DCMachine motor(
      R=R,
      L=L,
      k=k,
      J=J,
      d=1e-5,
      inductance(i(fixed=true)),
      rotor(phi(fixed=true), w(fixed=true))
    );
    Sunder.Rotational.AngleSensor angle;
    Sunder.Rotational.SpeedSensor tacho;
    Sunder.Rotational.IdealGear gear(ratio=ratio);
    Sunder.Rotational.SpringDamper elastic(c=c, d=d);
  equation
    connect(wanted.yd, speed.u[1]);
    connect(wanted.y, speed.u[2]);
    connect(angle.phi, speed.u[3]);
    connect(speed.y, deviation.u1);
    connect(tacho.w, deviation.u2);
    connect(deviation.y, controller.u);
    connect(controller.y, limit.u);
    connect(limit.y, source.v);
    connect(source.p, motor.p);
    connect(source.n, motor.n);
    connect(source.n, ground.p);
    connect(motor.flange, angle.flange);
    connect(motor.flange, tacho.flange);
    connect(motor.flange, gear.flange_a);
    connect(gear.flange_b, elastic.flange_a);
    connect(elastic.flange_b, flange);
  end Drive;

  inner World world;
  Bar base(r={0, 0, 0.35});
  Revolute axis[6](
    n=[0, 0, 1; 0, 1, 0; 0, 1, 0; 1, 0, 0; 0, 1, 0; 1, 0, 0],
    each useAxis=true,
    each phi(fixed=true),
    each w(fixed=true)
  );
  Link link[5](
    r=[0.3, 0, 0.3; 0, 0, 0.7; 0.3, 0, 0.1; 0.3, 0, 0; 0.1, 0, 0],
    m={30, 20, 12, 5, 2},
    I_11={1, 1, 0.1, 0.02, 0.005},
    I_22={1.2, 1, 0.15, 0.05, 0.006},
    I_33={1, 0.2, 0.15, 0.05, 0.006}
  );
  Body load(m=5, r_CM={0.1, 0, 0.05}, I_11=0.02, I_22=0.03, I_33=0.03);
  Drive drive[6](
    way={2, 0.8, -1.1, 1.5, 0.9, -2},
    ratio={120, 120, 100, 60, 60, 50},
    c={4e4, 4e4, 2e4, 4e3, 4e3, 2e3},
    d={150, 150, 60, 8, 8, 3},
    R={0.4, 0.4, 0.5, 1, 1, 1},
    L={8e-4, 8e-4, 1e-3, 1.5e-3, 1.5e-3, 1.5e-3},
    k={0.25, 0.25, 0.2, 0.1, 0.1, 0.1},
    J={5e-4, 5e-4, 3e-4, 3e-5, 3e-5, 3e-5}
  );
  Sensor hand;
equation
  connect(world.frame_b, base.frame_a);
  connect(base.frame_b, axis[1].frame_a);
  for i in 1:5 loop
    connect(axis[i].frame_b, link[i].frame_a);
    connect(link[i].frame_b, axis[i + 1].frame_a);
  end for;
  connect(axis[6].frame_b, load.frame_a);
  connect(load.frame_a, hand.frame_a);
  for i in 1:6 loop
    connect(drive[i].flange, axis[i].axis);
  end for;
  annotation(experiment(StartTime=0, StopTime=2, Tolerance=1e-6, Interval=0.01));
end SixAxisRobot;

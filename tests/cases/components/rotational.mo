// Shafts against closed solutions: a gear train, a torsional oscillator, a clutch and a brake that stick and slide.
package RotationalCases
  import Sunder.Rotational.*;
  model GearTrain "(J2 + i^2*J1)*a2 = i*tau"
    ConstantTorque drive(tau_constant=3);
    Inertia fast(J=0.5);
    IdealGear gear(ratio=4);
    Inertia slow(J=2, phi(start=0, fixed=true), w(start=0, fixed=true));
  equation
    connect(drive.flange, fast.flange_a);
    connect(fast.flange_b, gear.flange_a);
    connect(gear.flange_b, slow.flange_a);
    annotation(experiment(StopTime=2));
  end GearTrain;
  model GearTurned "The same, with the gear the other way round"
    ConstantTorque drive(tau_constant=3);
    Inertia fast(J=0.5);
    IdealGear gear(ratio=0.25);
    Inertia slow(J=2, phi(start=0, fixed=true), w(start=0, fixed=true));
  equation
    connect(drive.flange, fast.flange_a);
    connect(fast.flange_b, gear.flange_b);
    connect(gear.flange_a, slow.flange_a);
    annotation(experiment(StopTime=2));
  end GearTurned;
  model Oscillator "phi = exp(-t/2)*(cos(w*t) + sin(w*t)/(2*w)), w^2 = 9.75"
    Fixed wall;
    SpringDamper spring(c=10, d=1);
    Inertia body(J=1, phi(start=1, fixed=true), w(start=0, fixed=true));
    SpeedSensor speed;
    AngleSensor angle;
    AccelerationSensor acceleration;
    TorqueSensor torque;
    PowerSensor power;
  equation
    connect(wall.flange, spring.flange_a);
    connect(spring.flange_b, torque.flange_a);
    connect(torque.flange_b, power.flange_a);
    connect(power.flange_b, body.flange_a);
    connect(body.flange_b, speed.flange);
    connect(body.flange_b, angle.flange);
    connect(body.flange_b, acceleration.flange);
    annotation(experiment(StopTime=2));
  end Oscillator;
  model ClutchSticks "Torque 2 between inertias of 1: together after 2.5 s, with speed 5"
    Inertia a(J=1, phi(start=0, fixed=true), w(start=10, fixed=true));
    Clutch clutch(mu=0.4, radius=0.1, f_max=50);
    Inertia b(J=1, phi(start=0, fixed=true), w(start=0, fixed=true));
    Sunder.Blocks.Sources.Constant press(k=1);
  equation
    connect(a.flange_b, clutch.flange_a);
    connect(clutch.flange_b, b.flange_a);
    connect(press.y, clutch.f_normalized);
    annotation(experiment(StopTime=4));
  end ClutchSticks;
  model BrakeHolds "Stops after 2 s, holds against 3, slips when 5 pull, and is let go at the end"
    Inertia body(J=1, phi(start=0, fixed=true), w(start=10, fixed=true));
    Brake brake(mu=0.4, radius=0.1, f_max=100, peak=1.1);
    Torque load;
    Sunder.Blocks.Sources.TimeTable pull(table=[0, -1; 3, -1; 3.5, 3; 4, 3; 4.5, 5; 10, 5]);
    Sunder.Blocks.Sources.Step press(offset=1, height=-1, startTime=6);
  equation
    connect(body.flange_b, brake.flange_a);
    connect(load.flange, body.flange_a);
    connect(pull.y, load.tau);
    connect(press.y, brake.f_normalized);
    annotation(experiment(StopTime=7));
  end BrakeHolds;
  model Rest "What is left: a bearing that drags, play, a fan, motions that are given"
    Inertia wheel(J=1, phi(start=0, fixed=true), w(start=3, fixed=true));
    BearingFriction bearing(tau_dry=0.5, d=0);
    Speed given;
    Sunder.Blocks.Sources.Constant two(k=2);
    Backlash play(c=100, d=0, b=0.2);
    Inertia pushed(J=1, phi(start=0, fixed=true), w(start=0, fixed=true));
    Inertia fan(J=1, phi(start=0, fixed=true), w(start=4, fixed=true));
    QuadraticLoad air(tau_nominal=-1, w_nominal=1);
    Position turned;
    Sunder.Blocks.Sources.Sine swing(f=0.1);
    Inertia driven(J=2);
    Spring soft(c=2);
    Damper oil(d=3);
    Fixed wall;
  equation
    connect(wheel.flange_b, bearing.flange_a);
    connect(two.y, given.w_ref);
    connect(given.flange, play.flange_a);
    connect(play.flange_b, pushed.flange_a);
    connect(fan.flange_b, air.flange);
    connect(swing.y, turned.phi_ref);
    connect(turned.flange, driven.flange_a);
    connect(driven.flange_b, soft.flange_a);
    connect(driven.flange_b, oil.flange_a);
    connect(soft.flange_b, wall.flange);
    connect(oil.flange_b, wall.flange);
    annotation(experiment(StopTime=2));
  end Rest;
end RotationalCases;
// run: simulate $FILE --model RotationalCases.GearTrain --method rosenbrock --tolerance 1e-8 --json
// differs: passes because derivatives of aliases are variables too
// json: final.[slow.w] ~ 2.4 1e-7
// json: final.[fast.w] ~ 9.6 1e-7
// run: simulate $FILE --model RotationalCases.GearTurned --method rosenbrock --tolerance 1e-8 --json
// differs: passes because derivatives of aliases are variables too
// json: final.[slow.w] ~ 2.4 1e-7
// run: simulate $FILE --model RotationalCases.Oscillator --method rosenbrock --tolerance 1e-9 --json
// differs: passes because derivatives of aliases are variables too
// json: final.[body.phi] ~ 0.3653622541 1e-7
// run: simulate $FILE --model RotationalCases.ClutchSticks --method rosenbrock --tolerance 1e-8 --json
// json: final.[a.w] ~ 5 1e-7
// json: final.[b.w] ~ 5 1e-7
// json: final.[a.phi] ~ 26.25 1e-6
// json: final.[b.phi] ~ 13.75 1e-6
// json: final.[clutch.mode] == 0
// run: simulate $FILE --model RotationalCases.BrakeHolds --method rosenbrock --tolerance 1e-8 --json
// differs: passes because derivatives of aliases are variables too
// json: final.[brake.mode] == 1
// json: final.[body.w] ~ 6.605 1e-6
// json: final.[body.phi] ~ 15.39425 1e-6
// run: simulate $FILE --model RotationalCases.Rest --method rosenbrock --tolerance 1e-8 --json
// differs: passes because derivatives of aliases are variables too
// json: final.[wheel.w] ~ 2 1e-7
// json: final.[fan.w] ~ 0.4444444444 1e-6

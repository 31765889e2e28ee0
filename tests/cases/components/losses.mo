// Gears that lose, planets, and what drags or pulls between two flanges, against closed solutions.
package LossCases
  model Lossy
    "Driven, driving, driven backwards, and held: eta 0.8 and 0.5, 0.5 N.m in the bearings"
    import Sunder.Rotational.*;
    Torque drive;
    Inertia fast(J=0.5);
    LossyGear gear(ratio=4, eta_ab=0.8, eta_ba=0.5, tau_bearing=0.5);
    Inertia slow(J=2, phi(start=0, fixed=true), w(start=0, fixed=true));
    Sunder.Blocks.Sources.Step first(offset=3, height=-6, startTime=1), second(height=3.3, startTime=2);
    Real w1(start=0, fixed=true) "speed at 1 s";
    Real w2(start=0, fixed=true) "speed at 2 s";
  equation
    drive.tau = first.y + second.y;
    connect(drive.flange, fast.flange_a);
    connect(fast.flange_b, gear.flange_a);
    connect(gear.flange_b, slow.flange_a);
    when time >= 1 then
      w1 = slow.w;
    end when;
    when time >= 2 then
      w2 = slow.w;
    end when;
    annotation(experiment(StopTime=4));
  end Lossy;
  model LossyTurned "The same gear from its other side: flange_b drives"
    import Sunder.Rotational.*;
    ConstantTorque drive(tau_constant=10);
    Inertia slow(J=2);
    LossyGear gear(ratio=4, eta_ab=0.8, eta_ba=0.5, tau_bearing=0.5);
    Inertia fast(J=0.5, phi(start=0, fixed=true), w(start=0, fixed=true));
  equation
    connect(drive.flange, slow.flange_a);
    connect(slow.flange_b, gear.flange_b);
    connect(gear.flange_a, fast.flange_a);
    annotation(experiment(StopTime=1));
  end LossyTurned;
  model SelfLocking "A worm: the load cannot drive it, the motor can"
    import Sunder.Rotational.*;
    Torque drive;
    Inertia motor(J=0.5);
    LossyGear worm(ratio=10, eta_ab=0.5, eta_ba=0.1, tau_bearing=1);
    Inertia load(J=10, phi(start=0, fixed=true), w(start=0, fixed=true));
    ConstantTorque weight(tau_constant=-9);
    Sunder.Blocks.Sources.Step begin(height=10, startTime=1);
  equation
    drive.tau = begin.y;
    connect(drive.flange, motor.flange_a);
    connect(motor.flange_b, worm.flange_a);
    connect(worm.flange_b, load.flange_a);
    connect(weight.flange, load.flange_b);
    annotation(experiment(StopTime=2));
  end SelfLocking;
  model Turning "Planets with their ring held; a torque between two shafts; loads; a given acceleration"
    import Sunder.Rotational.*;
    ConstantTorque drive(tau_constant=3);
    Inertia sun(J=0.5);
    IdealPlanetary planets(ratio=3);
    Fixed housing;
    TorqueSensor held;
    Inertia carrier(J=2, phi(fixed=true), w(fixed=true));
    Inertia one(J=1, phi(fixed=true), w(fixed=true)), four(J=4, phi(fixed=true), w(fixed=true));
    TorqueBetween pull(tau=2);
    RelativeAngleSensor angle;
    RelativeSpeedSensor speed;
    Inertia slowed(J=2, phi(fixed=true), w(start=5, fixed=true));
    LinearLoad oil(tau_nominal=-3, w_nominal=2);
    Acceleration given(a_ref=3);
    Inertia carried(J=2);
  equation
    connect(drive.flange, sun.flange_a);
    connect(sun.flange_b, planets.sun);
    connect(planets.carrier, carrier.flange_a);
    connect(planets.ring, held.flange_a);
    connect(held.flange_b, housing.flange);
    connect(one.flange_b, pull.flange_a);
    connect(pull.flange_b, four.flange_a);
    connect(one.flange_b, angle.flange_a);
    connect(four.flange_a, angle.flange_b);
    connect(one.flange_b, speed.flange_a);
    connect(four.flange_a, speed.flange_b);
    connect(slowed.flange_b, oil.flange);
    connect(given.flange, carried.flange_a);
    annotation(experiment(StopTime=1));
  end Turning;
  model Moving "A clutch and a rail, a rod, a force between two bodies, the air, a given acceleration"
    import Sunder.Translational.*;
    Mass a(m=1, s(fixed=true), v(start=10, fixed=true)), b(m=1, s(fixed=true), v(fixed=true));
    Clutch clutch(mu=0.4, f_max=5);
    Mass sledge(m=2, s(fixed=true), v(start=3, fixed=true));
    RailFriction rail(f_dry=4);
    Mass front(m=1, s(fixed=true), v(start=1, fixed=true)), back(m=3);
    Rod rod(L=2);
    ConstantForce push(f_constant=8);
    Mass left(m=1, s(fixed=true), v(fixed=true)), right(m=4, s(fixed=true), v(fixed=true));
    ForceBetween spread(f=2);
    RelativePositionSensor distance;
    RelativeSpeedSensor speed;
    Mass ball(m=1, s(fixed=true), v(start=4, fixed=true));
    QuadraticLoad air(f_nominal=-1, v_nominal=1);
    Acceleration given(a_ref=3);
    Mass carried(m=2);
    AccelerationSensor felt;
    PowerSensor power;
  equation
    clutch.f_normalized = 1;
    connect(a.flange_b, clutch.flange_a);
    connect(clutch.flange_b, b.flange_a);
    connect(sledge.flange_b, rail.flange_a);
    connect(back.flange_b, rod.flange_a);
    connect(rod.flange_b, front.flange_a);
    connect(push.flange, back.flange_a);
    connect(left.flange_b, spread.flange_a);
    connect(spread.flange_b, right.flange_a);
    connect(left.flange_b, distance.flange_a);
    connect(right.flange_a, distance.flange_b);
    connect(left.flange_b, speed.flange_a);
    connect(right.flange_a, speed.flange_b);
    connect(ball.flange_b, air.flange);
    connect(given.flange, power.flange_a);
    connect(power.flange_b, carried.flange_a);
    connect(carried.flange_b, felt.flange);
    annotation(experiment(StopTime=4));
  end Moving;
end LossCases;
// run: simulate $FILE --model LossCases.Lossy --method rosenbrock --tolerance 1e-9 --json
// differs: passes because derivatives of aliases are variables too
// json: final.[w1] ~ 0.9047619048 1e-7
// json: final.[w2] ~ -0.3380429095 1e-7
// json: final.[slow.phi] ~ 0.5104454429 1e-7
// json: final.[gear.mode] == 0
// run: simulate $FILE --model LossCases.LossyTurned --method rosenbrock --tolerance 1e-9 --json
// differs: passes because derivatives of aliases are variables too
// json: final.[fast.w] ~ 1.7777777778 1e-7
// run: simulate $FILE --model LossCases.SelfLocking --method rosenbrock --tolerance 1e-9 --json
// differs: passes because derivatives of aliases are variables too
// json: final.[load.w] ~ 0.8857142857 1e-7
// run: simulate $FILE --model LossCases.Turning --method rosenbrock --tolerance 1e-9 --json
// differs: passes because derivatives of aliases are variables too
// json: final.[carrier.w] ~ 1.2 1e-7
// json: final.[held.tau] ~ -1.8 1e-7
// json: final.[angle.phi_rel] ~ 1.25 1e-7
// json: final.[speed.w_rel] ~ 2.5 1e-7
// json: final.[slowed.w] ~ 2.3618327637 1e-7
// json: final.[carried.phi] ~ 1.5 1e-7
// run: simulate $FILE --model LossCases.Moving --method rosenbrock --tolerance 1e-9 --json
// differs: passes because derivatives of aliases are variables too
// json: final.[a.v] ~ 5 1e-7
// json: final.[clutch.mode] == 0
// json: final.[clutch.s_rel] ~ -12.5 1e-6
// json: final.[sledge.s] ~ 2.25 1e-6
// json: final.[front.v] ~ 9 1e-7
// json: final.[back.s] ~ 18 1e-6
// json: final.[distance.s_rel] ~ 20 1e-6
// json: final.[speed.v_rel] ~ 10 1e-6
// json: final.[ball.v] ~ 0.2352941176 1e-7
// json: final.[carried.s] ~ 24 1e-6
// json: final.[felt.a] ~ 3 1e-7
// json: final.[power.power] ~ 72 1e-6

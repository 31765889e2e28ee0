// Motion along a line against closed solutions: an oscillator, a wheel that rolls, a brake.
package TranslationalCases
  import Sunder.Translational.*;
  model Oscillator "s = cos(3*t), and a damper that stops another mass"
    Fixed wall;
    Spring spring(c=18, s_rel0=0);
    Mass body(m=2, s(start=1, fixed=true), v(start=0, fixed=true));
    Mass other(m=2, L=0.5, s(start=0, fixed=true), v(start=1, fixed=true));
    Damper oil(d=4);
    ForceSensor force;
    SpeedSensor speed;
    PositionSensor position;
  equation
    connect(wall.flange, spring.flange_a);
    connect(spring.flange_b, force.flange_a);
    connect(force.flange_b, body.flange_a);
    connect(oil.flange_a, wall.flange);
    connect(oil.flange_b, other.flange_a);
    connect(other.flange_b, speed.flange);
    connect(other.flange_b, position.flange);
    annotation(experiment(StopTime=1));
  end Oscillator;
  model Rolls "The wheel's inertia counts as J/r^2"
    Sunder.Rotational.ConstantTorque drive(tau_constant=1);
    Sunder.Rotational.Inertia wheel(J=0.5);
    RollingWheel contact(radius=0.5);
    Mass cart(m=3, s(start=0, fixed=true), v(start=0, fixed=true));
    ConstantForce wind(f_constant=-1);
  equation
    connect(drive.flange, wheel.flange_a);
    connect(wheel.flange_b, contact.flangeR);
    connect(contact.flangeT, cart.flange_a);
    connect(wind.flange, cart.flange_b);
    annotation(experiment(StopTime=2));
  end Rolls;
  model Brakes "Slides for 2.5 s, then holds against a force below 8"
    Mass body(m=2, s(start=0, fixed=true), v(start=-10, fixed=true));
    Brake brake(mu=0.4, f_max=20);
    Force pull;
    Sunder.Blocks.Sources.Sine swing(amplitude=5, f=1, startTime=3);
    Sunder.Blocks.Sources.Constant press(k=1);
  equation
    connect(body.flange_b, brake.flange_a);
    connect(pull.flange, body.flange_a);
    connect(swing.y, pull.f);
    connect(press.y, brake.f_normalized);
    annotation(experiment(StopTime=5));
  end Brakes;
  model Given "Motions that are given, through a spring with a damper"
    Speed first;
    Position second;
    Sunder.Blocks.Sources.Constant two(k=2);
    Sunder.Blocks.Sources.Ramp rise(height=3, duration=1);
    SpringDamper link(c=10, d=1, s_rel0=0.5);
  equation
    connect(two.y, first.v_ref);
    connect(rise.y, second.s_ref);
    connect(first.flange, link.flange_a);
    connect(second.flange, link.flange_b);
    annotation(experiment(StopTime=2));
  end Given;
end TranslationalCases;
// run: simulate $FILE --model TranslationalCases.Oscillator --method rosenbrock --tolerance 1e-9 --json
// differs: passes because derivatives of aliases are variables too
// json: final.[body.s] ~ -0.9899924966 1e-7
// json: final.[other.v] ~ 0.1353352832 1e-7
// json: final.[force.f] ~ 17.8198649388 1e-7
// json: final.[speed.v] ~ 0.1353352832 1e-7
// json: final.[position.s] ~ 0.6823323584 1e-7
// run: simulate $FILE --model TranslationalCases.Rolls --method rosenbrock --tolerance 1e-9 --json
// differs: passes because derivatives of aliases are variables too
// json: final.[cart.v] ~ 0.4 1e-8
// run: simulate $FILE --model TranslationalCases.Brakes --method rosenbrock --tolerance 1e-9 --json
// differs: passes because derivatives of aliases are variables too
// json: final.[body.s] ~ -12.5 1e-7
// json: final.[brake.mode] == 0
// run: simulate $FILE --model TranslationalCases.Given --method rosenbrock --tolerance 1e-9 --json
// differs: passes because derivatives of aliases are variables too
// json: final.[link.f] ~ -17 1e-7

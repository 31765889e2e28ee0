// Electronics and machines beyond the basic ones, against closed solutions.
package MachineCases
  import Sunder.Electrical.*;
  model Excited "At rest (k*i_f)*w = V - R*tau/(k*i_f), with i_f = V_f/R_f"
    ConstantVoltage source(V=100), field(V=10);
    ExcitedDCMachine motor(R=0.5, L=1e-3, Rf=5, Lf=0.1, k=0.5, J=0.1, inductance(i(fixed=true)), fieldInductance(i(fixed=true)), rotor(phi(fixed=true), w(fixed=true)));
    Sunder.Rotational.ConstantTorque load(tau_constant=-20);
    Ground ground;
  equation
    connect(source.p, motor.p);
    connect(source.n, motor.n);
    connect(field.p, motor.field_p);
    connect(field.n, motor.field_n);
    connect(ground.p, source.n);
    connect(ground.p, field.n);
    connect(motor.flange, load.flange);
    annotation(experiment(StopTime=5));
  end Excited;
  model Fired "A thyristor fired at the crest passes half a half-wave: 10 A/(2*pi*50 Hz)"
    SineVoltage source(V=10, f=50);
    IdealThyristor valve(Ron=1e-9, Goff=1e-9);
    Resistor load(R=1);
    Ground ground;
    Sunder.Blocks.Sources.BooleanStep fire(startTime=0.005);
    Real charge(start=0, fixed=true);
  equation
    connect(source.p, valve.p);
    connect(valve.n, load.p);
    connect(load.n, source.n);
    connect(ground.p, source.n);
    connect(fire.y, valve.fire);
    der(charge) = load.i;
    annotation(experiment(StopTime=0.02));
  end Fired;
  model Amplifier "It inverts and doubles; beside it a resistor by a signal, a current that swings, the power of pulses"
    ConstantVoltage source(V=3), eight(V=8);
    Resistor first(R=1000), second(R=2000), two(R=2), burnt(R=2);
    IdealOpAmp amplifier;
    VariableResistor variable;
    SineCurrent swing(I=3, f=0.25);
    PulseVoltage pulse(V=4, width=25, period=0.4);
    PowerSensor meter;
    Ground ground;
    Sunder.Blocks.Sources.Constant four(k=4);
    Real energy(start=0, fixed=true);
  equation
    connect(source.n, ground.p);
    connect(source.p, first.p);
    connect(first.n, amplifier.in_n);
    connect(amplifier.in_p, ground.p);
    connect(amplifier.in_n, second.p);
    connect(second.n, amplifier.out);
    connect(eight.n, ground.p);
    connect(eight.p, variable.p);
    connect(variable.n, ground.p);
    connect(four.y, variable.R);
    connect(swing.p, ground.p);
    connect(swing.n, two.p);
    connect(two.n, ground.p);
    connect(pulse.n, ground.p);
    connect(pulse.p, meter.pc);
    connect(meter.nc, burnt.p);
    connect(meter.pv, burnt.p);
    connect(meter.nv, ground.p);
    connect(burnt.n, ground.p);
    der(energy) = meter.power;
    annotation(experiment(StopTime=1));
  end Amplifier;
  model Changeover "A coil is charged from 8 V for a second, then runs out over the other contact: both with L/R = 1 s"
    ConstantVoltage source(V=8);
    IdealTwoWaySwitch contact(Ron=1e-9, Goff=1e-9);
    Inductor coil(L=2, i(fixed=true));
    Resistor R(R=2);
    Ground ground;
    Sunder.Blocks.Sources.BooleanStep change(startTime=1, startValue=true);
  equation
    connect(source.n, ground.p);
    connect(source.p, contact.n2);
    connect(contact.n1, ground.p);
    connect(contact.p, coil.p);
    connect(coil.n, R.p);
    connect(R.n, ground.p);
    connect(change.y, contact.control);
    annotation(experiment(StopTime=2));
  end Changeover;
end MachineCases;
// run: simulate $FILE --model MachineCases.Excited --method rosenbrock --tolerance 1e-9 --json
// json: final.[motor.rotor.w] ~ 90 1e-7
// json: final.[motor.fieldInductance.i] ~ 2 1e-7
// run: simulate $FILE --model MachineCases.Fired --method rosenbrock --tolerance 1e-9 --json
// json: final.[charge] ~ 0.0318309886 1e-6
// run: simulate $FILE --model MachineCases.Amplifier --method rosenbrock --tolerance 1e-9 --json
// json: final.[amplifier.out.v] ~ -6 1e-9
// json: final.[variable.i] ~ 2 1e-9
// json: final.[two.v] ~ 6 1e-9
// json: final.[energy] ~ 2.4 1e-7
// run: simulate $FILE --model MachineCases.Changeover --method rosenbrock --tolerance 1e-9 --json
// json: final.[coil.i] ~ 0.930176632 1e-7

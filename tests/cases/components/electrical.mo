// Circuits against closed solutions: charging, a swing, a bridge, transformers, switches, a rectifier, a machine.
package ElectricalCases
  import Sunder.Electrical.*;
  model Charging "v = 10*(1 - exp(-t/(R*C))); the heat of the resistor goes into a lump"
    StepVoltage source(V=10, startTime=0);
    Resistor R(R=1000, useHeatPort=true);
    Capacitor C(C=1e-3, v(start=0, fixed=true));
    Ground ground;
    Sunder.Thermal.HeatCapacitor lump(C=0.1, T(start=293.15, fixed=true));
    VoltageSensor voltage;
    CurrentSensor current;
    PotentialSensor potential;
  equation
    connect(source.p, current.p);
    connect(current.n, R.p);
    connect(R.n, C.p);
    connect(C.n, source.n);
    connect(ground.p, source.n);
    connect(R.heatPort, lump.port);
    connect(voltage.p, C.p);
    connect(voltage.n, C.n);
    connect(potential.p, C.p);
    annotation(experiment(StopTime=1));
  end Charging;
  model Swing "A coil and a capacitor: i = -sin(t*1000)/10"
    Capacitor C(C=1e-4, v(start=1, fixed=true));
    Inductor L(L=1e-2, i(start=0, fixed=true));
    Ground ground;
  equation
    connect(C.p, L.p);
    connect(C.n, L.n);
    connect(ground.p, L.n);
    annotation(experiment(StopTime=1e-3));
  end Swing;
  model Bridge "Five resistors: a loop that is linear"
    ConstantVoltage source(V=10);
    Resistor R1(R=1), R2(R=2), R3(R=3), R4(R=4);
    Conductor G5(G=0.2);
    Ground ground;
  equation
    connect(source.p, R1.p);
    connect(source.p, R2.p);
    connect(R1.n, R3.p);
    connect(R2.n, R4.p);
    connect(R1.n, G5.p);
    connect(G5.n, R2.n);
    connect(R3.n, source.n);
    connect(R4.n, source.n);
    connect(ground.p, source.n);
    annotation(experiment(StopTime=1));
  end Bridge;
  model Transformers "An ideal one lets a load look four times as large"
    SineVoltage source(V=8, f=50, phase=1.5707963267948966);
    IdealTransformer ideal(ratio=2);
    Resistor load(R=1);
    Ground ground, ground2;
    StepVoltage dc(V=1);
    Resistor first(R=1), second(R=1);
    Transformer coils(L1=1, L2=1, M=0.5, i1(start=0, fixed=true), i2(start=0, fixed=true));
    Ground ground3, ground4;
  equation
    connect(source.p, ideal.p1);
    connect(source.n, ideal.n1);
    connect(ground.p, source.n);
    connect(ideal.p2, load.p);
    connect(ideal.n2, load.n);
    connect(ground2.p, load.n);
    connect(dc.p, first.p);
    connect(first.n, coils.p1);
    connect(coils.n1, dc.n);
    connect(ground3.p, dc.n);
    connect(coils.p2, second.p);
    connect(second.n, coils.n2);
    connect(ground4.p, coils.n2);
    annotation(experiment(StopTime=1));
  end Transformers;
  model Switches "A diode carries the current of a coil on when a switch opens: i falls with L/R"
    ConstantVoltage source(V=10);
    IdealSwitch switch(Ron=1e-6, Goff=1e-9);
    Sunder.Blocks.Sources.BooleanStep open(startTime=1, startValue=true);
    Resistor R(R=10);
    Inductor L(L=5, i(start=0, fixed=true));
    IdealDiode freewheel(Ron=1e-6, Goff=1e-9);
    Ground ground;
  equation
    connect(source.p, switch.p);
    connect(switch.n, R.p);
    connect(open.y, switch.control);
    connect(R.n, L.p);
    connect(L.n, source.n);
    connect(freewheel.p, source.n);
    connect(freewheel.n, switch.n);
    connect(ground.p, source.n);
    annotation(experiment(StopTime=2));
  end Switches;
  model Rectified "The bridge charges a capacitor to the peak less two knees"
    SineVoltage mains(V=20, f=50);
    Rectifier bridge(Ron=1e-3, Goff=1e-9, Vknee=0.7);
    Capacitor C(C=1e-3, v(start=0, fixed=true));
    Ground ground;
  equation
    connect(mains.p, bridge.ac1);
    connect(mains.n, bridge.ac2);
    connect(bridge.p, C.p);
    connect(bridge.n, C.n);
    connect(ground.p, C.n);
    annotation(experiment(StopTime=0.1));
  end Rectified;
  model Machine "At rest w = (V*k - R*tau)/(k^2 + R*d)"
    ConstantVoltage source(V=100);
    DCMachine motor(R=0.5, L=1e-3, k=1, J=0.1, d=0.01, inductance(i(start=0, fixed=true)), rotor(phi(start=0, fixed=true), w(start=0, fixed=true)));
    Ground ground;
    Sunder.Rotational.ConstantTorque load(tau_constant=-20);
  equation
    connect(source.p, motor.p);
    connect(source.n, motor.n);
    connect(ground.p, source.n);
    connect(motor.flange, load.flange);
    annotation(experiment(StopTime=5));
  end Machine;
  model Signals "Sources by signals; a diode with its characteristic"
    SignalVoltage u;
    SignalCurrent j;
    ConstantCurrent k(I=2);
    Sunder.Blocks.Sources.Constant three(k=3);
    Resistor R(R=2), S(R=2);
    Diode diode(Ids=1e-6, Vt=0.04, R=1e8);
    Ground ground;
  equation
    connect(three.y, u.v);
    connect(three.y, j.i);
    connect(u.p, R.p);
    connect(R.n, u.n);
    connect(ground.p, u.n);
    connect(j.n, S.p);
    connect(S.n, j.p);
    connect(S.n, ground.p);
    connect(k.n, diode.p);
    connect(k.p, ground.p);
    connect(diode.n, ground.p);
    annotation(experiment(StopTime=1));
  end Signals;
end ElectricalCases;
// run: simulate $FILE --model ElectricalCases.Charging --method rosenbrock --tolerance 1e-9 --json
// json: final.[C.v] ~ 6.3212055883 1e-7
// json: final.[current.i] ~ 0.00367879441 1e-7
// json: final.[lump.T] ~ 293.5823323584 1e-8
// json: final.[potential.phi] ~ 6.3212055883 1e-7
// run: simulate $FILE --model ElectricalCases.Swing --method rosenbrock --tolerance 1e-9 --json
// json: final.[C.v] ~ 0.5403023059 1e-7
// json: final.[L.i] ~ 0.0841470985 1e-7
// run: simulate $FILE --model ElectricalCases.Bridge --json
// json: final.[G5.i] ~ 0.1176470588 1e-8
// run: simulate $FILE --model ElectricalCases.Transformers --method rosenbrock --tolerance 1e-9 --json
// json: final.[source.i] ~ -2 1e-7
// json: final.[coils.i1] ~ 0.6756238 1e-6
// run: simulate $FILE --model ElectricalCases.Switches --method rosenbrock --tolerance 1e-9 --json
// json: final.[L.i] ~ 0.1170196443 1e-5
// run: simulate $FILE --model ElectricalCases.Rectified --method rosenbrock --tolerance 1e-8 --json
// json: final.[C.v] ~ 18.6 1e-3
// run: simulate $FILE --model ElectricalCases.Machine --method rosenbrock --tolerance 1e-8 --json
// differs: passes because derivatives of aliases are variables too
// json: final.[motor.rotor.w] ~ 89.5522388 1e-6
// run: simulate $FILE --model ElectricalCases.Signals --json
// json: final.[R.i] ~ 1.5 1e-9
// json: final.[S.v] ~ 6 1e-9
// json: final.[diode.v] ~ 0.5803 1e-4

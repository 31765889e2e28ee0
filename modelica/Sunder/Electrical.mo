within Sunder;
package Electrical "Circuits and DC machines"
  connector Pin "Where a component is wired"
    Units.Voltage v "potential";
    flow Units.Current i "into the component";
  end Pin;

  connector PositivePin "The positive pin"
    Units.Voltage v "potential";
    flow Units.Current i "into the component";
  end PositivePin;

  connector NegativePin "The negative pin"
    Units.Voltage v "potential";
    flow Units.Current i "into the component";
  end NegativePin;

  partial model OnePort "Two pins; what flows in at the one flows out at the other"
    PositivePin p;
    NegativePin n;
    Units.Voltage v "between the pins";
    Units.Current i "from p to n";
  equation
    v = p.v - n.v;
    0 = p.i + n.i;
    i = p.i;
  end OnePort;

  partial model Heating "What turns into heat, and where it goes"
    parameter Boolean useHeatPort = false "the heat goes to a port; else it is lost";
    Thermal.HeatPort_a heatPort(T=T_heatPort, Q_flow=-LossPower) if useHeatPort;
    Units.Power LossPower "turned into heat";
    Units.Temperature T_heatPort "temperature of the component";
    parameter Units.Temperature T = 293.15 "its temperature without a port";
  equation
    if not useHeatPort then
      T_heatPort = T;
    end if;
  end Heating;

  model Ground "The potential that all others are counted from"
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Resistor "A resistor; with a port it heats"
    extends OnePort;
    extends Heating(T=T_ref);
    parameter Units.Resistance R "resistance at T_ref";
    parameter Units.Temperature T_ref = 293.15 "temperature for R";
    parameter Real alpha(unit="1/K") = 0 "by what part R grows with each kelvin";
    Units.Resistance R_actual "resistance as it is now";
  equation
    R_actual = R*(1 + alpha*(T_heatPort - T_ref));
    R_actual*i = relax(p.v) - relax(n.v);
    LossPower = v*i;
  end Resistor;

  model VariableResistor "A resistance by a signal"
    extends OnePort;
    extends Heating;
    Blocks.RealInput R(unit="Ohm") "resistance: above zero";
  equation
    R*i = relax(p.v) - relax(n.v);
    LossPower = v*i;
  end VariableResistor;

  model Conductor "A conductor"
    extends OnePort;
    parameter Units.Conductance G "conductance";
  equation
    i = G*(relax(p.v) - relax(n.v));
  end Conductor;

  model Capacitor "A capacitor"
    extends OnePort(v(start=0));
    parameter Units.Capacitance C "capacitance";
  equation
    i = C*der(v);
  end Capacitor;

  model Inductor "An inductor"
    extends OnePort(i(start=0));
    parameter Units.Inductance L "inductance";
  equation
    L*der(i) = v;
  end Inductor;

  model Transformer "Two coils that share a part of their flux"
    PositivePin p1;
    NegativePin n1;
    PositivePin p2;
    NegativePin n2;
    parameter Units.Inductance L1 "of the first coil";
    parameter Units.Inductance L2 "of the second coil";
    parameter Units.Inductance M "that they share: M^2 < L1*L2";
    Units.Voltage v1 "of the first coil";
    Units.Voltage v2 "of the second coil";
    Units.Current i1(start=0) "in the first coil";
    Units.Current i2(start=0) "in the second coil";
  equation
    v1 = p1.v - n1.v;
    v2 = p2.v - n2.v;
    i1 = p1.i;
    i2 = p2.i;
    0 = p1.i + n1.i;
    0 = p2.i + n2.i;
    v1 = L1*der(i1) + M*der(i2);
    v2 = M*der(i1) + L2*der(i2);
  end Transformer;

  model IdealTransformer "A transformer without losses that also passes direct current on"
    PositivePin p1;
    NegativePin n1;
    PositivePin p2;
    NegativePin n2;
    parameter Real ratio = 1 "voltage of side 1 by voltage of side 2";
  equation
    p1.v - n1.v = ratio*(p2.v - n2.v);
    0 = p1.i + n1.i;
    0 = p2.i + n2.i;
    0 = ratio*p1.i + p2.i;
  end IdealTransformer;

  model Gyrator "Turns the voltage of one side into the current of the other"
    PositivePin p1;
    NegativePin n1;
    PositivePin p2;
    NegativePin n2;
    parameter Units.Conductance G "current of one side for a volt of the other";
  equation
    0 = p1.i + n1.i;
    0 = p2.i + n2.i;
    p1.i = G*(p2.v - n2.v);
    p2.i = -G*(p1.v - n1.v);
  end Gyrator;

  partial model Controlled "Two sides: the first is measured, the second follows it"
    PositivePin p1;
    NegativePin n1;
    PositivePin p2;
    NegativePin n2;
    Units.Voltage v1 "of the first side";
    Units.Current i1 "of the first side";
    Units.Voltage v2 "of the second side";
    Units.Current i2 "of the second side";
  equation
    v1 = p1.v - n1.v;
    v2 = p2.v - n2.v;
    0 = p1.i + n1.i;
    0 = p2.i + n2.i;
    i1 = p1.i;
    i2 = p2.i;
  end Controlled;

  model VCV "A voltage that follows a voltage"
    extends Controlled;
    parameter Real gain = 1 "v2 for a volt";
  equation
    i1 = 0;
    v2 = gain*v1;
  end VCV;

  model VCC "A current that follows a voltage"
    extends Controlled;
    parameter Units.Conductance transConductance = 1 "i2 for a volt";
  equation
    i1 = 0;
    i2 = transConductance*v1;
  end VCC;

  model CCV "A voltage that follows a current"
    extends Controlled;
    parameter Units.Resistance transResistance = 1 "v2 for an ampere";
  equation
    v1 = 0;
    v2 = transResistance*i1;
  end CCV;

  model CCC "A current that follows a current"
    extends Controlled;
    parameter Real gain = 1 "i2 for an ampere";
  equation
    v1 = 0;
    i2 = gain*i1;
  end CCC;

  model Potentiometer "A resistor with a contact that a signal moves"
    PositivePin p;
    NegativePin n;
    Pin contact;
    parameter Units.Resistance R "from p to n: above zero";
    parameter Real rest(min=0) = 1e-6 "part of R that is left where the contact is at an end";
    Blocks.RealInput r "0: the contact is at n … 1: at p";
  protected
    Real part "of R between the contact and n";
  equation
    part = max(rest, min(1 - rest, r));
    (1 - part)*R*p.i = relax(p.v) - relax(contact.v);
    part*R*n.i = relax(n.v) - relax(contact.v);
    0 = p.i + n.i + contact.i;
  end Potentiometer;

  model EMF "Turns current into torque and speed into voltage"
    PositivePin p;
    NegativePin n;
    Rotational.Flange_b flange;
    parameter Real k(unit="N.m/A") "torque for an ampere";
    Units.Voltage v "between the pins";
    Units.Current i "from p to n";
    Units.Angle phi "angle of the shaft";
    Units.AngularVelocity w "its speed";
  equation
    v = p.v - n.v;
    0 = p.i + n.i;
    i = p.i;
    phi = flange.phi;
    w = der(phi);
    v = k*w;
    flange.tau = -k*i;
  end EMF;

  model IdealDiode "Conducts in one direction"
    extends OnePort;
    extends Heating;
    parameter Units.Resistance Ron(min=0) = 1e-5 "resistance while it conducts";
    parameter Units.Conductance Goff(min=0) = 1e-5 "conductance while it does not";
    parameter Units.Voltage Vknee(min=0) = 0 "voltage where it begins to conduct";
    Boolean off(start=true) "it does not conduct";
  protected
    Real s "along the bent characteristic: the current beyond the knee, or the voltage below it";
  equation
    off = s < 0;
    v = s*(if off then 1 else Ron) + Vknee;
    i = s*(if off then Goff else 1) + Goff*Vknee;
    LossPower = v*i;
  end IdealDiode;

  model Diode "A diode with its exponential characteristic"
    extends OnePort;
    extends Heating;
    parameter Units.Current Ids = 1e-6 "saturation current";
    parameter Units.Voltage Vt = 0.04 "voltage that makes the current e times as large";
    parameter Real Maxexp = 15 "exponent where the characteristic goes on as a straight line";
    parameter Units.Resistance R = 1e8 "leak beside it";
  equation
    i = Ids*(if noEvent(v > Maxexp*Vt) then exp(Maxexp)*(1 + v/Vt - Maxexp) - 1 else exp(v/Vt) - 1)
      + v/R;
    LossPower = v*i;
  end Diode;

  model ZDiode "A diode that also conducts backwards, above a voltage"
    extends OnePort;
    extends Heating;
    parameter Units.Current Ids = 1e-6 "saturation current";
    parameter Units.Voltage Vt = 0.04 "voltage that makes the current e times as large";
    parameter Real Maxexp = 30 "exponent where the characteristic goes on as a straight line";
    parameter Units.Resistance R = 1e8 "leak beside it";
    parameter Units.Voltage Bv = 5.1 "voltage where it breaks through";
    parameter Units.Current Ibv = 0.7 "current there";
    parameter Real Nbv = 0.74 "steepness of the break-through: Vt is multiplied by it";
  protected
    Real forward "exponent of the forward current";
    Real backward "exponent of the break-through";
  equation
    forward = v/Vt;
    backward = -(v + Bv)/(Nbv*Vt);
    i = Ids
      *((if noEvent(forward > Maxexp) then exp(Maxexp)*(1 + forward - Maxexp) else exp(forward))
        - 1)
      - Ibv
        *(if noEvent(backward > Maxexp) then exp(Maxexp)*(1 + backward - Maxexp) else exp(backward))
      + v/R;
    LossPower = v*i;
  end ZDiode;

  model IdealSwitch "Closed while a signal is true"
    extends OnePort;
    extends Heating;
    parameter Units.Resistance Ron(min=0) = 1e-5 "resistance when it is closed";
    parameter Units.Conductance Goff(min=0) = 1e-5 "conductance when it is open";
    Blocks.BooleanInput control "true: closed";
  protected
    Real s "current when it is closed, voltage when it is open";
  equation
    v = s*(if control then Ron else 1);
    i = s*(if control then 1 else Goff);
    LossPower = v*i;
  end IdealSwitch;

  model IdealTwoWaySwitch "Joins a pin to one of two others, as a signal says"
    PositivePin p;
    NegativePin n1 "joined to p while the signal is false";
    NegativePin n2 "joined to p while the signal is true";
    parameter Units.Resistance Ron(min=0) = 1e-5 "resistance of what is closed";
    parameter Units.Conductance Goff(min=0) = 1e-5 "conductance of what is open";
    Blocks.BooleanInput control "true: p to n2";
  protected
    Real s1 "current to n1 if that is closed, else the voltage";
    Real s2 "current to n2 if that is closed, else the voltage";
  equation
    0 = p.i + n1.i + n2.i;
    p.v - n1.v = s1*(if control then 1 else Ron);
    n1.i = -s1*(if control then Goff else 1);
    p.v - n2.v = s2*(if control then Ron else 1);
    n2.i = -s2*(if control then 1 else Goff);
  end IdealTwoWaySwitch;

  model IdealThyristor "Conducts in one direction, from when it is fired until the current ends"
    extends OnePort;
    extends Heating;
    parameter Units.Resistance Ron(min=0) = 1e-5 "resistance while it conducts";
    parameter Units.Conductance Goff(min=0) = 1e-5 "conductance while it does not";
    parameter Units.Voltage Vknee(min=0) = 0 "voltage where it begins to conduct";
    Blocks.BooleanInput fire "true: it may begin to conduct";
    Boolean off(start=true, fixed=true) "it does not conduct";
  protected
    Real s "along the bent characteristic: the current beyond the knee, or the voltage below it";
  equation
    off = s < 0 or pre(off) and not fire;
    v = s*(if off then 1 else Ron) + Vknee;
    i = s*(if off then Goff else 1) + Goff*Vknee;
    LossPower = v*i;
  end IdealThyristor;

  model IdealOpAmp "Whatever current it takes to keep its inputs at one potential"
    PositivePin in_p "non-inverting input";
    NegativePin in_n "inverting input";
    PositivePin out "output, against the ground";
  equation
    in_p.i = 0;
    in_n.i = 0;
    in_p.v = in_n.v;
  end IdealOpAmp;

  model Rectifier "A bridge of four diodes"
    Pin ac1 "one end of the winding";
    Pin ac2 "its other end";
    PositivePin p "positive side";
    NegativePin n "negative side";
    parameter Boolean useHeatPort = false "the heat goes to a port";
    parameter Units.Resistance Ron = 0.02 "of each diode while it conducts";
    parameter Units.Conductance Goff = 1e-6 "of each diode while it does not";
    parameter Units.Voltage Vknee = 0.7 "where each diode begins to conduct";
    IdealDiode D1(Ron=Ron, Goff=Goff, Vknee=Vknee, useHeatPort=useHeatPort);
    IdealDiode D2(Ron=Ron, Goff=Goff, Vknee=Vknee, useHeatPort=useHeatPort);
    IdealDiode D3(Ron=Ron, Goff=Goff, Vknee=Vknee, useHeatPort=useHeatPort);
    IdealDiode D4(Ron=Ron, Goff=Goff, Vknee=Vknee, useHeatPort=useHeatPort);
    Thermal.HeatPort_a heatPort if useHeatPort;
  equation
    connect(ac1, D1.p);
    connect(ac2, D2.p);
    connect(D1.n, p);
    connect(D2.n, p);
    connect(n, D3.p);
    connect(n, D4.p);
    connect(D3.n, ac1);
    connect(D4.n, ac2);
    connect(D1.heatPort, heatPort);
    connect(D2.heatPort, heatPort);
    connect(D3.heatPort, heatPort);
    connect(D4.heatPort, heatPort);
  end Rectifier;

  model SixPulseRectifier "A bridge of six diodes for three phases"
    Pin ac[3] "the phases";
    PositivePin p "positive side";
    NegativePin n "negative side";
    parameter Boolean useHeatPort = false "the heat goes to a port";
    parameter Units.Resistance Ron = 0.02 "of each diode while it conducts";
    parameter Units.Conductance Goff = 1e-6 "of each diode while it does not";
    parameter Units.Voltage Vknee = 0.7 "where each diode begins to conduct";
    IdealDiode upper[3](
      each Ron=Ron,
      each Goff=Goff,
      each Vknee=Vknee,
      each useHeatPort=useHeatPort
    );
    IdealDiode lower[3](
      each Ron=Ron,
      each Goff=Goff,
      each Vknee=Vknee,
      each useHeatPort=useHeatPort
    );
    Thermal.HeatPort_a heatPort if useHeatPort;
  equation
    for k in 1:3 loop
      connect(ac[k], upper[k].p);
      connect(upper[k].n, p);
      connect(n, lower[k].p);
      connect(lower[k].n, ac[k]);
      connect(upper[k].heatPort, heatPort);
      connect(lower[k].heatPort, heatPort);
    end for;
  end SixPulseRectifier;

  model DCMachine "A DC machine with a permanent magnet"
    PositivePin p;
    NegativePin n;
    Rotational.Flange_b flange;
    parameter Units.Resistance R "of the armature";
    parameter Units.Inductance L "of the armature";
    parameter Real k(unit="N.m/A") "torque for an ampere";
    parameter Units.Inertia J "of the rotor";
    parameter Real d(unit="N.m.s/rad") = 0 "friction of the bearings";
    parameter Boolean useHeatPort = false "the heat of the armature goes to a port";
    Resistor armature(R=R, useHeatPort=useHeatPort);
    Inductor inductance(L=L);
    EMF emf(k=k);
    Rotational.Inertia rotor(J=J);
    Rotational.Damper bearing(d=d);
    Rotational.Fixed housing;
    Thermal.HeatPort_a heatPort if useHeatPort;
  equation
    connect(p, armature.p);
    connect(armature.n, inductance.p);
    connect(inductance.n, emf.p);
    connect(emf.n, n);
    connect(emf.flange, rotor.flange_a);
    connect(rotor.flange_b, flange);
    connect(rotor.flange_a, bearing.flange_b);
    connect(bearing.flange_a, housing.flange);
    connect(armature.heatPort, heatPort);
  end DCMachine;

  model ExcitedDCMachine "A DC machine whose field is made by a winding of its own"
    PositivePin p;
    NegativePin n;
    PositivePin field_p "of the field winding";
    NegativePin field_n "of the field winding";
    Rotational.Flange_b flange;
    parameter Units.Resistance R "of the armature";
    parameter Units.Inductance L "of the armature";
    parameter Units.Resistance Rf "of the field winding";
    parameter Units.Inductance Lf "of the field winding";
    parameter Real k(unit="N.m/A2") "torque for an ampere in either winding";
    parameter Units.Inertia J "of the rotor";
    Resistor armature(R=R);
    Inductor inductance(L=L);
    Resistor field(R=Rf);
    Inductor fieldInductance(L=Lf);
    Rotational.Inertia rotor(J=J);
    SignalVoltage induced(v=k*fieldInductance.i*rotor.w) "in the armature";
    Rotational.Torque torque(tau=k*fieldInductance.i*inductance.i) "of the field on the rotor";
  equation
    connect(p, armature.p);
    connect(armature.n, inductance.p);
    connect(inductance.n, induced.p);
    connect(induced.n, n);
    connect(field_p, field.p);
    connect(field.n, fieldInductance.p);
    connect(fieldInductance.n, field_n);
    connect(torque.flange, rotor.flange_a);
    connect(rotor.flange_b, flange);
  end ExcitedDCMachine;

  model SeriesDCMachine "A DC machine whose field winding carries the current of the armature"
    PositivePin p;
    NegativePin n;
    Rotational.Flange_b flange;
    parameter Units.Resistance R "of armature and field winding together";
    parameter Units.Inductance L "of armature and field winding together";
    parameter Real k(unit="N.m/A2") "torque for the square of an ampere";
    parameter Units.Inertia J "of the rotor";
    parameter Boolean useHeatPort = false "the heat of the windings goes to a port";
    Resistor windings(R=R, useHeatPort=useHeatPort);
    Inductor inductance(L=L);
    Rotational.Inertia rotor(J=J);
    SignalVoltage induced(v=k*inductance.i*rotor.w) "in the armature";
    Rotational.Torque torque(tau=k*inductance.i^2) "of the field on the rotor";
    Thermal.HeatPort_a heatPort if useHeatPort;
  equation
    connect(p, windings.p);
    connect(windings.n, inductance.p);
    connect(inductance.n, induced.p);
    connect(induced.n, n);
    connect(torque.flange, rotor.flange_a);
    connect(rotor.flange_b, flange);
    connect(windings.heatPort, heatPort);
  end SeriesDCMachine;

  model ConstantVoltage "A voltage that never changes"
    extends OnePort;
    parameter Units.Voltage V "voltage";
  equation
    v = V;
  end ConstantVoltage;

  model SineVoltage "A voltage that swings"
    extends OnePort;
    parameter Units.Voltage V "amplitude";
    parameter Units.Frequency f "frequency";
    parameter Units.Angle phase = 0 "phase";
    parameter Units.Voltage offset = 0 "mean";
    parameter Units.Time startTime = 0 "until then the offset alone";
  protected
    constant Real pi = 3.14159265358979323846;
  equation
    v = offset + (if time < startTime then 0 else V*sin(2*pi*f*(time - startTime) + phase));
  end SineVoltage;

  model StepVoltage "A voltage that jumps"
    extends OnePort;
    parameter Units.Voltage V "height of the jump";
    parameter Units.Voltage offset = 0 "before it";
    parameter Units.Time startTime = 0 "when it jumps";
  equation
    v = offset + (if time < startTime then 0 else V);
  end StepVoltage;

  model RampVoltage "A voltage that rises"
    extends OnePort;
    parameter Units.Voltage V "height of the rise";
    parameter Units.Time duration(min=0) "of the rise; 0: a jump";
    parameter Units.Voltage offset = 0 "before it";
    parameter Units.Time startTime = 0 "when it begins";
    Blocks.Sources.Ramp ramp(height=V, duration=duration, offset=offset, startTime=startTime);
  equation
    v = ramp.y;
  end RampVoltage;

  model PulseVoltage "A voltage that goes up and down"
    extends OnePort;
    parameter Units.Voltage V "height";
    parameter Units.Voltage offset = 0 "when it is down";
    parameter Real width(min=0, max=100) = 50 "how long it is up, in per cent of the period";
    parameter Units.Time period "period";
    parameter Units.Time startTime = 0 "when it begins";
    Blocks.Sources.Pulse pulse(
      amplitude=V,
      offset=offset,
      width=width,
      period=period,
      startTime=startTime
    );
  equation
    v = pulse.y;
  end PulseVoltage;

  model SignalVoltage "A voltage by a signal"
    PositivePin p;
    NegativePin n;
    Blocks.RealInput v(unit="V") "between the pins";
    Units.Current i "from p to n";
  equation
    v = p.v - n.v;
    0 = p.i + n.i;
    i = p.i;
  end SignalVoltage;

  model ConstantCurrent "A current that never changes"
    extends OnePort;
    parameter Units.Current I "current";
  equation
    i = I;
  end ConstantCurrent;

  model SineCurrent "A current that swings"
    extends OnePort;
    parameter Units.Current I "amplitude";
    parameter Units.Frequency f "frequency";
    parameter Units.Angle phase = 0 "phase";
    parameter Units.Current offset = 0 "mean";
  protected
    constant Real pi = 3.14159265358979323846;
  equation
    i = offset + I*sin(2*pi*f*time + phase);
  end SineCurrent;

  model StepCurrent "A current that jumps"
    extends OnePort;
    parameter Units.Current I "height of the jump";
    parameter Units.Current offset = 0 "before it";
    parameter Units.Time startTime = 0 "when it jumps";
  equation
    i = offset + (if time < startTime then 0 else I);
  end StepCurrent;

  model SignalCurrent "A current by a signal"
    PositivePin p;
    NegativePin n;
    Units.Voltage v "between the pins";
    Blocks.RealInput i(unit="A") "from p to n";
  equation
    v = p.v - n.v;
    0 = p.i + n.i;
    i = p.i;
  end SignalCurrent;

  model VoltageSensor "The voltage between two pins"
    PositivePin p;
    NegativePin n;
    Blocks.RealOutput v(unit="V");
  equation
    p.i = 0;
    n.i = 0;
    v = p.v - n.v;
  end VoltageSensor;

  model PotentialSensor "The potential of a pin"
    PositivePin p;
    Blocks.RealOutput phi(unit="V");
  equation
    p.i = 0;
    phi = p.v;
  end PotentialSensor;

  model CurrentSensor "The current from one pin to the other"
    PositivePin p;
    NegativePin n;
    Blocks.RealOutput i(unit="A");
  equation
    p.v = n.v;
    0 = p.i + n.i;
    i = p.i;
  end CurrentSensor;

  model PowerSensor "The power that passes"
    PositivePin pc "current, in";
    NegativePin nc "current, out";
    PositivePin pv "voltage, one side";
    NegativePin nv "voltage, other side";
    Blocks.RealOutput power(unit="W");
  equation
    pc.v = nc.v;
    0 = pc.i + nc.i;
    pv.i = 0;
    nv.i = 0;
    power = pc.i*(pv.v - nv.v);
  end PowerSensor;
end Electrical;

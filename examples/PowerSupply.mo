model PowerSupply
  "A rectifier-fed supply with two inductive loads; everything that loses power heats its surroundings"
  model OnePort "Two pins; the current flows in at the one and out at the other"
    Real v_p(unit="V") "potential of the positive pin";
    Real v_n(unit="V") "potential of the negative pin";
    Real i_p(unit="A") "current into the positive pin";
    Real i_n(unit="A") "current into the negative pin";
    Real v(unit="V") "voltage between the pins";
    Real i(unit="A") "current from the positive to the negative pin";
  equation
    v = v_p - v_n;
    i = i_p;
    i_p + i_n = 0;
  end OnePort;
  model Resistor
    extends OnePort;
    parameter Real R(unit="Ohm") "resistance";
    Real P(unit="W") "dissipation";
  equation
    v = R*i;
    P = v*i;
  end Resistor;
  model Capacitor
    extends OnePort;
    parameter Real C(unit="F") "capacitance";
  equation
    C*der(v) = i;
  end Capacitor;
  model Inductor
    extends OnePort;
    parameter Real L(unit="H") "inductance";
  equation
    L*der(i) = v;
  end Inductor;
  model Diode "A constant voltage and a resistance while it conducts"
    extends OnePort;
    parameter Real V_knee(unit="V") = 0.7 "forward voltage without current";
    parameter Real R_on(unit="Ohm") = 0.02 "resistance while it conducts";
    Real P(unit="W") "dissipation";
  equation
    P = v*i;
  end Diode;
  model Winding "The secondary winding of the transformer"
    extends OnePort;
    parameter Real V_rms(unit="V") "effective voltage";
    parameter Real f(unit="Hz") "frequency";
    constant Real pi = 3.14159265358979;
    Real P(unit="W") "power delivered";
  equation
    v = sqrt(2)*V_rms*sin(2*pi*f*time);
    P = -v*i;
  end Winding;
  model Conductor "Heat flows from a to b"
    parameter Real G(unit="W/K") "thermal conductance";
    Real T_a(unit="K") "temperature of one side";
    Real T_b(unit="K") "temperature of the other side";
    Real dT(unit="K") "temperature difference";
    Real Q(unit="W") "heat flow from a to b";
    Real Q_a(unit="W") "heat flow into side a";
    Real Q_b(unit="W") "heat flow into side b";
  equation
    dT = T_a - T_b;
    Q = G*dT;
    Q_a = Q;
    Q_a + Q_b = 0;
  end Conductor;
  parameter Real C_R(unit="J/K") = 5 "heat capacity of a resistor of the supply";
  parameter Real C_supply(unit="J/K") = 9 "heat capacity of the supply";
  parameter Real C_load(unit="J/K") = 5 "heat capacity of a load";
  parameter Real C_case(unit="J/K") = 19.75 "heat capacity of the case";
  parameter Real T_env(unit="K") = 293.15 "temperature of the environment";
  Winding mains(V_rms=12, f=50);
  Diode D1;
  Diode D2;
  Diode D3;
  Diode D4;
  Resistor R1(R=0.16) "transformer and wiring";
  Capacitor C1(C=2.5e-3) "first stage of the filter";
  Resistor R2(R=0.02) "between the stages of the filter";
  Capacitor C2(C=2.5e-3) "second stage of the filter";
  Resistor R_load1(R=6) "load 1";
  Inductor L_load1(L=131e-6) "load 1";
  Resistor R_load2(R=10) "load 2";
  Inductor L_load2(L=476.4e-6) "load 2";
  Conductor R1_supply(G=3);
  Conductor R2_supply(G=3);
  Conductor supply_case(G=0.9);
  Conductor load1_case(G=1.5);
  Conductor load2_case(G=1.5);
  Conductor case_env(G=4);
  Real V_C1(start=0, fixed=true, unit="V") "voltage of the first capacitor";
  Real V_C2(start=0, fixed=true, unit="V") "voltage of the second capacitor";
  Real I_L1(start=0, fixed=true, unit="A") "current of load 1";
  Real I_L2(start=0, fixed=true, unit="A") "current of load 2";
  Real T_R1(start=293.15, fixed=true, unit="K") "temperature of resistor 1 of the supply";
  Real T_R2(start=293.15, fixed=true, unit="K") "temperature of resistor 2 of the supply";
  Real T_supply(start=293.15, fixed=true, unit="K") "temperature of the supply";
  Real T_load1(start=293.15, fixed=true, unit="K") "temperature of load 1";
  Real T_load2(start=293.15, fixed=true, unit="K") "temperature of load 2";
  Real T_case(start=293.15, fixed=true, unit="K") "temperature of the case";
  Boolean positive "diodes 1 and 4 conduct";
  Boolean negative "diodes 2 and 3 conduct";
  Real v_free(unit="V") "what the winding has above the first capacitor";
  Real i_positive(unit="A") "current in the positive half wave";
  Real i_negative(unit="A") "current in the negative half wave";
  Real P_diodes(unit="W") "dissipation of all diodes";
  Real P_supply(unit="W") "dissipation of the supply";
  Real P_loads(unit="W") "dissipation of the loads";
equation
  // the full-wave bridge: diodes 1 and 4 conduct in the positive half wave, 2 and 3 in the negative one
  v_free = (if mains.v > 0 then mains.v else -mains.v) - V_C1;
  positive = mains.v > V_C1 + 2*D1.V_knee;
  negative = -mains.v > V_C1 + 2*D2.V_knee;
  i_positive = if positive then (v_free - 2*D1.V_knee)/(R1.R + 2*D1.R_on) else 0;
  i_negative = if negative then (v_free - 2*D2.V_knee)/(R1.R + 2*D2.R_on) else 0;
  mains.i_n = i_positive - i_negative;
  D1.i = i_positive;
  D2.i = i_negative;
  D3.i = i_negative;
  D4.i = i_positive;
  // two diodes in series share the voltage, so the winding lies half way between ground and the filter
  mains.v_p + mains.v_n = R1.v_p;
  D1.v_p = mains.v_p;
  D1.v_n = R1.v_p;
  D2.v_p = mains.v_n;
  D2.v_n = R1.v_p;
  D3.v_p = 0;
  D3.v_n = mains.v_p;
  D4.v_p = 0;
  D4.v_n = mains.v_n;
  // the filter: two capacitors with a resistor in between
  R1.i_p = i_positive + i_negative;
  R1.v_n = C1.v_p;
  R1.i_n + C1.i_p + R2.i_p = 0;
  C1.v_p = V_C1;
  C1.v_n = 0;
  R2.v_p = C1.v_p;
  R2.v_n = C2.v_p;
  C2.v_p = V_C2;
  C2.v_n = 0;
  // the loads
  R2.i_n + C2.i_p + R_load1.i_p + R_load2.i_p = 0;
  R_load1.v_p = C2.v_p;
  L_load1.v_p = R_load1.v_n;
  L_load1.i_p + R_load1.i_n = 0;
  L_load1.v_n = 0;
  L_load1.i = I_L1;
  R_load2.v_p = C2.v_p;
  L_load2.v_p = R_load2.v_n;
  L_load2.i_p + R_load2.i_n = 0;
  L_load2.v_n = 0;
  L_load2.i = I_L2;
  // the heat
  P_diodes = D1.P + D2.P + D3.P + D4.P;
  P_supply = R1.P + R2.P + P_diodes;
  P_loads = R_load1.P + R_load2.P;
  R1_supply.T_a = T_R1;
  R1_supply.T_b = T_supply;
  R2_supply.T_a = T_R2;
  R2_supply.T_b = T_supply;
  supply_case.T_a = T_supply;
  supply_case.T_b = T_case;
  load1_case.T_a = T_load1;
  load1_case.T_b = T_case;
  load2_case.T_a = T_load2;
  load2_case.T_b = T_case;
  case_env.T_a = T_case;
  case_env.T_b = T_env;
  C_R*der(T_R1) = R1.P - R1_supply.Q;
  C_R*der(T_R2) = R2.P - R2_supply.Q;
  C_supply*der(T_supply) = P_diodes + R1_supply.Q + R2_supply.Q - supply_case.Q;
  C_load*der(T_load1) = R_load1.P - load1_case.Q;
  C_load*der(T_load2) = R_load2.P - load2_case.Q;
  C_case*der(T_case) = supply_case.Q + load1_case.Q + load2_case.Q - case_env.Q;
  annotation(experiment(StartTime=0, StopTime=50, Tolerance=1e-6, Interval=0.1));
end PowerSupply;

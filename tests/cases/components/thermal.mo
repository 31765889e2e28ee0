// Heat in lumps and in pipes against closed solutions, and against the heat exchanger that is written in equations.
package ThermalCases
  import Sunder.Thermal.*;
  import Sunder.ThermoFluid.*; import Sunder.Thermal.TemperatureSensor;
  model Lumps "Two lumps share their heat; a third follows the room with C/G"
    HeatCapacitor a(C=10, T(start=350, fixed=true)), b(C=30, T(start=310, fixed=true)), c(C=20, T(start=300, fixed=true)), d(C=2, T(start=300, fixed=true));
    ThermalConductor between(G=1.5);
    HeatFlowSensor heat;
    FixedTemperature room(T=280);
    Convection air;
    Sunder.Blocks.Sources.Constant conductance(k=4);
    TemperatureSensor sensor;
    FixedHeatFlow heater(Q_flow=5);
    PrescribedHeatFlow second;
    PrescribedTemperature hot;
    Sunder.Blocks.Sources.Constant level(k=400);
    BodyRadiation radiation(Gr=0);
  equation
    connect(a.port, heat.port_a);
    connect(heat.port_b, between.port_a);
    connect(between.port_b, b.port);
    connect(c.port, air.solid);
    connect(air.fluid, room.port);
    connect(conductance.y, air.Gc);
    connect(sensor.port, c.port);
    connect(heater.port, d.port);
    connect(second.port, d.port);
    connect(conductance.y, second.Q_flow);
    connect(level.y, hot.T);
    connect(hot.port, radiation.port_a);
    connect(radiation.port_b, d.port);
    annotation(experiment(StopTime=5));
  end Lumps;
  model Exchanger "As HeatExchanger004 of the examples"
    HeatExchanger exchanger(N=10, liquid_a(cp=4200, rho=1000), liquid_b(cp=3500, rho=1000), Va=1e-4, Vb=1e-3, Cw=5000, Ga=8000, Gb=8000);
    MassFlowSource a(liquid(cp=4200)), b(liquid(cp=3500));
    Source out_a(liquid(cp=4200)), out_b(liquid(cp=3500));
    Sunder.Blocks.Sources.Constant one(k=1), warm(k=323.15), cold(k=288.15);
    Sunder.ThermoFluid.TemperatureSensor leaves(liquid(cp=4200));
  equation
    connect(one.y, a.m_flow);
    connect(one.y, b.m_flow);
    connect(warm.y, a.T);
    connect(cold.y, b.T);
    connect(a.port, exchanger.port_a1);
    connect(exchanger.port_b1, leaves.port_a);
    connect(leaves.port_b, out_a.port);
    connect(b.port, exchanger.port_a2);
    connect(exchanger.port_b2, out_b.port);
    annotation(experiment(StopTime=5));
  end Exchanger;
  model Backwards "A pressure drives the flow; from the side with the higher one, whichever it is"
    Source left(p=1e5, T=280), right(p=3e5, T=330);
    Resistance narrow(linear=0, quadratic=2e5);
    Volume vessel(V=1e-3, linear=0, liquid(rho=1000), T(start=280, fixed=true));
    HeatFlowSensor none;
    HeatCapacitor wall(C=1, T(start=280, fixed=true));
    ThermalConductor skin(G=0);
  equation
    connect(left.port, narrow.port_a);
    connect(narrow.port_b, vessel.port_a);
    connect(vessel.port_b, right.port);
    connect(vessel.wall, none.port_a);
    connect(none.port_b, skin.port_a);
    connect(skin.port_b, wall.port);
    annotation(experiment(StopTime=1));
  end Backwards;
end ThermalCases;
// run: simulate $FILE --model ThermalCases.Lumps --method rosenbrock --tolerance 1e-9 --json
// json: final.[a.T] ~ 331.0363832 1e-7
// json: final.[sensor.T] ~ 287.3575888 1e-8
// json: final.[d.T] ~ 322.5 1e-8
// run: simulate $FILE --model ThermalCases.Exchanger --method rosenbrock --tolerance 1e-9 --json
// json: final.[leaves.T] ~ 307.6165937156 1e-8
// run: simulate $FILE --model ThermalCases.Backwards --method rosenbrock --tolerance 1e-9 --json
// json: final.[narrow.m_flow] ~ -1 1e-8
// json: final.[vessel.T] ~ 311.6060279 1e-8

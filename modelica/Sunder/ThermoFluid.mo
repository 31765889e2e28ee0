within Sunder;
package ThermoFluid "A liquid that keeps its density, in pipes"
  record Liquid "What is in the pipes"
    parameter Units.SpecificHeatCapacity cp = 4190 "specific heat";
    parameter Units.Density rho = 998 "density";
    parameter Units.Temperature T_ref = 273.15 "where the enthalpy is zero";
  end Liquid;

  connector FlowPort_a "Where liquid goes in, if it flows as meant"
    Units.Pressure p "pressure";
    flow Units.MassFlowRate m_flow "into the component";
    stream Units.SpecificEnthalpy h_outflow "of the liquid, if it flows out here";
  end FlowPort_a;

  connector FlowPort_b "Where liquid goes out, if it flows as meant"
    Units.Pressure p "pressure";
    flow Units.MassFlowRate m_flow "into the component";
    stream Units.SpecificEnthalpy h_outflow "of the liquid, if it flows out here";
  end FlowPort_b;

  partial model TwoPorts "Something that liquid flows through"
    FlowPort_a port_a;
    FlowPort_b port_b;
    parameter Liquid liquid "what is in it";
    Units.MassFlowRate m_flow "from port_a to port_b";
    Units.Pressure dp "port_a above port_b";
  equation
    m_flow = port_a.m_flow;
    0 = port_a.m_flow + port_b.m_flow;
    dp = port_a.p - port_b.p;
  end TwoPorts;

  model Source "Liquid of a given pressure and temperature"
    FlowPort_b port;
    parameter Liquid liquid "what comes out";
    parameter Units.Pressure p = 1e5 "pressure";
    parameter Units.Temperature T = 293.15 "temperature of what comes out";
  equation
    port.p = p;
    port.h_outflow = liquid.cp*(T - liquid.T_ref);
  end Source;

  model MassFlowSource "Liquid of a given flow and temperature, by signals"
    FlowPort_b port;
    parameter Liquid liquid "what comes out";
    Blocks.RealInput m_flow(unit="kg/s") "out of the port";
    Blocks.RealInput T(unit="K") "temperature of what comes out";
  equation
    port.m_flow = -m_flow;
    port.h_outflow = liquid.cp*(T - liquid.T_ref);
  end MassFlowSource;

  model Resistance
    "A pressure that is lost: by a part that grows with the flow and one that grows with its square"
    extends TwoPorts;
    parameter Real linear(unit="Pa.s/kg") = 0 "pressure for a flow of 1 kg/s";
    parameter Real quadratic(unit="Pa.s2/kg2") = 0 "pressure for its square";
  equation
    dp = linear*m_flow + quadratic*m_flow*noEvent(abs(m_flow));
    port_a.h_outflow = inStream(port_b.h_outflow);
    port_b.h_outflow = inStream(port_a.h_outflow);
  end Resistance;

  model LinearResistance
    "A pressure that is lost in proportion to the flow: solved without iteration"
    extends TwoPorts;
    parameter Real linear(unit="Pa.s/kg") "pressure for a flow of 1 kg/s";
  equation
    linear*m_flow = relax(port_a.p) - relax(port_b.p);
    port_a.h_outflow = inStream(port_b.h_outflow);
    port_b.h_outflow = inStream(port_a.h_outflow);
  end LinearResistance;

  model Valve "A pressure that is lost as a signal says"
    extends TwoPorts;
    parameter Real linear(unit="Pa.s/kg") "pressure for a flow of 1 kg/s when it is open";
    parameter Real leak(min=0, max=1) = 1e-3
      "what it lets pass when it is closed, as a part of what it does when open";
    Blocks.RealInput opening "0 closed … 1 open";
  equation
    m_flow = (leak + (1 - leak)*opening)*(relax(port_a.p) - relax(port_b.p))/linear;
    port_a.h_outflow = inStream(port_b.h_outflow);
    port_b.h_outflow = inStream(port_a.h_outflow);
  end Valve;

  model Pump "Lifts the pressure by what a signal says"
    extends TwoPorts;
    Blocks.RealInput lift(unit="Pa") "port_b above port_a";
  equation
    dp = -lift;
    port_a.h_outflow = inStream(port_b.h_outflow);
    port_b.h_outflow = inStream(port_a.h_outflow);
  end Pump;

  model Volume "Mixed liquid in a rigid vessel, with a wall"
    extends TwoPorts;
    parameter Units.Volume V "what it holds";
    parameter Real linear(unit="Pa.s/kg") = 1e3 "pressure lost for a flow of 1 kg/s";
    Thermal.HeatPort_a wall;
    Units.Temperature T(start=293.15) "temperature";
    Units.SpecificEnthalpy h "specific enthalpy";
  equation
    h = liquid.cp*(T - liquid.T_ref);
    port_a.h_outflow = h;
    port_b.h_outflow = h;
    linear*m_flow = relax(port_a.p) - relax(port_b.p);
    liquid.rho*V*liquid.cp*der(T) = port_a.m_flow*noEvent(actualStream(port_a.h_outflow))
      + port_b.m_flow*noEvent(actualStream(port_b.h_outflow)) + wall.Q_flow;
    wall.T = T;
  end Volume;

  model Vessel "Mixed liquid in a rigid vessel with as many ports as wanted, all at one pressure"
    parameter Integer n(min=1) "ports";
    parameter Liquid liquid "what is in it";
    parameter Units.Volume V "what it holds";
    FlowPort_a port[n];
    Thermal.HeatPort_a wall;
    Units.Temperature T(start=293.15) "temperature";
    Units.Pressure p "pressure";
    Units.SpecificEnthalpy h "specific enthalpy";
  equation
    h = liquid.cp*(T - liquid.T_ref);
    for k in 1:n loop
      port[k].p = p;
      port[k].h_outflow = h;
    end for;
    0 = sum(port.m_flow);
    liquid.rho*V*liquid.cp*der(T) = sum(port[k].m_flow
      *noEvent(actualStream(port[k].h_outflow)) for k in 1:n) + wall.Q_flow;
    wall.T = T;
  end Vessel;

  model Pipe "A pipe in cells, with a wall for each"
    parameter Integer N(min=1) = 10 "cells";
    parameter Liquid liquid "what is in it";
    parameter Units.Volume V "what it holds";
    parameter Real linear(unit="Pa.s/kg") = 1e3 "pressure lost for a flow of 1 kg/s";
    parameter Units.Temperature T_start = 293.15 "temperature at the start";
    FlowPort_a port_a;
    FlowPort_b port_b;
    Thermal.HeatPort_a wall[N] "from port_a to port_b";
    Volume cell[N](
      each liquid=liquid,
      each V=V/N,
      each linear=linear/N,
      each T(start=T_start, fixed=true)
    );
  equation
    connect(port_a, cell[1].port_a);
    for k in 1:N - 1 loop
      connect(cell[k].port_b, cell[k + 1].port_a);
    end for;
    connect(cell[N].port_b, port_b);
    for k in 1:N loop
      connect(wall[k], cell[k].wall);
    end for;
  end Pipe;

  model HeatExchanger "Two pipes with a wall between them, in counterflow"
    parameter Integer N(min=1) = 10 "cells";
    parameter Liquid liquid_a "in pipe a";
    parameter Liquid liquid_b "in pipe b";
    parameter Units.Volume Va "what pipe a holds";
    parameter Units.Volume Vb "what pipe b holds";
    parameter Units.HeatCapacity Cw "of the wall";
    parameter Units.ThermalConductance Ga "from pipe a to the wall";
    parameter Units.ThermalConductance Gb "from pipe b to the wall";
    parameter Units.Temperature T_start = 293.15 "temperature at the start";
    Pipe a(N=N, liquid=liquid_a, V=Va, T_start=T_start);
    Pipe b(N=N, liquid=liquid_b, V=Vb, T_start=T_start);
    Thermal.HeatCapacitor wall[N](each C=Cw/N, each T(start=T_start, fixed=true))
      "in the order of pipe a";
    Thermal.ThermalConductor a_wall[N](each G=Ga/N);
    Thermal.ThermalConductor b_wall[N](each G=Gb/N);
    FlowPort_a port_a1 "inlet of pipe a";
    FlowPort_b port_b1 "outlet of pipe a";
    FlowPort_a port_a2 "inlet of pipe b";
    FlowPort_b port_b2 "outlet of pipe b";
  equation
    connect(port_a1, a.port_a);
    connect(a.port_b, port_b1);
    connect(port_a2, b.port_a);
    connect(b.port_b, port_b2);
    for k in 1:N loop
      connect(a.wall[k], a_wall[k].port_a);
      connect(a_wall[k].port_b, wall[k].port);
      connect(wall[k].port, b_wall[k].port_a);
      connect(b_wall[k].port_b, b.wall[N + 1 - k]);
    end for;
  end HeatExchanger;

  model TemperatureSensor "The temperature of what flows past"
    extends TwoPorts;
    Blocks.RealOutput T(unit="K") "of what flows, in either direction";
  equation
    dp = 0;
    port_a.h_outflow = inStream(port_b.h_outflow);
    port_b.h_outflow = inStream(port_a.h_outflow);
    T = liquid.T_ref + (if m_flow >= 0 then port_b.h_outflow else port_a.h_outflow)/liquid.cp;
  end TemperatureSensor;

  model MassFlowSensor "How much flows past"
    extends TwoPorts;
    Blocks.RealOutput m(unit="kg/s") "from port_a to port_b";
  equation
    dp = 0;
    port_a.h_outflow = inStream(port_b.h_outflow);
    port_b.h_outflow = inStream(port_a.h_outflow);
    m = m_flow;
  end MassFlowSensor;

  model PressureSensor "The pressure where it is connected"
    FlowPort_a port(m_flow(min=0))
      "nothing flows out of it, so that it does not count where streams mix";
    Blocks.RealOutput p(unit="Pa");
  equation
    port.m_flow = 0;
    port.h_outflow = 0;
    p = port.p;
  end PressureSensor;
end ThermoFluid;

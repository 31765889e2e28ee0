within Sunder;
package Thermal "Heat in lumps"
  connector HeatPort_a "Where heat goes in or out"
    Units.Temperature T "temperature";
    flow Units.HeatFlowRate Q_flow "into the component";
  end HeatPort_a;

  connector HeatPort_b "Where heat goes in or out"
    Units.Temperature T "temperature";
    flow Units.HeatFlowRate Q_flow "into the component";
  end HeatPort_b;

  partial model Element "Heat that flows from one port to the other and is not stored"
    HeatPort_a port_a;
    HeatPort_b port_b;
    Units.HeatFlowRate Q_flow "from port_a to port_b";
    Units.TemperatureDifference dT "port_a above port_b";
  equation
    dT = port_a.T - port_b.T;
    port_a.Q_flow = Q_flow;
    port_b.Q_flow = -Q_flow;
  end Element;

  model HeatCapacitor "A lump that stores heat"
    parameter Units.HeatCapacity C "heat capacity";
    Units.Temperature T(start=293.15) "temperature";
    HeatPort_a port;
  equation
    T = port.T;
    C*der(T) = port.Q_flow;
  end HeatCapacitor;

  model ThermalConductor "Conducts heat"
    extends Element;
    parameter Units.ThermalConductance G "conductance";
  equation
    Q_flow = G*(relax(port_a.T) - relax(port_b.T));
  end ThermalConductor;

  model ThermalResistor "Resists the flow of heat"
    extends Element;
    parameter Units.ThermalResistance R "resistance";
  equation
    R*Q_flow = relax(port_a.T) - relax(port_b.T);
  end ThermalResistor;

  model Convection "Carries heat from a solid to a fluid, as well as a signal says"
    HeatPort_a solid;
    HeatPort_b fluid;
    Blocks.RealInput Gc(unit="W/K") "conductance";
    Units.HeatFlowRate Q_flow "from solid to fluid";
    Units.TemperatureDifference dT "solid above fluid";
  equation
    dT = solid.T - fluid.T;
    solid.Q_flow = Q_flow;
    fluid.Q_flow = -Q_flow;
    Q_flow = Gc*dT;
  end Convection;

  model ConvectiveResistor "Resists the heat from a solid to a fluid, as a signal says"
    HeatPort_a solid;
    HeatPort_b fluid;
    Blocks.RealInput Rc(unit="K/W") "resistance";
    Units.HeatFlowRate Q_flow "from solid to fluid";
    Units.TemperatureDifference dT "solid above fluid";
  equation
    dT = solid.T - fluid.T;
    solid.Q_flow = Q_flow;
    fluid.Q_flow = -Q_flow;
    Rc*Q_flow = dT;
  end ConvectiveResistor;

  model BodyRadiation "Radiates heat"
    extends Element;
    parameter Real Gr(unit="m2") "area, emissivities and view factor together";
  protected
    constant Real sigma(unit="W/(m2.K4)") = 5.670374419e-8 "of Stefan and Boltzmann";
  equation
    Q_flow = Gr*sigma*(port_a.T^4 - port_b.T^4);
  end BodyRadiation;

  model ThermalCollector "Gathers the heat of many ports, all at one temperature"
    parameter Integer m(min=1) = 3 "ports";
    HeatPort_a port_a[m];
    HeatPort_b port_b "where all of it goes";
  equation
    for k in 1:m loop
      port_a[k].T = port_b.T;
    end for;
    port_b.Q_flow + sum(port_a.Q_flow) = 0;
  end ThermalCollector;

  model FixedTemperature "A temperature that never changes"
    parameter Units.Temperature T "temperature";
    HeatPort_b port;
  equation
    port.T = T;
  end FixedTemperature;

  model PrescribedTemperature "A temperature by a signal"
    Blocks.RealInput T(unit="K") "temperature";
    HeatPort_b port;
  equation
    port.T = T;
  end PrescribedTemperature;

  model FixedHeatFlow "A heat flow that never changes"
    parameter Units.HeatFlowRate Q_flow "out of the port";
    HeatPort_b port;
  equation
    port.Q_flow = -Q_flow;
  end FixedHeatFlow;

  model PrescribedHeatFlow "A heat flow by a signal"
    Blocks.RealInput Q_flow(unit="W") "out of the port";
    HeatPort_b port;
  equation
    port.Q_flow = -Q_flow;
  end PrescribedHeatFlow;

  model TemperatureSensor "The temperature of a port"
    HeatPort_a port;
    Blocks.RealOutput T(unit="K");
  equation
    T = port.T;
    port.Q_flow = 0;
  end TemperatureSensor;

  model HeatFlowSensor "The heat that flows from one port to the other"
    HeatPort_a port_a;
    HeatPort_b port_b;
    Blocks.RealOutput Q_flow(unit="W");
  equation
    port_a.T = port_b.T;
    port_a.Q_flow + port_b.Q_flow = 0;
    Q_flow = port_a.Q_flow;
  end HeatFlowSensor;

  model RelativeTemperatureSensor "How much warmer one port is than another"
    HeatPort_a port_a;
    HeatPort_b port_b;
    Blocks.RealOutput T_rel(unit="K") "port_a above port_b";
  equation
    T_rel = port_a.T - port_b.T;
    port_a.Q_flow = 0;
    port_b.Q_flow = 0;
  end RelativeTemperatureSensor;
end Thermal;

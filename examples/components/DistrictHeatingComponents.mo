model DistrictHeatingComponents
  "A thousand rooms with radiators and thermostatic valves on one hot-water main, fed by a boiler with a fast pump and burner"
  import Sunder.ThermoFluid.*;
  import Sunder.Thermal.*;
  import Sunder.Blocks.{Continuous, Math, Sources};
  model Room "Air, walls, a window, a radiator and a valve that opens gradually"
    parameter Real G_window(unit="W/K") "windows and ventilation";
    parameter Real T_set(unit="K") "wanted temperature";
    FlowPort_a supply;
    FlowPort_b back;
    HeatPort_a outdoors;
    Valve valve(linear=1.5e6);
    Volume radiator(V=0.01, linear=1e4, T(start=318.15, fixed=true));
    ThermalConductor radiates(G=40);
    HeatCapacitor air(C=4e5, T(start=T_set, fixed=true));
    HeatCapacitor walls(C=8e6, T(start=291.15, fixed=true));
    ThermalConductor air_walls(G=150);
    ThermalConductor walls_outdoors(G=25);
    ThermalConductor window(G=G_window);
    Continuous.FirstOrder thermostat(T=600, y_start=0.4, u=0.5*(1 + tanh((T_set - air.T)/0.8)));
  equation
    connect(supply, valve.port_a);
    connect(valve.port_b, radiator.port_a);
    connect(radiator.port_b, back);
    connect(thermostat.y, valve.opening);
    connect(radiator.wall, radiates.port_a);
    connect(radiates.port_b, air.port);
    connect(air.port, air_walls.port_a);
    connect(air_walls.port_b, walls.port);
    connect(walls.port, walls_outdoors.port_a);
    connect(walls_outdoors.port_b, outdoors);
    connect(air.port, window.port_a);
    connect(window.port_b, outdoors);
  end Room;

  model Section "A section of the main with its rooms, and the way back"
    parameter Integer k "rooms";
    parameter Integer first "number of the first room: no two are alike";
    Vessel hot(n=k + 2, V=1, T(start=333.15, fixed=true));
    Vessel cold(n=k + 2, V=1, T(start=308.15, fixed=true));
    ThermalConductor loss(G=0.5*k) "of the hot side";
    Room room[k](
      G_window={12 + 4*sin(7.3*(first + i)) for i in 1:k},
      T_set={294.15 + 1.5*sin(3.7*(first + i)) for i in 1:k}
    );
    HeatPort_a outdoors;
  equation
    for i in 1:k loop
      connect(hot.port[i + 2], room[i].supply);
      connect(room[i].back, cold.port[i + 2]);
      connect(room[i].outdoors, outdoors);
    end for;
    connect(hot.wall, loss.port_a);
    connect(loss.port_b, outdoors);
  end Section;

  parameter Integer n = 1000 "rooms, a multiple of the sections";
  parameter Integer m = 20 "sections of the main";
  final parameter Integer k = div(n, m) "rooms of a section";
  Section section[m](each k=k, first={j*k for j in 1:m});
  LinearResistance there[m](each linear=2e5/n) "pipes of the main";
  LinearResistance returned[m](each linear=2e5/n);
  Vessel boiler(n=3, V=n/400, T(start=333.15, fixed=true));
  Source expansion(p=2e5) "keeps the pressure";
  Pump pump;
  PrescribedHeatFlow burner;
  Continuous.FirstOrder flame(T=5, k=1500*n, y_start=1000*n) "lag of the burner, in W";
  Continuous.FirstOrder thermometer(T=2, y_start=333.15, u=boiler.T);
  Continuous.LimPID temperature(k=0.05, Ti=250, yMax=1, yMin=0, xi_start=13);
  Continuous.FirstOrder speed(T=0.2, y_start=0.9) "lag of the pump";
  Continuous.LimPID pressure(k=0.1, Ti=1, yMax=1.5, yMin=0, xi_start=9);
  Sources.Sine weather(amplitude=5, f=1/86400, offset=273.15, phase=-1) "outdoors";
  PrescribedTemperature outdoors;
  Continuous.FirstOrder meter(T=0.5, y_start=5e4, u=section[m].hot.p - section[m].cold.p)
    "pressure across the valves at the far end";
  Sources.Constant one(k=1);
  Math.Gain share(k=2e-5);
equation
  pump.lift = 6e4*speed.y^2;
  temperature.u_s = 333.15 + 0.8*(273.15 - weather.y);
  connect(thermometer.y, temperature.u_m);
  connect(temperature.y, flame.u);
  connect(flame.y, burner.Q_flow);
  connect(burner.port, boiler.wall);
  connect(one.y, pressure.u_s);
  connect(meter.y, share.u);
  connect(share.y, pressure.u_m);
  connect(pressure.y, speed.u);
  connect(weather.y, outdoors.T);
  connect(boiler.port[3], expansion.port);
  connect(boiler.port[1], pump.port_a);
  connect(pump.port_b, there[1].port_a);
  for j in 1:m loop
    connect(there[j].port_b, section[j].hot.port[1]);
    connect(section[j].cold.port[1], returned[j].port_a);
    connect(section[j].outdoors, outdoors.port);
  end for;
  for j in 1:m - 1 loop
    connect(section[j].hot.port[2], there[j + 1].port_a);
    connect(returned[j + 1].port_b, section[j].cold.port[2]);
  end for;
  connect(returned[1].port_b, boiler.port[2]);
  annotation(experiment(StartTime=0, StopTime=86400, Tolerance=1e-5, Interval=300));
end DistrictHeatingComponents;

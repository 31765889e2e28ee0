model SmartGridComponents
  "A small grid on its own: a generator with speed and phase control feeds three water heaters that switch by themselves: SmartGrid from components"
  import Sunder.Electrical.*;
  import Sunder.Blocks.*;
  model Heater
    "Water that flows through, a thermostat, and a switch that lets the current run out when it opens"
    parameter Real T_set(unit="K") "wanted temperature";
    parameter Real T_start(unit="K") "at the start";
    PositivePin p;
    NegativePin n;
    BooleanInput weak "the grid is too slow";
    IdealTwoWaySwitch switch(Goff=1e-9, Ron=1e-6);
    Inductor feeder(L=4/501, i(fixed=true));
    Resistor rod(R=4, useHeatPort=true);
    Sunder.Thermal.HeatCapacitor water(C=4000, T(start=T_start, fixed=true));
    Sunder.Thermal.ThermalConductor through(G=400) "heat capacity of the flow per second";
    Sunder.Thermal.FixedTemperature cold(T=283.15);
    Sunder.Thermal.TemperatureSensor sensor;
    Logical.Hysteresis warm(uLow=T_set - 3, uHigh=T_set + 3, pre_y_start=true);
    Logical.Or stop;
    Logical.Not go;
  equation
    connect(p, switch.n2);
    connect(n, switch.n1);
    connect(switch.p, feeder.p);
    connect(feeder.n, rod.p);
    connect(rod.n, n);
    connect(rod.heatPort, water.port);
    connect(water.port, through.port_a);
    connect(through.port_b, cold.port);
    connect(water.port, sensor.port);
    connect(sensor.T, warm.u);
    connect(warm.y, stop.u1);
    connect(weak, stop.u2);
    connect(stop.y, go.u);
    connect(go.y, switch.control);
  end Heater;

  parameter Real w0(unit="rad/s") = 157 "rated speed";
  parameter Real V0(unit="V") = 400 "rated voltage, rectified";
  Heater heater[3](T_set={328.15, 333.15, 338.15}, T_start={320.15, 331.15, 341.15});
  SignalVoltage generator "rectified";
  CurrentSensor current;
  Ground ground;
  Continuous.FirstOrder flux(T=2e-5, y_start=1) "regulated, of the rated one";
  Sunder.Rotational.Inertia shaft(J=40, phi(fixed=true), w(start=w0, fixed=true))
    "generator, turbine and flywheel";
  Sunder.Rotational.Damper friction(d=0.5);
  Sunder.Rotational.Fixed housing;
  Sunder.Rotational.Torque brakes "of the generator";
  Sunder.Rotational.Torque drives "of the turbine";
  Sunder.Rotational.SpeedSensor speed;
  Continuous.FirstOrder valve(T=0.05, y_start=0.5*w0) "of the turbine";
  Continuous.Integrator phase(y_start=0) "by how much the shaft is ahead of the clock";
  Continuous.Integrator integral(k=-46460, y_start=0.5*w0);
  Math.Sum wanted(n=3, k={1, -3600, -2000}) "torque of the turbine";
  Logical.Hysteresis fine(uLow=0.9982*w0, uHigh=0.9995*w0, pre_y_start=true)
    "below the lower speed no heater runs";
  Logical.Not weak;
equation
  flux.u = 1 + 0.002*current.i/300;
  generator.v = V0*flux.y*speed.w/w0;
  brakes.tau = -V0*flux.y*current.i/w0;
  phase.u = speed.w - w0;
  wanted.u[3] = speed.w - w0;
  connect(phase.y, integral.u);
  connect(integral.y, wanted.u[1]);
  connect(phase.y, wanted.u[2]);
  connect(wanted.y, valve.u);
  connect(valve.y, drives.tau);
  connect(drives.flange, shaft.flange_a);
  connect(brakes.flange, shaft.flange_b);
  connect(shaft.flange_b, friction.flange_b);
  connect(friction.flange_a, housing.flange);
  connect(shaft.flange_b, speed.flange);
  connect(speed.w, fine.u);
  connect(fine.y, weak.u);
  connect(generator.n, ground.p);
  connect(generator.p, current.p);
  for j in 1:3 loop
    connect(current.n, heater[j].p);
    connect(heater[j].n, ground.p);
    connect(weak.y, heater[j].weak);
  end for;
  annotation(experiment(StartTime=0, StopTime=20, Tolerance=1e-6, Interval=0.1));
end SmartGridComponents;

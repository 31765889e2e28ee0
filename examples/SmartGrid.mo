model SmartGrid
  "A small grid on its own: a generator with speed and phase control feeds three water heaters that switch by themselves"
  constant Integer n = 3 "heaters";
  parameter Real w0(unit="rad/s") = 157 "rated speed";
  parameter Real V0(unit="V") = 400 "rated voltage, rectified";
  parameter Real I0(unit="A") = 300 "rated current";
  // excitation
  parameter Real T_phi(unit="s") = 2e-5 "lag of the regulated flux";
  parameter Real compound = 0.002 "part by which the rated current raises the flux";
  // heaters: resistance and inductance of the feeder, water that flows through
  parameter Real R(unit="Ohm") = 4 "one heater";
  parameter Real L(unit="H") = R/501 "one heater and its feeder";
  parameter Real C(unit="J/K") = 4000 "water in one heater";
  parameter Real G(unit="W/K") = 400 "heat capacity of its flow per second";
  parameter Real T_in(unit="K") = 283.15 "cold water";
  parameter Real T_set[n](each unit="K") = {328.15, 333.15, 338.15} "wanted temperatures";
  parameter Real band(unit="K") = 3 "by how much a thermostat lets the temperature move up or down";
  // shaft and its control
  parameter Real J(unit="kg.m2") = 40 "generator, turbine and flywheel";
  parameter Real d(unit="N.m.s/rad") = 0.5 "friction";
  parameter Real T_act(unit="s") = 0.05 "lag of the valve of the turbine";
  parameter Real Kw(unit="N.m.s/rad") = 2000 "torque for an error of the speed";
  parameter Real Kp(unit="N.m/rad") = 3600 "torque for an error of the phase: proportional part";
  parameter Real Ki(unit="N.m/(rad.s)") = 46460 "and integral part";
  // what the heaters do for the grid
  parameter Real w_low(unit="rad/s") = 0.9982*w0 "below this speed no heater runs";
  parameter Real w_fine(unit="rad/s") = 0.9995*w0 "above this one they may run again";
  Real phi(start=1, fixed=true) "flux, of the rated one";
  Real I[n](each start=0, each fixed=true, each unit="A") "currents of the heaters";
  Real T[n](start={320.15, 331.15, 341.15}, each fixed=true, each unit="K")
    "temperatures of the heaters";
  Real w_inertia(start=w0, fixed=true, unit="rad/s") "speed of the shaft";
  Real phi_inertia(start=0, fixed=true, unit="rad") "by how much its angle is ahead of the clock";
  Real y_act(start=d*w0, fixed=true, unit="N.m") "torque of the turbine";
  Real x_PI(start=d*w0, fixed=true, unit="N.m") "integral part of the phase controller";
  Real V(unit="V") "rectified voltage of the generator";
  Real I_sum(unit="A") "its current";
  Real tau(unit="N.m") "its torque";
  Boolean calls[n](each start=false, each fixed=true) "thermostats that want heat";
  Boolean weak(start=false, fixed=true) "the grid is too slow: heaters are off";
equation
  I_sum = sum(I);
  V = V0*phi*w_inertia/w0;
  tau = V0*phi*I_sum/w0;
  T_phi*der(phi) = 1 + compound*I_sum/I0 - phi;
  weak = w_inertia < w_low or pre(weak) and w_inertia < w_fine;
  for j in 1:n loop
    calls[j] = T[j] < T_set[j] - band or pre(calls[j]) and T[j] < T_set[j] + band;
    // a diode carries the current on when the switch opens
    L*der(I[j]) = (if calls[j] and not weak then V else 0) - R*I[j];
    C*der(T[j]) = R*I[j]^2 - G*(T[j] - T_in);
  end for;
  J*der(w_inertia) = y_act - tau - d*w_inertia;
  der(phi_inertia) = w_inertia - w0;
  der(x_PI) = -Ki*phi_inertia;
  T_act*der(y_act) = x_PI - Kp*phi_inertia - Kw*(w_inertia - w0) - y_act;
  annotation(experiment(StartTime=0, StopTime=20, Tolerance=1e-6, Interval=0.1));
end SmartGrid;

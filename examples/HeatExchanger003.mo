model HeatExchanger003
  "A long counterflow heat exchanger: the pressures drive the flows, the flows set how well heat is transferred"
  constant Real pi = 3.141592653589793;
  parameter Integer N = 10 "cells of each stream and of the wall";
  parameter Real L(unit="m") = 30 "length";
  parameter Real r(unit="m") = 0.1 "radius of a tube";
  parameter Real s(unit="m") = 0.005 "thickness of the wall";
  parameter Real p_in(unit="Pa") = 121590 "at both inlets";
  parameter Real p_out(unit="Pa") = 101325 "at both outlets";
  parameter Real Ta_in(unit="K") = 323.15 "warm inlet";
  parameter Real Tb_in(unit="K") = 288.15 "cold inlet";
  parameter Real cfa = 0.1 "friction of stream a";
  parameter Real cfb = 0.2 "friction of stream b";
  parameter Real ca(unit="J/(kg.K)") = 4200 "specific heat of stream a";
  parameter Real cb(unit="J/(kg.K)") = 3500 "specific heat of stream b";
  parameter Real cw(unit="J/(kg.K)") = 3500 "specific heat of the wall";
  parameter Real rhoa(unit="kg/m3") = 4200 "density of stream a";
  parameter Real rhob(unit="kg/m3") = 3500 "density of stream b";
  parameter Real rhow(unit="kg/m3") = 4200 "density of the wall";
  parameter Real gammaa(unit="W/(m2.K)") = 100 "heat transfer of stream a at its nominal flow";
  parameter Real gammab(unit="W/(m2.K)") = 100 "heat transfer of stream b at its nominal flow";
  parameter Real w_nom(unit="kg/s") = 0.5 "nominal flow of both streams";
  parameter Real V(unit="m3") = pi*r*r*L/N "volume of a cell of a stream";
  parameter Real Vw(unit="m3") = pi*r*s*L/N "volume of a cell of the wall";
  parameter Real A(unit="m2") = pi*r*L/N "surface of a cell";
  Real wa(start=40, unit="kg/s") "flow of stream a";
  Real wb(start=30, unit="kg/s") "flow of stream b";
  Real Ga(unit="W/K") "conductance from a cell of stream a to the wall";
  Real Gb(unit="W/K") "conductance from a cell of stream b to the wall";
  Real Ta[N](each start=293.15, each fixed=true, each unit="K") "stream a, from its inlet on";
  Real Tw[N](each start=293.15, each fixed=true, each unit="K") "wall, in the order of stream a";
  Real Tb[N](each start=293.15, each fixed=true, each unit="K") "stream b, from its inlet on";
equation
  p_in - p_out = 2*cfa*L/(rhoa*pi^2*r^5)*wa*abs(wa);
  p_in - p_out = 2*cfb*L/(rhob*pi^2*r^5)*wb*abs(wb);
  Ga = gammaa*(wa/w_nom)^0.8*A;
  Gb = gammab*(wb/w_nom)^0.8*A;
  ca*rhoa*V*der(Ta[1]) = wa*ca*(Ta_in - Ta[1]) + Ga*(Tw[1] - Ta[1]);
  cb*rhob*V*der(Tb[1]) = wb*cb*(Tb_in - Tb[1]) + Gb*(Tw[N] - Tb[1]);
  for i in 2:N loop
    ca*rhoa*V*der(Ta[i]) = wa*ca*(Ta[i - 1] - Ta[i]) + Ga*(Tw[i] - Ta[i]);
    cb*rhob*V*der(Tb[i]) = wb*cb*(Tb[i - 1] - Tb[i]) + Gb*(Tw[N - i + 1] - Tb[i]);
  end for;
  for i in 1:N loop
    cw*rhow*Vw*der(Tw[i]) = -Ga*(Tw[i] - Ta[i]) - Gb*(Tw[i] - Tb[N - i + 1]);
  end for;
  annotation(experiment(StartTime=0, StopTime=500, Tolerance=1e-6, Interval=5));
end HeatExchanger003;

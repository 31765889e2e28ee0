model HeatExchanger004
  "A compact counterflow heat exchanger with given flows; N cells, so that it can be made as large as needed"
  parameter Integer N = 10 "cells of each stream and of the wall";
  parameter Real Ta_in(unit="K") = 323.15 "warm inlet";
  parameter Real Tb_in(unit="K") = 288.15 "cold inlet";
  parameter Real wa(unit="kg/s") = 1 "flow of stream a";
  parameter Real wb(unit="kg/s") = 1 "flow of stream b";
  parameter Real Ma(unit="kg") = 0.1 "content of stream a";
  parameter Real Mb(unit="kg") = 1 "content of stream b";
  parameter Real Mw(unit="kg") = 10 "mass of the wall";
  parameter Real ca(unit="J/(kg.K)") = 4200 "specific heat of stream a";
  parameter Real cb(unit="J/(kg.K)") = 3500 "specific heat of stream b";
  parameter Real cw(unit="J/(kg.K)") = 500 "specific heat of the wall";
  parameter Real Ga(unit="W/K") = 8000 "conductance from stream a to the wall";
  parameter Real Gb(unit="W/K") = 8000 "conductance from stream b to the wall";
  Real Ta[N](each start=293.15, each fixed=true, each unit="K") "stream a, from its inlet on";
  Real Tw[N](each start=293.15, each fixed=true, each unit="K") "wall, in the order of stream a";
  Real Tb[N](each start=293.15, each fixed=true, each unit="K") "stream b, from its inlet on";
equation
  ca*Ma/N*der(Ta[1]) = wa*ca*(Ta_in - Ta[1]) + Ga/N*(Tw[1] - Ta[1]);
  cb*Mb/N*der(Tb[1]) = wb*cb*(Tb_in - Tb[1]) + Gb/N*(Tw[N] - Tb[1]);
  for i in 2:N loop
    ca*Ma/N*der(Ta[i]) = wa*ca*(Ta[i - 1] - Ta[i]) + Ga/N*(Tw[i] - Ta[i]);
    cb*Mb/N*der(Tb[i]) = wb*cb*(Tb[i - 1] - Tb[i]) + Gb/N*(Tw[N - i + 1] - Tb[i]);
  end for;
  for i in 1:N loop
    cw*Mw/N*der(Tw[i]) = -Ga/N*(Tw[i] - Ta[i]) - Gb/N*(Tw[i] - Tb[N - i + 1]);
  end for;
  annotation(experiment(StartTime=0, StopTime=5, Tolerance=1e-6, Interval=0.04));
end HeatExchanger004;

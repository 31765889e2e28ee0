model FourRooms
  "Four rooms in a row, a heater with a thermostat in each, of which three may be on at a time"
  // Walls, volumes and thresholds are those of the published benchmark. Time constants and powers of the heaters are not
  // published: these are chosen, and no two heaters are alike.
  parameter Real k12(unit="W/(m2.K)") = 2 "wall between rooms 1 and 2";
  parameter Real k23(unit="W/(m2.K)") = 5 "wall between rooms 2 and 3";
  parameter Real k34(unit="W/(m2.K)") = 2 "wall between rooms 3 and 4";
  parameter Real ke(unit="W/(m2.K)") = 1 "walls to outdoors";
  parameter Real Sr(unit="m2") = 12 "wall between two rooms";
  parameter Real Se(unit="m2") = 24 "walls of a room to outdoors";
  parameter Real phi(unit="J/K") = 1.225*1005*48 "air of a room";
  parameter Real chi(unit="1/K") = 1e-5 "influence of the weather on a heater";
  parameter Real tau[4](each unit="s") = {540, 600, 660, 720} "lags of the heaters";
  parameter Real kappa[4](each unit="W") = {1800, 2000, 2200, 1900} "largest powers of the heaters";
  parameter Real on = 20 "a heater is switched on below this";
  parameter Real off = 21 "and off above this";
  parameter Real get = 19 "a room without a heater gets one below this ...";
  parameter Real dif = 1 "... from a neighbour that is this much warmer";
  input Real T_ext(start=4, unit="degC") "outdoors";
  output Real T[4](each start=20, each fixed=true, each unit="degC") "rooms";
  Real theta[4](each start=0, each fixed=true) "heaters, from 0 to 1";
  Boolean h[4](start={false, true, true, true}) "thermostats that want heat";
  Boolean p[4](start={false, true, true, true}) "rooms whose heater may be on";
  Boolean from2to1, from1to2, from3to2, from2to3, from4to3, from3to4;
equation
  phi*der(T[1]) = Sr*k12*(T[2] - T[1]) + Se*ke*(T_ext - T[1]) + kappa[1]*theta[1];
  phi*der(T[2]) = Sr*k12*(T[1] - T[2]) + Sr*k23*(T[3] - T[2]) + Se*ke*(T_ext - T[2])
    + kappa[2]*theta[2];
  phi*der(T[3]) = Sr*k23*(T[2] - T[3]) + Sr*k34*(T[4] - T[3]) + Se*ke*(T_ext - T[3])
    + kappa[3]*theta[3];
  phi*der(T[4]) = Sr*k34*(T[3] - T[4]) + Se*ke*(T_ext - T[4]) + kappa[4]*theta[4];
  for i in 1:4 loop
    tau[i]*der(theta[i]) = -theta[i] + (if h[i] and p[i] then 1 else 0) - chi*T_ext;
    h[i] = T[i] < on or pre(h[i]) and T[i] < off;
  end for;
  // of two neighbours that could give their heater the one with the higher number does
  from2to1 = not pre(p[1]) and T[1] < get and T[2] - T[1] > dif;
  from3to2 = not pre(p[2]) and T[2] < get and T[3] - T[2] > dif;
  from1to2 = not pre(p[2]) and T[2] < get and T[1] - T[2] > dif and not from3to2;
  from4to3 = not pre(p[3]) and T[3] < get and T[4] - T[3] > dif;
  from2to3 = not pre(p[3]) and T[3] < get and T[2] - T[3] > dif and not from4to3;
  from3to4 = not pre(p[4]) and T[4] < get and T[3] - T[4] > dif;
  p[1] = (pre(p[1]) or from2to1) and not from1to2;
  p[2] = (pre(p[2]) or from1to2 or from3to2) and not (from2to1 or from2to3);
  p[3] = (pre(p[3]) or from2to3 or from4to3) and not (from3to2 or from3to4);
  p[4] = (pre(p[4]) or from3to4) and not from4to3;
  annotation(experiment(StopTime=86400, Interval=60));
end FourRooms;

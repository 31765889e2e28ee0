model HeatExchanger "Counterflow: fluid a and fluid b on both sides of a wall"
  parameter Integer n = 1000;
  parameter Real w_a = 0.5, w_b = 0.7 "mass flow rates";
  parameter Real c_a = 4200, c_b = 1900, c_w = 500 "heat capacities";
  parameter Real M_a = 2, M_b = 3, M_w = 10 "masses";
  parameter Real G_a = 5000, G_b = 3000 "conductances";
  parameter Real T_a = 360, T_b = 290 "temperatures at the inlets";
  Real Ta[n](each start = 300, each fixed = true);
  Real Tw[n](each start = 300, each fixed = true);
  Real Tb[n](each start = 300, each fixed = true);
equation
  der(Ta[1]) = (w_a * c_a * (T_a - Ta[1]) - G_a / n * (Ta[1] - Tw[1])) / (M_a / n * c_a);
  for i in 2:n loop
    der(Ta[i]) = (w_a * c_a * (Ta[i-1] - Ta[i]) - G_a / n * (Ta[i] - Tw[i])) / (M_a / n * c_a);
  end for;
  for i in 1:n loop
    der(Tw[i]) = (G_a / n * (Ta[i] - Tw[i]) + G_b / n * (Tb[i] - Tw[i])) / (M_w / n * c_w);
  end for;
  for i in 1:n-1 loop
    der(Tb[i]) = (w_b * c_b * (Tb[i+1] - Tb[i]) - G_b / n * (Tb[i] - Tw[i])) / (M_b / n * c_b);
  end for;
  der(Tb[n]) = (w_b * c_b * (T_b - Tb[n]) - G_b / n * (Tb[n] - Tw[n])) / (M_b / n * c_b);
  annotation(experiment(StopTime = 10));
end HeatExchanger;

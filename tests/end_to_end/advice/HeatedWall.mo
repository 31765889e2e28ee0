model HeatedWall "layers between a room and a winter day"
  parameter Integer n = 20;
  Real T[n](each start = 10, each fixed = true, each unit = "degC");
  Real outside = 5*sin(2*3.14159265*time/86400);
equation
  2e4*der(T[1]) = 10*(outside - T[1]) + 30*(T[2] - T[1]);
  for i in 2:n - 1 loop
    2e4*der(T[i]) = 30*(T[i - 1] - 2*T[i] + T[i + 1]);
  end for;
  2e4*der(T[n]) = 8*(20 - T[n]) + 30*(T[n - 1] - T[n]);
  annotation(experiment(StopTime = 172800));
end HeatedWall;

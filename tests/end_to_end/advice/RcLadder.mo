model RcLadder "a step travels along a line"
  parameter Integer n = 30;
  Real v[n](each start = 0, each fixed = true);
equation
  der(v[1]) = 1000*((if time > 0.01 then 1 else 0) - 2*v[1] + v[2]);
  for i in 2:n - 1 loop
    der(v[i]) = 1000*(v[i - 1] - 2*v[i] + v[i + 1]);
  end for;
  der(v[n]) = 1000*(v[n - 1] - v[n]);
  annotation(experiment(StopTime = 2));
end RcLadder;

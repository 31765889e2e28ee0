model Ends "ends its run between two output points"
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when time >= 0.95 then
    terminate("enough");
  end when;
  annotation(experiment(StopTime = 2));
end Ends;

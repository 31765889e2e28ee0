model Fast
  input Real u;
  output Real x(start=1, fixed=true);
equation
  der(x) = 10*(u - x) + (if time < 1 then 1 else 0);
end Fast;

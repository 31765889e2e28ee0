model Part
  input Real u;
  output Real y(start=0, fixed=true);
equation
  der(y) = u - y;
end Part;

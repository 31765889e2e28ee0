model Part
  parameter Real k = 1;
  input Real u;
  output Real y = k*u;
end Part;

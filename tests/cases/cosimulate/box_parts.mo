model CubicSpring
  input Real F;
  output Real v(start=0, fixed=true);
  Real x(start=5, fixed=true);
equation
  der(x) = v;
  2*der(v) = F - 10*x^3 - v;
end CubicSpring;

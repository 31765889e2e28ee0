// The states that an order leaves out have no equilibrium: about the system as a whole, so that no line is named.
model CubicSpring
  input Real F;
  output Real v(start = 0, fixed = true);
  Real x(start = 5, fixed = true);
equation
  der(x) = v;
  2147483647*der(v) = F - 10*x^3 - v;
end CubicSpring;
// run: reduce $FILE --order 1
// status: 1
//err| error[E1106]: the neglected states have no equilibrium (A22 is singular): use truncation

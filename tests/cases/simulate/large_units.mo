// The force on a very large area, in its own unit, is nothing special: whether a matrix is singular does not depend on units.
model Reservoir
  parameter Real area = 1e60;
  Real F1, F2 "forces on the reservoir's cross section";
  Real m(start = 0) "flow, by the square of which pressures differ";
  Real p(start = 1) "where the flow leaves the reservoir", dp;
  Real x(start = 0, fixed = true);
equation
  F1 = area*(3 - p);
  F2 = area*dp;
  F1 = F2;
  dp = (0.1 + 0.01*p)*m*abs(m);
  p = 1 + m*abs(m);
  der(x) = m - x;
end Reservoir;
// run: simulate $FILE --method cvode --tolerance 1e-8 --json --stop 1
// json: final.m ~ 1.33172 1e-5
// json: final.p ~ 2.77347 1e-5
// run: simulate $FILE --method rosenbrock --tolerance 1e-8 --json --stop 1
// json: final.m ~ 1.33172 1e-5
// json: final.x ~ 0.841806 1e-5

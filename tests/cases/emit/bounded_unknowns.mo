// Two solutions, 3 and -2: min says which.
model Bounded
  Real x(start = 0.4, min = 0);
  Real y(start = 0.4, max = 0);
  Real z(start = 0.4);
equation
  x^2 - x - 6 = 0;
  y^2 - y - 6 = 0;
  z^2 - z - 6 = 0;
end Bounded;
// run: simulate $FILE --method cvode --json --stop 1
// json: final.x ~ 3 1e-12
// json: final.y ~ -2 1e-12
// json: final.z ~ -2 1e-12

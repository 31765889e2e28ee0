// At x = 0, where the iteration begins, x^2 does not depend on x.
model M
  Real x, y(start = 0);
equation
  x^2 = 4 + time;
  y*x = 1;
end M;
// run: simulate $FILE --method cvode --json --stop 1
// json: final.x ~ 2.2360679775 1e-9
// json: final.y ~ 0.4472135955 1e-9

// Between the starting value and the only solution the residual has a minimum: Newton's method ends there, the way along
// the solutions of changed equations turns round and arrives.
model Far
  Real x(start = 1);
  Real y(start = 1);
equation
  x^3 - 2*x + 2 = 0;
  y*exp(y) = x + 10;
end Far;
// run: simulate $FILE --method cvode --json --stop 1
// json: final.x ~ -1.7692923542386314 1e-10

// Three solutions; the simplified equation is near one of them, which the way to the actual one does not leave.
model Chosen
  Real below(start = 0), above(start = 0), plain(start = 0);
  Real x(start = 1, fixed = true);
equation
  below = homotopy(3*tanh(2*below), -1);
  above = homotopy(3*tanh(2*above), 1);
  plain = 3*tanh(2*plain);
  der(x) = below - x;
end Chosen;
// run: simulate $FILE --method cvode --json --stop 1
// json: final.below ~ -2.99996313 1e-7
// json: final.above ~ 2.99996313 1e-7
// json: final.plain ~ 0 1e-12

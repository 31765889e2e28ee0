// Small differences of large pressures: when x has decayed, no flow makes the residuals smaller than the rounding of the
// pressures. That is a solution, not a failure.
model Rounding
  Real q(start = 0), p1, p2, d1, d2, d3;
  Real x(start = 1e-7, fixed = true);
equation
  der(x) = -x;
  d1 = 1e5 + x - p1;
  d2 = p1 - p2;
  d3 = p2 - 1e5;
  d1 = 0.7*q + q^3;
  d2 = 0.3*q*(1 + q^2);
  d3 = q*exp(q)/3;
end Rounding;
// run: simulate $FILE --method cvode --stop 2 --json
// json: status.ok == true
// json: final.p1 ~ 1e5 1e-12
//err| $FILE:5:8: warning[W0637]: errors about as large as the whole movement are allowed in 'x' (moves by 7.5e-08, errors up to 1e-06): values may be wrong
//err|       Real x(start = 1e-7, fixed = true);
//err|            ^
//err|   help: if they matter: --absolute-tolerance 1e-12, or the attribute nominal of such variables

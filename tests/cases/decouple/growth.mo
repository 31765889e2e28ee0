// Eigenvalues alone do not make a step usable: along a stream disturbances grow on their way when the explicit stream moves more
// than one cell in a step, although all of them decay in the end.
model Exchanger
  parameter Integer n = 100;
  Real a[n](each start = 300, each fixed = true) "fast stream";
  Real w[n](each start = 300, each fixed = true) "wall";
  Real b[n](each start = 300, each fixed = true) "slow stream, in the other direction";
equation
  for i in 1:n loop
    der(a[i]) = 1000 * ((if i > 1 then a[max(i - 1, 1)] else 360) - a[i]) + 19.05 * (w[i] - a[i]);
    der(w[i]) = 1.6 * (a[i] - w[i]) + 1.6 * (b[n + 1 - i] - w[i]);
    der(b[i]) = 100 * ((if i > 1 then b[max(i - 1, 1)] else 290) - b[i]) + 2.286 * (w[n + 1 - i] - b[i]);
  end for;
end Exchanger;
// run: analyze $FILE --slowest-of-interest 0.0032 --step 0.011 --json
// json: partition.fast_count == 100
// json: partition.certificate.spectral_radius ~ 0.9886 1e-4
// json: partition.certificate.verdict == "transient growth"
// json: partition.certificate.stable == false
// run: analyze $FILE --slowest-of-interest 0.0032 --step 0.0095 --json
// json: partition.fast_count == 100
// json: partition.certificate.verdict == "stable"
// json: partition.certificate.growth ~ 1 1e-9
// json: partition.certificate.growth_bounded == true
// run: analyze $FILE --slowest-of-interest 0.0032 --step 0.011
// run: simulate $FILE --method mixed-euler --slowest-of-interest 0.0032 --step 0.011 --stop 1.1 --json
// json: status.ok == true

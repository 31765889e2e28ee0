// Chaos, and an error that is asked for so small that the runs end at the smallest tolerance: a run that is held against
// itself agrees with itself, and proves nothing.
model Lorenz96
  parameter Integer n = 40;
  Real x[n](start = {8 + 0.01*sin(k) for k in 1:n}, each fixed = true);
equation
  for k in 1:n loop
    der(x[k]) = (x[mod(k, n) + 1] - x[mod(k - 3, n) + 1])*x[mod(k - 2, n) + 1] - x[k] + 8;
  end for;
  annotation(experiment(StopTime = 25));
end Lorenz96;
// run: simulate $FILE --max-error 1e-9 --json
// status: 3
// json: audit.verdict == "not kept"
//err| error[E0650]: the error 1e-09 is not kept: the two finest of 2 runs agree to it until t = 3.95 and differ by 1.1 of the range of 'x[12]'
//err|   help: the finest run was delivered: after that time its values are uncertain by as much

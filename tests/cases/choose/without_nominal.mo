// Amounts of a millionth of a millionth without nominal values: CVODE sees no error in them, and two runs of it are the
// same. The run that checks the other measures errors by what the states move by, and more are made until two agree.
model WithoutNominal
  Real a(start = 1e-12, fixed = true), b(start = 0, fixed = true);
equation
  der(a) = 1e-13 - 1e11*a*b - 0.01*a;
  der(b) = 1e11*a*b - 0.02*b + 1e-15;
  annotation(experiment(StopTime = 1000));
end WithoutNominal;
// run: simulate $FILE --json
// json: audit.verdict == "estimated above"
//err| warning[W0651]: the error is estimated as 2.4e+03 of the range of 'a' (t = 762), above 0.001; mostly in time: shape 2 of the range, time shift 17 s, not growing
//err|   help: --max-error 0.001 goes on until the bound holds
// run: simulate $FILE --max-error 1e-3 --json
// json: audit.verdict == "kept"
// json: final.a ~ 1.97980210e-13 1e-3

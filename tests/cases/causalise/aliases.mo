model M
  Real a(start = 3, fixed = true), b, c, d, e;
equation
  der(a) = -b;
  a = c;
  c = -d;
  b = -d;
  e = 5;
end M;
// run: check $FILE --dump=plan
// run: simulate $FILE --json --tolerance 1e-9
// json: final.a ~ 1.103638324 1e-7
// json: final.d ~ -1.103638324 1e-7
// json: final.e == 5.0
// run: simulate $FILE --json --tolerance 1e-9 --disable alias
// json: final.a ~ 1.103638324 1e-7
// json: final.d ~ -1.103638324 1e-7
// run: check $FILE --disable match
// status: 1

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
//out| plan M: 1 state, 0 algebraic variables, 0 parameters, 4 aliases, index 0
//out| states: a
//out| aliases
//out|   b = -der(a)
//out|   c = a
//out|   d = -a
//out|   e = 5
//out| initial: 2 steps, 0 loops
//out|   a := 3
//out|   der(a) := -a
//out| continuous: 1 step, 0 loops
//out|   der(a) := -a
// run: simulate $FILE --method cvode --json --tolerance 1e-9
// json: final.a ~ 1.103638324 1e-7
// json: final.d ~ -1.103638324 1e-7
// json: final.e == 5.0
// run: simulate $FILE --method cvode --json --tolerance 1e-9 --disable alias
// json: final.a ~ 1.103638324 1e-7
// json: final.d ~ -1.103638324 1e-7
// run: check $FILE --disable match
// status: 1
//err| error[E0007]: 'match' is not a pass that can be left out
//err|   help: these can: alias

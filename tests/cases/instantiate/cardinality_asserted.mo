// What connections say may stand in an assertion.
connector C
  Real v;
  flow Real i;
end C;
model Needs
  C c;
equation
  assert(cardinality(c) > 0, "c must be connected");
  c.v = 2*c.i;
end Needs;
model Source
  C c;
equation
  c.v = 1;
end Source;
model Connected
  Needs n;
  Source s;
equation
  connect(n.c, s.c);
end Connected;
model Open
  Needs n;
end Open;
// run: simulate $FILE --model Connected --method cvode --json --stop 1
// json: final[n.c.i] ~ 0.5 1e-12
// run: check $FILE --model Open
// status: 1
//err| $FILE:9:3: error[E0303]: assertion violated: c must be connected (in 'n')
//err|       assert(cardinality(c) > 0, "c must be connected");
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

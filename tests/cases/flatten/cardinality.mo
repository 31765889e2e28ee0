// cardinality is known when all connections are: equations and assertions may depend on it.
connector Pin
  Real v;
  flow Real i;
end Pin;

model Source
  Pin p;
  Real open;
equation
  assert(cardinality(p) <= 1, "p is connected more than once");
  if cardinality(p) == 0 then
    p.v = 7;
    open = 1;
  else
    p.v = 2;
    open = 0;
  end if;
end Source;

model Load
  Pin p;
equation
  p.i = p.v;
end Load;

model Cardinality
  Source a, b;
  Load load;
equation
  connect(a.p, load.p);
end Cardinality;

model Twice
  Source a;
  Load load1, load2;
equation
  connect(a.p, load1.p);
  connect(a.p, load2.p);
end Twice;
// run: simulate $FILE --model Cardinality --stop 1 --method rosenbrock --json
// json: final[a.p.v] == 2
// json: final[a.p.i] == -2
// json: final[b.p.v] == 7
// json: final[a.open] == 0
// json: final[b.open] == 1
// run: check $FILE --model Twice
// status: 1
//err| $FILE:11:3: error[E0303]: assertion violated: p is connected more than once (in 'a')
//err|       assert(cardinality(p) <= 1, "p is connected more than once");
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

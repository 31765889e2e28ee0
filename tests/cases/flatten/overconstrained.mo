// A loop of connectors that carry a redundant angle: one connection is broken, and the root gives the reference.
record Reference
  Real gamma;
  function equalityConstraint
    input Reference a;
    input Reference b;
    output Real residue[0];
  algorithm
  end equalityConstraint;
end Reference;

connector Plug
  Real v;
  flow Real i;
  Reference reference;
end Plug;

model Source
  Plug p;
equation
  p.v = 6;
  p.reference.gamma = time;
  Connections.potentialRoot(p.reference);
  if Connections.isRoot(p.reference) then
    assert(true, "root");
  end if;
end Source;

model Resistor
  Plug p, n;
  parameter Real r = 1;
equation
  Connections.branch(p.reference, n.reference);
  p.reference.gamma = n.reference.gamma;
  p.i + n.i = 0;
  p.v - n.v = r*p.i;
end Resistor;

model Ground
  Plug p;
equation
  p.v = 0;
end Ground;

model Overconstrained "two branches in parallel: a loop"
  Source source;
  Resistor a(r = 2), b(r = 3);
  Ground ground;
equation
  connect(source.p, a.p);
  connect(source.p, b.p);
  connect(a.n, b.n);
  connect(a.n, ground.p);
end Overconstrained;
// run: simulate $FILE --model Overconstrained --stop 2 --method rosenbrock --json
// json: final[source.p.i] == -5
// json: final[ground.p.reference.gamma] == 2

connector Pin
  Real v;
  flow Real i;
end Pin;
model M
  Pin p;
  Real x[2];
  Real y;
  outer Real world;
equation
  connect(p, p);
  when time > 1 then
    y = 1;
  end when;
  y = pre(y) + delay(x[1], 1);
algorithm
  y := 1;
  annotation(experiment(StopTime = 1));
end M;
// run: check $FILE --model M
// status: 1

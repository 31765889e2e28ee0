model RCLadder "A ladder of resistors and capacitors, each stage slower than the one before it"
  parameter Integer n = 8 "stages";
  parameter Real slower = 3 "by how much each capacitor is larger than the one before it";
  Sunder.Electrical.PulseVoltage source(V=10, period=2);
  Sunder.Electrical.Ground ground;
  Sunder.Electrical.Resistor R[n](each R=100);
  Sunder.Electrical.Capacitor C[n](C={1e-7*slower^k for k in 1:n}, each v(fixed=true));
  Sunder.Electrical.Resistor load(R=1000);
equation
  connect(source.n, ground.p);
  connect(source.p, R[1].p);
  for k in 1:n - 1 loop
    connect(R[k].n, R[k + 1].p);
  end for;
  for k in 1:n loop
    connect(R[k].n, C[k].p);
    connect(C[k].n, ground.p);
  end for;
  connect(R[n].n, load.p);
  connect(load.n, ground.p);
  annotation(experiment(StartTime=0, StopTime=4, Tolerance=1e-6, Interval=0.01));
end RCLadder;

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
  y = delay(x[1], 1);
algorithm
  y := 1;
  annotation(experiment(StopTime = 1));
end M;
// run: check $FILE --model M
// status: 1
//err| $FILE:6:3: error[E0203]: connectors are not supported yet
//err|       Pin p;
//err|       ^~~
//err| $FILE:9:3: error[E0203]: inner and outer are not supported yet
//err|       outer Real world;
//err|       ^~~~~~~~~~~~~~~~
//err| $FILE:11:3: error[E0203]: connect is not supported yet
//err|       connect(p, p);
//err|       ^~~~~~~~~~~~~
//err| $FILE:12:7: error[E0203]: 'delay' is not supported yet
//err|       y = delay(x[1], 1);
//err|           ^~~~~~~~~~~~~~
//err| $FILE:13:1: error[E0203]: algorithm sections in models are not supported yet
//err|     algorithm
//err|     ^~~~~~~~~
//err|   help: write equations, or a function

// Linear conditions at the start that repeat each other, as far as values tell: what they leave open is said.
model Twice
  parameter Real k = 2;
  Real x(start = 3), y(start = 5);
initial equation
  x + y = 1;
  k*x + 2*y = 2;
equation
  der(x) = -x;
  der(y) = -y;
end Twice;
// run: simulate $FILE --model Twice --method cvode --tolerance 1e-8 --stop 1 --json
// json: final.x ~ -1.47151776 1e-6
// json: final.y ~ 1.83939721 1e-6
//err| $FILE:4:22: warning[W0507]: nothing determines 'y' at the start (the matrix of its equations is singular): it keeps its start value, on which states or parameters depend
//err|       Real x(start = 3), y(start = 5);
//err|                          ^
// run: simulate $FILE --model Twice --method cvode --tolerance 1e-8 --stop 1 --json --set k=3
// json: final.x ~ 0 1e-6
// json: final.y ~ 0.36787944 1e-6
model Contradict
  parameter Real k = 2;
  Real x(start = 3), y(start = 5);
initial equation
  x + y = 1;
  k*x + 2*y = 2.0001;
equation
  der(x) = -x;
  der(y) = -y;
end Contradict;
// run: simulate $FILE --model Contradict --method cvode
// status: 3
//err| $FILE:26:3: error[E0503]: simultaneous equations do not determine 'y' at time 0 (their matrix is singular)
//err|       k*x + 2*y = 2.0001;
//err|       ^~~~~~~~~~~~~~~~~~
//err|   note: in the equation k*x = -2*y + 2.0001
//err|   note: 2 equations for 'x' and 'y'
//err|   note: $FILE:25:3: among them: x = -y + 1
//err|       x + y = 1;
//err|       ^~~~~~~~~
//err|   note: $FILE:26:3: among them: k*x = -2*y + 2.0001
//err|       k*x + 2*y = 2.0001;
//err|       ^~~~~~~~~~~~~~~~~~
//err|   note: $FILE:23:22: at the start these equations leave 'y' open: a steady state may not determine it; give a start value (fixed = true) in the place of an initial equation
//err|       Real x(start = 3), y(start = 5);
//err|                          ^
model Rotor "what turns with the rotor says nothing of its angle: it begins at its start value, which is said, and follows its derivative"
  Real phi(start = 0.3), w(start = 1, fixed = true);
  Real i1, i2 "in the stator";
  Real d(start = 0, stateSelect = StateSelect.prefer), q(start = 0, stateSelect = StateSelect.prefer) "in the rotor";
  Real v;
  discrete Real load(start = 0, fixed = true);
equation
  der(phi) = w;
  i1 = load*(cos(phi) - 0.5*sin(phi));
  i2 = load*(sin(phi) + 0.5*cos(phi));
  i1 = cos(phi)*d - sin(phi)*q;
  i2 = sin(phi)*d + cos(phi)*q;
  v = der(d) + der(q) + w*(d - q);
  der(w) = d - q - w - load;
  when time > 0.5 then
    load = 0;
  end when;
end Rotor;
// run: simulate $FILE --model Rotor --method cvode --tolerance 1e-8 --stop 1 --json
// json: final.phi ~ 0.93212056 1e-6
// json: final.w ~ 0.36787944 1e-6
//err| $FILE:48:8: warning[W0507]: nothing determines 'phi' at the start (the matrix of its equations is singular): it keeps its start value, on which states or parameters depend
//err|       Real phi(start = 0.3), w(start = 1, fixed = true);
//err|            ^~~
//err| $FILE:50:56: warning[W0404]: the initial conditions are not complete: 1 state of 2 takes its start value: q
//err|     0, stateSelect = StateSelect.prefer), q(start = 0, stateSelect = StateSelect
//err|                                           ^
//err|   help: write fixed = true next to the start value, or give an initial equation

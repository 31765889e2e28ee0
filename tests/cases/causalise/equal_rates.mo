// Three velocities of one angle: the preferred state among them is not the first.
model Velocities
  Real phi(start = 1, fixed = true), u, v(stateSelect = StateSelect.prefer), w(start = 0, fixed = true, stateSelect = StateSelect.always), x;
  Real au, av, aw;
equation
  u = der(phi);
  v = der(phi);
  w = der(phi);
  x = der(phi);
  au = der(u);
  av = der(v);
  aw = der(w) + 0*der(x);
  au + av + aw = -3*phi;
end Velocities;
// run: simulate $FILE --method cvode --tolerance 1e-9 --stop 1 --json
// json: final.phi ~ 0.5403023058681398 1e-7
// json: final.u ~ -0.8414709848078965 1e-7
// json: final.x ~ -0.8414709848078965 1e-7
// json: final.av ~ -0.5403023058681398 1e-7

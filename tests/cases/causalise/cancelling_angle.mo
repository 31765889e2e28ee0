// Currents in a rotor, prescribed by what turns with it: they are preferred as states, and at a point where the equations do
// not hold they seem to determine the angle. Where they hold the angle cancels, and is a state.
model Rotor
  parameter Real u[2] = {1, 0.5};
  Real phi(start = 0.3, fixed = true), w(start = 1, fixed = true);
  Real turned[2, 2] = {{cos(phi), -sin(phi)}, {sin(phi), cos(phi)}}, back[2, 2] = {{cos(phi), -sin(phi)}, {sin(phi), cos(phi)}};
  Real i[2] "in the stator", wires[2];
  Real d(stateSelect = StateSelect.prefer), q(stateSelect = StateSelect.prefer) "in the rotor";
  Real v1, v2, k = 1 + time;
equation
  der(phi) = w;
  wires = turned*{u[1]*k, u[2]};
  i = wires;
  i = back*{d, q};
  v1 = der(d) - q*w;
  v2 = der(q) + d*w;
  der(w) = d*q - w;
end Rotor;
// run: simulate $FILE --method cvode --tolerance 1e-8 --stop 1 --json
// differs: passes because derivatives of aliases are variables too
// json: final.phi ~ 1.18212056 1e-6
// json: final.w ~ 0.86787944 1e-6
// json: final.d ~ 2 1e-8
// run: simulate $FILE --method rosenbrock --tolerance 1e-8 --stop 1 --json
// differs: passes because derivatives of aliases are variables too
// json: final.phi ~ 1.18212056 1e-6

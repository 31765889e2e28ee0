// Capacitors in a loop and inductors in a cut set: of three voltages and of three currents two are states each.
model Network
  parameter Real r = 2;
  Real v1(start = 1, fixed = true), v2, v3(start = 0, fixed = true), i1, i2, i3;
  Real j1(start = 0, fixed = true), j2(start = 0, fixed = true), j3, u1, u2, u3;
  // the same by hand: charges on the node of v1, one linear equation of second order for the currents
  Real w1(start = 1, fixed = true), w3(start = 0, fixed = true);
  Real k1(start = 0, fixed = true), k2(start = 0, fixed = true);
  Real v_error = (v1 - w1)^2 + (v3 - w3)^2, j_error = (j1 - k1)^2 + (j2 - k2)^2;
equation
  // three capacitors 1, 2 and 3 in a loop, a resistor over the first
  der(v1) = i1;
  2*der(v2) = i2;
  3*der(v3) = i3;
  v1 = v2 + v3;
  i1 + i2 + v1/r = 0;
  i2 = i3;
  // inductors 1, 2 and 3 that meet at a node, each with a resistor of 1 to a source
  der(j1) = u1;
  2*der(j2) = u2;
  3*der(j3) = u3;
  j1 + j2 + j3 = 0;
  1 - j1 - u1 = 2 - j2 - u2;
  1 - j1 - u1 = -j3 - u3;
  // 2 w2' = 3 w3' and w2 = w1 - w3 give w3' = 0.4 w1', 2 w2' = 1.2 w1'
  der(w1)*(1 + 1.2) = -w1/r;
  der(w3) = 0.4*der(w1);
  // with j3 = -j1 - j2: u3 = -3 (u1 + u2/2), solved for the two voltages
  1 - k1 - der(k1) = 2 - k2 - 2*der(k2);
  1 - k1 - der(k1) = k1 + k2 + 3*(der(k1) + der(k2));
end Network;
// run: check $FILE --json
// json: state_count == 8
// run: simulate $FILE --method cvode --json --tolerance 1e-10 --stop 3
// json: final.w1 ~ 0.5056967074 1e-7
// json: final.v_error ~ 0 1e-8
// json: final.j_error ~ 0 1e-8

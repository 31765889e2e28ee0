// Inertias coupled by a gear, capacitors in parallel, inductors in series: each against its solution.
model Coupled
  parameter Real ratio = 3, J1 = 2, J2 = 5;
  Real phi1(start = 0.3, fixed = true), phi2, w1(start = 1, fixed = true), w2, tau;
  Real u1(start = 2, fixed = true), u2, i1, i2;
  Real c1(start = 0.5, fixed = true), c2, v1, v2;
  Real phi_error = phi1 - (0.3*cos(omega*time) + sin(omega*time)/omega);
  Real u_error = u1 - (1 + exp(-time/5));
  Real c_error = c1 - (1 - 0.5*exp(-time/2.5));
  parameter Real omega = sqrt(1/(J1 + J2/ratio^2));
equation
  der(phi1) = w1;
  der(phi2) = w2;
  phi1 = ratio*phi2;
  J1*der(w1) = -phi1 - tau;
  J2*der(w2) = ratio*tau;
  i1 = 2*der(u1);
  i2 = 3*der(u2);
  u1 = u2;
  i1 + i2 = 1 - u1;
  v1 = 2*der(c1);
  v2 = 0.5*der(c2);
  c1 = -c2;
  v1 - v2 = 1 - c1;
  annotation(experiment(StopTime = 10));
end Coupled;
// run: check $FILE --dump=plan
// run: simulate $FILE --method cvode --json --tolerance 1e-10
// json: final.phi_error ~ 0 1e-7
// json: final.u_error ~ 0 1e-7
// json: final.c_error ~ 0 1e-7

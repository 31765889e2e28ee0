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
//out| plan Coupled: 4 states, 14 algebraic variables, 4 parameters, 4 aliases, index 3
//out| states: phi1, w1, u1, c1
//out| aliases
//out|   u2 = u1
//out|   c2 = -c1
//out|   der(u2) = der(u1)
//out|   der(c2) = -der(c1)
//out| initial: 11 steps, 3 loops
//out|   phi1 := 0.3
//out|   phi_error := phi1 - 0.3*cos(omega*time) - sin(omega*time)/omega
//out|   u1 := 2
//out|   u_error := -1 + u1 - exp(-time/5)
//out|   c1 := 0.5
//out|   c_error := -1 + c1 + 0.5*exp(-time/2.5)
//out|   … (2 more rows of these shapes)
//out|   der(phi2) := der(phi1)/ratio
//out|   w2 := der(phi2)
//out|   phi2 := phi1/ratio
//out|   linear loop of 5 equations for tau, der(w1), der(w2), der(der(phi1)), der(der(phi2)), torn at tau
//out|     der(der(phi1)) = ratio*der(der(phi2))
//out|     J1*der(w1) = -phi1 - tau
//out|     J2*der(w2) = ratio*tau
//out|     der(der(phi1)) = der(w1)
//out|     der(der(phi2)) = der(w2)
//out|   linear loop of 3 equations for der(u1), i2, i1
//out|     i1 = 2*der(u1)
//out|     i2 = 3*der(u1)
//out|     i1 = -i2 + 1 - u1
//out|   linear loop of 3 equations for der(c1), v2, v1
//out|     v1 = 2*der(c1)
//out|     v2 = -0.5*der(c1)
//out|     v1 = v2 + 1 - c1
//out| continuous: 7 steps, 3 loops
//out|   phi_error := phi1 - 0.3*cos(omega*time) - sin(omega*time)/omega
//out|   u_error := -1 + u1 - exp(-time/5)
//out|   c_error := -1 + c1 + 0.5*exp(-time/2.5)
//out|   der(phi1) := w1
//out|   der(phi2) := der(phi1)/ratio
//out|   w2 := der(phi2)
//out|   phi2 := phi1/ratio
//out|   linear loop of 5 equations for tau, der(w1), der(w2), der(der(phi1)), der(der(phi2)), torn at tau
//out|     der(der(phi1)) = ratio*der(der(phi2))
//out|     J1*der(w1) = -phi1 - tau
//out|     J2*der(w2) = ratio*tau
//out|     der(der(phi1)) = der(w1)
//out|     der(der(phi2)) = der(w2)
//out|   linear loop of 3 equations for der(u1), i2, i1
//out|     i1 = 2*der(u1)
//out|     i2 = 3*der(u1)
//out|     i1 = -i2 + 1 - u1
//out|   linear loop of 3 equations for der(c1), v2, v1
//out|     v1 = 2*der(c1)
//out|     v2 = -0.5*der(c1)
//out|     v1 = v2 + 1 - c1
// run: simulate $FILE --method cvode --json --tolerance 1e-10
// json: final.phi_error ~ 0 1e-7
// json: final.u_error ~ 0 1e-7
// json: final.c_error ~ 0 1e-7

// Equations: P. Rentrop; as in Hairer, Lubich & Roche, and in the Test Set for IVP Solvers. There the potentials of the nodes are the
// unknowns and the mass matrix has rank 5; here the voltages of the five capacitors are the states, and the potentials follow from the
// algebraic equations (index 1).
model TransistorAmplifier "two transistors amplify a sine: nonlinear algebraic equations"
  function current "through a transistor"
    input Real u, beta, UF;
    output Real i;
  algorithm
    i := beta*(exp(u/UF) - 1);
  end current;
  constant Real pi = 3.14159265358979323846;
  parameter Real Ub = 6, UF = 0.026, alpha = 0.99, beta = 1e-6, R0 = 1000, R = 9000;
  parameter Real C1 = 1e-6, C2 = 2e-6, C3 = 3e-6, C4 = 4e-6, C5 = 5e-6;
  Real u1(start=-3, fixed=true), u3(start=3, fixed=true), u5(start=6, fixed=true)
    "capacitors between nodes";
  Real U1, U2(start=3), U3(start=3, fixed=true), U4, U5(start=3), U6(start=3, fixed=true), U7, U8
    "potentials of the nodes";
  Real Ue, g1, g2;
equation
  Ue = 0.1*sin(200*pi*time);
  g1 = current(U2 - U3, beta, UF);
  g2 = current(U5 - U6, beta, UF);
  u1 = U1 - U2;
  u3 = U4 - U5;
  u5 = U7 - U8;
  C1*der(u1) = (Ue - U1)/R0;
  C1*der(u1) = U2/R + (U2 - Ub)/R + (1 - alpha)*g1;
  C2*der(U3) = g1 - U3/R;
  C3*der(u3) = (Ub - U4)/R - alpha*g1;
  C3*der(u3) = U5/R + (U5 - Ub)/R + (1 - alpha)*g2;
  C4*der(U6) = g2 - U6/R;
  C5*der(u5) = (Ub - U7)/R - alpha*g2;
  C5*der(u5) = U8/R;
  annotation(experiment(StopTime=0.2, Tolerance=1e-6));
end TransistorAmplifier;

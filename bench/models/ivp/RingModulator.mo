// Equations: E. H. Horneber, 1976; as in Hairer, Lubich & Roche, and in the Test Set for IVP Solvers (ODE form, Cs = 2e-12).
model RingModulator
  "mixes two sines with four diodes: fast oscillations with exponential characteristics"
  function diode "current of a diode at a voltage"
    input Real u, gamma, delta;
    output Real i;
  algorithm
    i := gamma*(exp(delta*u) - 1);
  end diode;
  constant Real pi = 3.14159265358979323846;
  parameter Real C = 1.6e-8, Cs = 2e-12, Cp = 1e-8, Lh = 4.45, Ls1 = 0.002, Ls2 = 5e-4, Ls3 = 5e-4;
  parameter Real R = 25000, Rp = 50, Rg1 = 36.3, Rg2 = 17.3, Rg3 = 17.3, Ri = 50, Rc = 600;
  parameter Real gamma = 40.67286402e-9, delta = 17.7493332;
  Real U[7](each start=0, each fixed=true) "voltages";
  Real I[8](each start=0, each fixed=true, each nominal=1e-3) "currents";
  Real Uin1, Uin2;
  Real q[4] "currents of the diodes";
equation
  Uin1 = 0.5*sin(2000*pi*time);
  Uin2 = 2*sin(20000*pi*time);
  q[1] = diode(U[3] - U[5] - U[7] - Uin2, gamma, delta);
  q[2] = diode(U[6] - U[4] - U[7] - Uin2, gamma, delta);
  q[3] = diode(U[4] + U[5] + U[7] + Uin2, gamma, delta);
  q[4] = diode(U[7] - U[3] - U[6] + Uin2, gamma, delta);
  C*der(U[1]) = I[1] - 0.5*I[3] + 0.5*I[4] + I[7] - U[1]/R;
  C*der(U[2]) = I[2] - 0.5*I[5] + 0.5*I[6] + I[8] - U[2]/R;
  Cs*der(U[3]) = I[3] - q[1] + q[4];
  Cs*der(U[4]) = q[2] - q[3] - I[4];
  Cs*der(U[5]) = I[5] + q[1] - q[3];
  Cs*der(U[6]) = q[4] - q[2] - I[6];
  Cp*der(U[7]) = q[1] + q[2] - q[3] - q[4] - U[7]/Rp;
  Lh*der(I[1]) = -U[1];
  Lh*der(I[2]) = -U[2];
  Ls2*der(I[3]) = 0.5*U[1] - U[3] - Rg2*I[3];
  Ls3*der(I[4]) = U[4] - 0.5*U[1] - Rg3*I[4];
  Ls2*der(I[5]) = 0.5*U[2] - U[5] - Rg2*I[5];
  Ls3*der(I[6]) = U[6] - 0.5*U[2] - Rg3*I[6];
  Ls1*der(I[7]) = Uin1 - U[1] - (Ri + Rg1)*I[7];
  Ls1*der(I[8]) = -U[2] - (Rc + Rg1)*I[8];
  annotation(experiment(StopTime=1e-3, Tolerance=1e-6));
end RingModulator;

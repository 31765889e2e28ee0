// Equations: W. J. H. Stortelder, 1998; as in the Test Set for IVP Solvers, a differential-algebraic system of index 1.
model ChemicalAkzoNobel
  "two species become one, with oxygen from the gas above and an acid in equilibrium"
  parameter Real k1 = 18.7, k2 = 0.58, k3 = 0.09, k4 = 0.42, K = 34.4, klA = 3.3, Ks = 115.83,
    pCO2 = 0.9, H = 737;
  Real y1(start=0.444, fixed=true), y2(start=0.00123, fixed=true), y3(start=0, fixed=true);
  Real y4(start=0.007, fixed=true), y5(start=0, fixed=true);
  Real y6 "given by the equilibrium";
  Real r[5], inflow;
equation
  0 = Ks*y1*y4 - y6;
  r[1] = k1*y1^4*sqrt(y2);
  r[2] = k2*y3*y4;
  r[3] = k2/K*y1*y5;
  r[4] = k3*y1*y4^2;
  r[5] = k4*y6^2*sqrt(y2);
  inflow = klA*(pCO2/H - y2);
  der(y1) = r[2] - 2*r[1] - r[3] - r[4];
  der(y2) = inflow - 0.5*r[1] - r[4] - 0.5*r[5];
  der(y3) = r[1] - r[2] + r[3];
  der(y4) = r[3] - r[2] - 2*r[4];
  der(y5) = r[2] - r[3] + r[5];
  annotation(experiment(StopTime=180, Tolerance=1e-6));
end ChemicalAkzoNobel;

// Equations: E. Schaefer, 1975; as in Hairer & Wanner II, section IV.10, and in the Test Set for IVP Solvers (HIRES).
model Hires "how light acts on the growth of plants: eight reactants"
  parameter Real k1 = 1.71, k2 = 0.43, k3 = 8.32, k4 = 0.69, k5 = 0.035, k6 = 8.32, kPlus = 280,
    kMinus = 0.69, kStar = 0.69;
  parameter Real supply = 0.0007;
  Real Pr(start=1, fixed=true), Pfr(start=0, fixed=true);
  Real PrX(start=0, fixed=true), PfrX(start=0, fixed=true);
  Real PrX2(start=0, fixed=true), PfrX2(start=0, fixed=true);
  Real PfrX2E(start=0, fixed=true), E(start=0.0057, fixed=true);
  Real bound;
equation
  bound = kPlus*PfrX2*E - (k2 + kMinus + kStar)*PfrX2E;
  der(Pr) = k2*Pfr - k1*Pr + k6*PrX + supply;
  der(Pfr) = k1*Pr - (k2 + k3)*Pfr;
  der(PrX) = k2*PfrX + k5*PrX2 - (k1 + k6)*PrX;
  der(PfrX) = k3*Pfr + k1*PrX - (k2 + k4)*PfrX;
  der(PrX2) = k2*(PfrX2 + PfrX2E) - (k1 + k5)*PrX2;
  der(PfrX2) = k4*PfrX + k1*PrX2 - k2*PfrX2 + kMinus*PfrX2E - kPlus*PfrX2*E;
  der(PfrX2E) = bound;
  der(E) = -bound;
  annotation(experiment(StopTime=321.8122, Tolerance=1e-6));
end Hires;

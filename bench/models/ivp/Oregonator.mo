// Equations: Field & Noyes, the Belousov-Zhabotinskii reaction; as in Hairer & Wanner II, section IV.10, and in the Test Set for IVP Solvers.
model Oregonator "a chemical limit cycle over six decades of concentration"
  parameter Real s = 77.27, q = 8.375e-6, w = 0.161;
  Real x(start=1, fixed=true);
  Real y(start=2, fixed=true);
  Real z(start=3, fixed=true);
equation
  der(x) = s*(y + x*(1 - q*x - y));
  der(y) = (z - (1 + x)*y)/s;
  der(z) = w*(x - z);
  annotation(experiment(StopTime=360, Tolerance=1e-6));
end Oregonator;

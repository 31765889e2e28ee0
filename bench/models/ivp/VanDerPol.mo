// Equations: B. van der Pol's oscillator, scaled as in Hairer & Wanner, Solving Ordinary Differential Equations II, section IV.10,
// and in the Test Set for IVP Solvers (Mazzia & Magherini): epsilon = 1/mu^2 with mu = 1000.
model VanDerPol "a relaxation oscillation, slow on two branches with fast jumps between them"
  parameter Real epsilon = 1e-6;
  Real y(start=2, fixed=true);
  Real z(start=0, fixed=true);
equation
  der(y) = z;
  der(z) = ((1 - y^2)*z - y)/epsilon;
  annotation(experiment(StopTime=2, Tolerance=1e-6));
end VanDerPol;

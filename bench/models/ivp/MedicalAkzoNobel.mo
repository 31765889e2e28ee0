// Equations: R. van der Hout; as in the Test Set for IVP Solvers: a reaction front in one dimension, on 200 points.
model MedicalAkzoNobel
  "an antibody diffuses into tissue, reacts, and is switched off: a discontinuity in time"
  parameter Integer n = 200;
  parameter Real k = 100, c = 4, entering = 2, until = 5;
  parameter Real dz = 1/n;
  parameter Real alpha[n] = {2*(j*dz - 1)^3/c^2 for j in 1:n};
  parameter Real beta[n] = {(j*dz - 1)^4/c^2 for j in 1:n};
  Real u[n](each start=0, each fixed=true) "antibody";
  Real v[n](each start=1, each fixed=true) "tissue";
  Real phi;
equation
  phi = if time <= until then entering else 0;
  der(u[1]) = alpha[1]*(u[2] - phi)/(2*dz) + beta[1]*(phi - 2*u[1] + u[2])/dz^2 - k*u[1]*v[1];
  for j in 2:n - 1 loop
    der(u[j]) = alpha[j]*(u[j + 1] - u[j - 1])/(2*dz) + beta[j]*(u[j - 1] - 2*u[j] + u[j + 1])/dz^2
      - k*u[j]*v[j];
  end for;
  der(u[n]) = -k*u[n]*v[n];
  for j in 1:n loop
    der(v[j]) = -k*u[j]*v[j];
  end for;
  annotation(experiment(StopTime=20, Tolerance=1e-6));
end MedicalAkzoNobel;

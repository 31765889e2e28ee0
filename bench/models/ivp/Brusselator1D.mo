// Equations: Lefever & Nicolis, 1971, with diffusion; as in Hairer & Wanner II, section IV.10 (BRUSS), on n points.
model Brusselator1D "an oscillating reaction with diffusion along a line"
  parameter Integer n = 100;
  parameter Real alpha = 1/50, A = 1, B = 3;
  constant Real pi = 3.14159265358979323846;
  parameter Real D = alpha*(n + 1)^2;
  Real u[n](start={1 + sin(2*pi*i/(n + 1)) for i in 1:n}, each fixed=true);
  Real v[n](each start=3, each fixed=true);
equation
  for i in 1:n loop
    der(u[i]) = A + u[i]^2*v[i] - (B + 1)*u[i]
      + D*((if i > 1 then u[i - 1] else A) - 2*u[i] + (if i < n then u[i + 1] else A));
    der(v[i]) = B*u[i] - u[i]^2*v[i]
      + D*((if i > 1 then v[i - 1] else B) - 2*v[i] + (if i < n then v[i + 1] else B));
  end for;
  annotation(experiment(StopTime=10, Tolerance=1e-6));
end Brusselator1D;

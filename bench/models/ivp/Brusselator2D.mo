// Equations: Hairer & Wanner II, section IV.10 (BRUSS-2D), on n by n points, with the same periodic boundary, disturbance and end.
model Brusselator2D
  "an oscillating reaction with diffusion in a periodic square, disturbed in a disc from a moment on"
  parameter Integer n = 16;
  parameter Real alpha = 0.1, A = 1, B = 3.4, disturbance = 5, from = 1.1;
  parameter Real D = alpha*n^2;
  Real u[n, n](start={22*((j - 1)/n)*(1 - (j - 1)/n)^1.5 for j in 1:n, i in 1:n}, each fixed=true);
  Real v[n, n](start={27*((i - 1)/n)*(1 - (i - 1)/n)^1.5 for j in 1:n, i in 1:n}, each fixed=true);
  Real f "the disturbance in the disc";
equation
  f = if time >= from then disturbance else 0;
  for i in 1:n loop
    for j in 1:n loop
      der(u[i, j]) = A + u[i, j]^2*v[i, j] - (B + 1)*u[i, j]
        + D
          *(u[mod(i - 2, n) + 1, j] + u[mod(i, n) + 1, j] + u[i, mod(j - 2, n) + 1]
            + u[i, mod(j, n) + 1] - 4*u[i, j])
        + (if ((i - 1)/n - 0.3)^2 + ((j - 1)/n - 0.6)^2 <= 0.01 then f else 0);
      der(v[i, j]) = B*u[i, j] - u[i, j]^2*v[i, j]
        + D
          *(v[mod(i - 2, n) + 1, j] + v[mod(i, n) + 1, j] + v[i, mod(j - 2, n) + 1]
            + v[i, mod(j, n) + 1] - 4*v[i, j]);
    end for;
  end for;
  annotation(experiment(StopTime=11.5, Tolerance=1e-6));
end Brusselator2D;

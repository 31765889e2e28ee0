// Equations: Hairer & Wanner II, section IV.10 (PLATE): a plate with friction under four wheels of a passing car.
model Plate "a rectangular plate that a car drives over: a fourth-order operator, linear"
  parameter Integer nx = 8, ny = 5;
  parameter Real friction = 1000, stiffness = 100, load = 200, d = 2/9;
  Real u[nx, ny](each start=0, each fixed=true) "deflection";
  Real w[nx, ny](each start=0, each fixed=true) "its velocity";
  Real L[nx, ny] "Laplacian of the deflection; both are zero on the boundary";
equation
  for i in 1:nx loop
    for j in 1:ny loop
      L[i, j] = ((if i > 1 then u[i - 1, j] else 0) + (if i < nx then u[i + 1, j] else 0)
        + (if j > 1 then u[i, j - 1] else 0) + (if j < ny then u[i, j + 1] else 0) - 4*u[i, j])/d^2;
      der(u[i, j]) = w[i, j];
      der(w[i, j]) = (if j == 2 or j == 4 then load
        *(exp(-5*(time - i*d - 2)^2) + exp(-5*(time - i*d - 5)^2))
        else 0) - friction*w[i, j]
        - stiffness
          *((if i > 1 then L[i - 1, j] else 0) + (if i < nx then L[i + 1, j] else 0)
            + (if j > 1 then L[i, j - 1] else 0) + (if j < ny then L[i, j + 1] else 0) - 4*L[i, j])
          /d^2;
    end for;
  end for;
  annotation(experiment(StopTime=7, Tolerance=1e-6));
end Plate;

// Equations: Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, section II.10; also in the Test Set for IVP Solvers.
model Pleiades "seven stars in a plane that attract each other, with close encounters"
  parameter Integer n = 7;
  parameter Real mass[n] = {1, 2, 3, 4, 5, 6, 7};
  parameter Real x0[n] = {3, 3, -1, -3, 2, -2, 2}, y0[n] = {3, -3, 2, 0, 0, -4, 4};
  parameter Real vx0[n] = {0, 0, 0, 0, 0, 1.75, -1.5}, vy0[n] = {0, 0, 0, -1.25, 1, 0, 0};
  Real x[n](start=x0, each fixed=true), y[n](start=y0, each fixed=true);
  Real vx[n](start=vx0, each fixed=true), vy[n](start=vy0, each fixed=true);
  Real cube[n, n] "of the distance; 1 on the diagonal, where nothing pulls";
equation
  for i in 1:n loop
    for j in 1:n loop
      cube[i, j] = if i == j then 1 else ((x[i] - x[j])^2 + (y[i] - y[j])^2)^1.5;
    end for;
    der(x[i]) = vx[i];
    der(y[i]) = vy[i];
    der(vx[i]) = sum(mass[j]*(x[j] - x[i])/cube[i, j] for j in 1:n);
    der(vy[i]) = sum(mass[j]*(y[j] - y[i])/cube[i, j] for j in 1:n);
  end for;
  annotation(experiment(StopTime=3, Tolerance=1e-6));
end Pleiades;

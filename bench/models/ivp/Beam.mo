// Equations: Hairer & Wanner II, section IV.1 (an elastic beam, thin and inextensible); also in the Test Set for IVP Solvers.
model Beam
  "an elastic beam, clamped at one end and pulled at the other: stiff oscillations, a linear system in every evaluation"
  parameter Integer n = 40;
  parameter Real pull = 1.5;
  constant Real pi = 3.14159265358979323846;
  Real theta[n](each start=0, each fixed=true) "angles";
  Real omega[n](each start=0, each fixed=true) "their velocities";
  Real F;
  Real v[n], w[n];
  Real c[n + 1], s[n + 1] "cosines and sines of the angles between neighbours; none at the ends";
equation
  F = if time <= pi then pull*sin(time)^2 else 0;
  c[1] = 0;
  s[1] = 0;
  c[n + 1] = 0;
  s[n + 1] = 0;
  for i in 2:n loop
    c[i] = cos(theta[i] - theta[i - 1]);
    s[i] = sin(theta[i] - theta[i - 1]);
  end for;
  v[1] = n^4*(theta[2] - 3*theta[1]) + n^2*F*(cos(theta[1]) + sin(theta[1]));
  v[n] = n^4*(theta[n - 1] - theta[n]) + n^2*F*(cos(theta[n]) + sin(theta[n]));
  for i in 2:n - 1 loop
    v[i] = n^4*(theta[i - 1] - 2*theta[i] + theta[i + 1]) + n^2*F*(cos(theta[i]) + sin(theta[i]));
  end for;
  w[1] - c[2]*w[2] = s[2]*v[2] + omega[1]^2;
  3*w[n] - c[n]*w[n - 1] = omega[n]^2 - s[n]*v[n - 1];
  for i in 2:n - 1 loop
    2*w[i] - c[i]*w[i - 1] - c[i + 1]*w[i + 1] = s[i + 1]*v[i + 1] - s[i]*v[i - 1] + omega[i]^2;
  end for;
  der(theta) = omega;
  der(omega[1]) = v[1] - c[2]*v[2] + s[2]*w[2];
  der(omega[n]) = 3*v[n] - c[n]*v[n - 1] - s[n]*w[n - 1];
  for i in 2:n - 1 loop
    der(omega[i]) = 2*v[i] - c[i]*v[i - 1] - c[i + 1]*v[i + 1] + s[i + 1]*w[i + 1] - s[i]*w[i - 1];
  end for;
  annotation(experiment(StopTime=5, Tolerance=1e-6));
end Beam;

model Loops "simultaneous equations: torn, linear (whole and torn), and one whose starting values are singular"
  Real x(start = 1, fixed = true);
  Real a(start = 0.5), b(start = 0.5);
  Real c, d;
  Real p(start = 0), q(start = 0);
  Real u[8];
  output Real y = a + b + c + d + p + u[5];
equation
  der(x) = -x + a;
  a + sin(b) = x;
  b + 0.3 * cos(a) * a = 0.2 * x;
  c + 2 * d = x;
  3 * c - d = 1 + x;
  for k in 1:8 loop
    3 * u[k] = x + k - u[if k == 8 then 1 else k + 1];
  end for;
  p * q = 2 + x;
  p - q = x;
  annotation(experiment(StopTime = 2));
end Loops;

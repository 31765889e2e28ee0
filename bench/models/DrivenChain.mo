model DrivenChain "A chain of masses, pulled at one end by an electric drive with a limit of its current"
  parameter Integer N = 50 "masses";
  parameter Real m = 0.1, k = 2000, d = 2;
  parameter Real L = 1e-3, R = 1, c = 0.5 "inductance, resistance and constant of the drive";
  Real s[N](each start=0, each fixed=true) "positions";
  Real v[N](each start=0, each fixed=true) "speeds";
  Real i(start=0, fixed=true) "current";
  Real u "voltage";
  Real F[N + 1] "force between neighbours";
equation
  u = if sin(6.283185307179586*time) > 0 then 10 else -10;
  L*der(i) = u - R*i - c*v[1];
  F[1] = c*i;
  for j in 2:N loop
    F[j] = k*(s[j - 1] - s[j]) + d*(v[j - 1] - v[j]);
  end for;
  F[N + 1] = k*s[N] + d*v[N];
  for j in 1:N loop
    der(s[j]) = v[j];
    m*der(v[j]) = F[j] - F[j + 1];
  end for;
  annotation(experiment(StopTime=2));
end DrivenChain;

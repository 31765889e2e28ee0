// Equations: R. F. Arenstorf, 1963; as in Hairer, Norsett & Wanner I, section II.0. The start values belong to a periodic orbit:
// after StopTime, its period, everything is where it began.
model ArenstorfOrbit "a satellite between earth and moon on a closed orbit with close encounters"
  parameter Real mu = 0.012277471;
  Real x(start=0.994, fixed=true), y(start=0, fixed=true);
  Real vx(start=0, fixed=true), vy(start=-2.00158510637908252240537862224, fixed=true);
  Real D1, D2;
equation
  D1 = ((x + mu)^2 + y^2)^1.5;
  D2 = ((x - (1 - mu))^2 + y^2)^1.5;
  der(x) = vx;
  der(y) = vy;
  der(vx) = x + 2*vy - (1 - mu)*(x + mu)/D1 - mu*(x - (1 - mu))/D2;
  der(vy) = y - 2*vx - (1 - mu)*y/D1 - mu*y/D2;
  annotation(experiment(StopTime=17.0652165601579625588917206249, Tolerance=1e-6));
end ArenstorfOrbit;

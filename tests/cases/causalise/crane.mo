// Control of a crane: the way of the load is given, the forces that trolley and winch need are wanted (index 5). The
// numbers follow from the given way by hand.
model Crane
  Real x, z, d(start = 0), r(start = 2), angle(start = 0), tension(start = 10), trolley, winch;
  Real vx, vz, vd, vr;
equation
  x = 0.5*sin(time);
  z = 2 + 0.2*cos(time);
  x = d + r*sin(angle);
  z = r*cos(angle);
  vx = der(x);
  vz = der(z);
  vd = der(d);
  vr = der(r);
  der(vx) = -tension*sin(angle);
  der(vz) = 9.81 - tension*cos(angle);
  2*der(vd) = -0.5*vd + trolley + tension*sin(angle);
  der(vr) = tension + winch;
end Crane;
// run: check $FILE --json
// json: index == 5
// json: state_count == 0
// run: simulate $FILE --method cvode --json --stop 2
// json: final.d ~ 0.365055020401 1e-10
// json: final.tension ~ 9.737390430376 1e-9
// json: final.trolley ~ -1.283112785512 1e-8

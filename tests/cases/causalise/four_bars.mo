// A closed loop of bars without mass, points of mass 1 at its two moving joints, a torque of 15 on the crank, which goes
// round and round; the numbers are those of the one equation for the angle of the crank.
model FourBars
  constant Real g = 9.81;
  Real bx(start = 0), by(start = 1), cx(start = 2.3373437255783051), cy(start = 1.8870311767349154);
  Real vbx, vby, vcx, vcy, crank, coupler, rocker;
initial equation
  bx = 0;
  vbx = 0;
equation
  der(bx) = vbx;
  der(by) = vby;
  der(cx) = vcx;
  der(cy) = vcy;
  // a torque of 15 about the origin is the force 15*(-by, bx) at the distance 1
  der(vbx) = -15*by - crank*bx + coupler*(cx - bx);
  der(vby) = 15*bx - crank*by + coupler*(cy - by) - g;
  der(vcx) = -coupler*(cx - bx) - rocker*(cx - 3);
  der(vcy) = -coupler*(cy - by) - rocker*cy - g;
  bx^2 + by^2 = 1;
  (cx - bx)^2 + (cy - by)^2 = 6.25;
  (cx - 3)^2 + cy^2 = 4;
end FourBars;
// run: simulate $FILE --method cvode --json --tolerance 1e-10 --stop 2
// json: final.bx ~ 0.9105116230 1e-6
// json: final.by ~ -0.4134834754 1e-6
// json: final.cx ~ 2.0993774005 1e-6
// json: final.cy ~ 1.7857432439 1e-6

model TriangleOfMasses
  "Three masses in a vertical plane, tied to each other and to three fixed points by springs with dampers"
  model Spring
    "A spring with a damper: acts along the line between its ends, pulls when it is longer than its free length"
    parameter Real k(unit="N/m") "stiffness";
    parameter Real d(unit="N.s/m") "damping";
    parameter Real L0(unit="m") = 1 "free length";
    input Real dx(unit="m") "from the first end to the second";
    input Real dy(unit="m");
    input Real dvx(unit="m/s") "velocity of the second end seen from the first";
    input Real dvy(unit="m/s");
    Real L(unit="m") "length";
    Real F(unit="N") "force that pulls the ends together";
    Real Fx(unit="N") "on the first end";
    Real Fy(unit="N");
  equation
    L = sqrt(dx*dx + dy*dy);
    F = k*(L - L0) + d*(dx*dvx + dy*dvy)/L;
    Fx = F*dx/L;
    Fy = F*dy/L;
  end Spring;

  parameter Real m(unit="kg") = 1 "each mass";
  parameter Real g(unit="m/s2") = 9.81 "gravity";
  Real x_bc(start=0, fixed=true, unit="m") "mass at the bottom, centre";
  Real y_bc(start=0, fixed=true, unit="m");
  Real vx_bc(start=0, fixed=true, unit="m/s");
  Real vy_bc(start=0, fixed=true, unit="m/s");
  Real x_tl(start=-1, fixed=true, unit="m") "mass at the top, left";
  Real y_tl(start=1, fixed=true, unit="m");
  Real vx_tl(start=0, fixed=true, unit="m/s");
  Real vy_tl(start=0, fixed=true, unit="m/s");
  Real x_tr(start=1, fixed=true, unit="m") "mass at the top, right";
  Real y_tr(start=1, fixed=true, unit="m");
  Real vx_tr(start=0, fixed=true, unit="m/s");
  Real vy_tr(start=0, fixed=true, unit="m/s");
  Spring bc(k=1, d=1, dx=0 - x_bc, dy=-1 - y_bc, dvx=-vx_bc, dvy=-vy_bc)
    "bottom mass to the point (0, -1)";
  Spring tl(k=1, d=1, dx=-2 - x_tl, dy=3 - y_tl, dvx=-vx_tl, dvy=-vy_tl)
    "left mass to the point (-2, 3)";
  Spring tr(k=1, d=1, dx=2 - x_tr, dy=3 - y_tr, dvx=-vx_tr, dvy=-vy_tr)
    "right mass to the point (2, 3)";
  Spring lr(k=1, d=2, dx=x_tr - x_tl, dy=y_tr - y_tl, dvx=vx_tr - vx_tl, dvy=vy_tr - vy_tl)
    "left to right mass";
  Spring cl(k=10, d=1, dx=x_tl - x_bc, dy=y_tl - y_bc, dvx=vx_tl - vx_bc, dvy=vy_tl - vy_bc)
    "bottom to left mass";
  Spring cr(k=100, d=1, dx=x_tr - x_bc, dy=y_tr - y_bc, dvx=vx_tr - vx_bc, dvy=vy_tr - vy_bc)
    "bottom to right mass";
equation
  der(x_bc) = vx_bc;
  der(y_bc) = vy_bc;
  m*der(vx_bc) = bc.Fx + cl.Fx + cr.Fx;
  m*der(vy_bc) = bc.Fy + cl.Fy + cr.Fy - m*g;
  der(x_tl) = vx_tl;
  der(y_tl) = vy_tl;
  m*der(vx_tl) = tl.Fx + lr.Fx - cl.Fx;
  m*der(vy_tl) = tl.Fy + lr.Fy - cl.Fy - m*g;
  der(x_tr) = vx_tr;
  der(y_tr) = vy_tr;
  m*der(vx_tr) = tr.Fx - lr.Fx - cr.Fx;
  m*der(vy_tr) = tr.Fy - lr.Fy - cr.Fy - m*g;
  annotation(experiment(StartTime=0, StopTime=20, Tolerance=1e-6, Interval=0.1));
end TriangleOfMasses;

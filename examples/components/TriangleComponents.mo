model TriangleComponents
  "Three masses in a vertical plane, tied to each other and to three fixed points by springs with dampers: TriangleOfMasses from components"
  import Sunder.Planar.*;
  model PointMass "A mass that moves in both directions and does not turn"
    parameter Real x(unit="m") "where it begins";
    parameter Real y(unit="m");
    Frame_a frame_a "where it is guided";
    Frame_b frame_b "the mass";
    Prismatic right(n={1, 0}, s(start=x, fixed=true), v(fixed=true));
    Prismatic up(n={0, 1}, s(start=y, fixed=true), v(fixed=true));
    BodyAtCentre body(m=1, I=1);
  equation
    connect(frame_a, right.frame_a);
    connect(right.frame_b, up.frame_a);
    connect(up.frame_b, body.frame_a);
    connect(up.frame_b, frame_b);
  end PointMass;

  inner World world;
  Fixed bottom(r={0, -1});
  Fixed left(r={-2, 3});
  Fixed right(r={2, 3});
  PointMass bc(x=0, y=0) "at the bottom, centre";
  PointMass tl(x=-1, y=1) "at the top, left";
  PointMass tr(x=1, y=1) "at the top, right";
  Spring s_bc(c=1, d=1, length0=1);
  Spring s_tl(c=1, d=1, length0=1);
  Spring s_tr(c=1, d=1, length0=1);
  Spring s_lr(c=1, d=2, length0=1) "left to right mass";
  Spring s_cl(c=10, d=1, length0=1) "bottom to left mass";
  Spring s_cr(c=100, d=1, length0=1) "bottom to right mass";
equation
  connect(world.frame_b, bc.frame_a);
  connect(world.frame_b, tl.frame_a);
  connect(world.frame_b, tr.frame_a);
  connect(bc.frame_b, s_bc.frame_a);
  connect(s_bc.frame_b, bottom.frame_b);
  connect(tl.frame_b, s_tl.frame_a);
  connect(s_tl.frame_b, left.frame_b);
  connect(tr.frame_b, s_tr.frame_a);
  connect(s_tr.frame_b, right.frame_b);
  connect(tl.frame_b, s_lr.frame_a);
  connect(s_lr.frame_b, tr.frame_b);
  connect(bc.frame_b, s_cl.frame_a);
  connect(s_cl.frame_b, tl.frame_b);
  connect(bc.frame_b, s_cr.frame_a);
  connect(s_cr.frame_b, tr.frame_b);
  annotation(experiment(StartTime=0, StopTime=20, Tolerance=1e-6, Interval=0.1));
end TriangleComponents;

model DoubleMass
  "Two masses in a row between two walls, held by three springs with dampers: a stiff and a soft part"
  parameter Real M1(unit="kg") = 1 "left mass";
  parameter Real M2(unit="kg") = 1 "right mass";
  parameter Real k1(unit="N/m") = 500 "stiffness, wall to left mass";
  parameter Real k2(unit="N/m") = 1 "stiffness, left to right mass";
  parameter Real k3(unit="N/m") = 5 "stiffness, right mass to wall";
  parameter Real d1(unit="N.s/m") = 5 "damping, wall to left mass";
  parameter Real d2(unit="N.s/m") = 1 "damping, left to right mass";
  parameter Real d3(unit="N.s/m") = 1 "damping, right mass to wall";
  Real x1(start=0.49, fixed=true, unit="m") "left mass, along the row, from its rest position";
  Real vx1(start=0, fixed=true, unit="m/s");
  Real x2(start=0, fixed=true, unit="m") "right mass, along the row, from its rest position";
  Real vx2(start=0, fixed=true, unit="m/s");
  Real y1(start=0, fixed=true, unit="m") "left mass, across the row";
  Real vy1(start=0, fixed=true, unit="m/s");
  Real y2(start=0, fixed=true, unit="m") "right mass, across the row";
  Real vy2(start=0, fixed=true, unit="m/s");
equation
  der(x1) = vx1;
  M1*der(vx1) = -(d1 + d2)*vx1 + d2*vx2 - (k1 + k2)*x1 + k2*x2;
  der(x2) = vx2;
  M2*der(vx2) = d2*vx1 - (d2 + d3)*vx2 + k2*x1 - (k2 + k3)*x2;
  // A spring stretched to twice its free length resists a small movement across it with half its stiffness. The
  // dampers act along the row only, so nothing damps the movement across.
  der(y1) = vy1;
  M1*der(vy1) = -(k1 + k2)/2*y1 + k2/2*y2;
  der(y2) = vy2;
  M2*der(vy2) = k2/2*y1 - (k2 + k3)/2*y2;
  annotation(experiment(StartTime=0, StopTime=5, Tolerance=1e-6, Interval=0.05));
end DoubleMass;

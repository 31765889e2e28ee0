model DoubleMassComponents
  "Two masses in a row between two walls, held by three springs with dampers: DoubleMass from components"
  import Sunder.Translational.*;
  parameter Real k[3](each unit="N/m") = {500, 1, 5} "stiffness of the springs, from left to right";
  parameter Real d[3](each unit="N.s/m") = {5, 1, 1} "of their dampers, along the row";
  Mass x1(m=1, s(start=0.49, fixed=true), v(fixed=true)) "left mass, along the row";
  Mass x2(m=1, s(fixed=true), v(fixed=true)) "right mass, along the row";
  Mass y1(m=1, s(fixed=true), v(fixed=true)) "left mass, across the row";
  Mass y2(m=1, s(fixed=true), v(fixed=true)) "right mass, across the row";
  SpringDamper along[3](c=k, d=d);
  Spring across[3](c=k/2)
    "a spring stretched to twice its free length has half its stiffness across";
  Fixed wall "of both directions, at the rest position";
equation
  connect(wall.flange, along[1].flange_a);
  connect(along[1].flange_b, x1.flange_a);
  connect(x1.flange_b, along[2].flange_a);
  connect(along[2].flange_b, x2.flange_a);
  connect(x2.flange_b, along[3].flange_a);
  connect(along[3].flange_b, wall.flange);
  connect(wall.flange, across[1].flange_a);
  connect(across[1].flange_b, y1.flange_a);
  connect(y1.flange_b, across[2].flange_a);
  connect(across[2].flange_b, y2.flange_a);
  connect(y2.flange_b, across[3].flange_a);
  connect(across[3].flange_b, wall.flange);
  annotation(experiment(StartTime=0, StopTime=5, Tolerance=1e-6, Interval=0.05));
end DoubleMassComponents;

model BouncingBall "A ball that loses energy at every bounce and in the end stays on the ground"
  parameter Real e = 0.7 "part of the speed that a bounce leaves";
  parameter Real g(unit="m/s2") = 9.81 "gravity";
  parameter Real rest(unit="m/s") = 0.01 "a bounce slower than this is the last one";
  Real h(start=1, fixed=true, unit="m") "height";
  Real v(start=0, fixed=true, unit="m/s") "velocity";
  Boolean flying(start=true) "false once the ball lies still";
  Integer bounces(start=0);
equation
  der(h) = v;
  der(v) = if flying then -g else 0;
  when h <= 0 then
    flying = -e*pre(v) > rest;
    bounces = pre(bounces) + 1;
    reinit(v, if flying then -e*pre(v) else 0);
  end when;
  annotation(experiment(StopTime=3, Tolerance=1e-8));
end BouncingBall;

within Sunder;
package Planar "Bodies that move in one plane"
  type Orientation "The angle of a frame; by it the compiler sees which frame hangs on which"
    extends Units.Angle;

    function equalityConstraint "No equation closes a loop: that is for a CutJoint"
      input Orientation phi1;
      input Orientation phi2;
      output Real residue[0];
    algorithm
      annotation(__Sunder_loop="make one joint of the loop a Sunder.Planar.CutJoint");
    end equalityConstraint;
  end Orientation;

  connector Frame "A point of a body, with its motion; all in the coordinates of the world"
    Units.Position r[2] "position";
    Orientation phi "angle";
    Units.Velocity v[2] "velocity";
    Units.AngularVelocity w "angular velocity";
    Units.Acceleration a[2] "acceleration";
    Units.AngularAcceleration z "angular acceleration";
    flow Units.Force f[2] "force on the component";
    flow Units.Torque t "torque on the component";
  end Frame;

  connector Frame_a = Frame "A point of a body";

  connector Frame_b = Frame "Another point of a body";

  partial model TwoFrames "Something between two frames"
    Frame_a frame_a;
    Frame_b frame_b;
  end TwoFrames;

  model World "What does not move, and gravity: every model has one, as inner"
    parameter Units.Acceleration g[2] = {0, -9.81} "acceleration of what falls";
    Frame_b frame_b "the origin";
  equation
    Connections.root(frame_b.phi);
    frame_b.r = zeros(2);
    frame_b.phi = 0;
    frame_b.v = zeros(2);
    frame_b.w = 0;
    frame_b.a = zeros(2);
    frame_b.z = 0;
    annotation(
      defaultComponentName="world",
      defaultComponentPrefixes="inner",
      missingInnerMessage="Planar bodies need a world: declare 'inner Sunder.Planar.World world;'"
    );
  end World;

  model Fixed "Another point that does not move"
    parameter Units.Position r[2] = {0, 0} "position";
    parameter Units.Angle phi = 0 "angle";
    Frame_b frame_b;
  equation
    Connections.root(frame_b.phi);
    frame_b.r = r;
    frame_b.phi = phi;
    frame_b.v = zeros(2);
    frame_b.w = 0;
    frame_b.a = zeros(2);
    frame_b.z = 0;
  end Fixed;

  model BodyAtCentre "A rigid body whose frame is at its centre of mass"
    parameter Units.Mass m "mass";
    parameter Units.Inertia I "moment of inertia about the centre of mass";
    Frame_a frame_a;
  protected
    outer World world;
  equation
    frame_a.f = m*(frame_a.a - world.g);
    frame_a.t = I*frame_a.z;
  end BodyAtCentre;

  model Body "A rigid body"
    parameter Units.Mass m "mass";
    parameter Units.Position r_CM[2] = {0, 0}
      "from frame_a to the centre of mass, in the coordinates of frame_a";
    parameter Units.Inertia I "moment of inertia about the centre of mass";
    Frame_a frame_a;
    Units.Position d[2] "from frame_a to the centre of mass";
    Units.Acceleration a_CM[2] "of the centre of mass";
  protected
    outer World world;
  equation
    d = {
      cos(frame_a.phi)*r_CM[1] - sin(frame_a.phi)*r_CM[2],
      sin(frame_a.phi)*r_CM[1] + cos(frame_a.phi)*r_CM[2]
    };
    a_CM = frame_a.a + frame_a.z*{-d[2], d[1]} - frame_a.w^2*d;
    frame_a.f = m*(a_CM - world.g);
    frame_a.t = I*frame_a.z + d[1]*frame_a.f[2] - d[2]*frame_a.f[1];
  end Body;

  model Bar "A rigid bar without mass"
    extends TwoFrames;
    parameter Units.Position r[2] "from frame_a to frame_b, in the coordinates of frame_a";
    parameter Units.Angle angle = 0 "of frame_b against frame_a";
    Units.Position d[2] "from frame_a to frame_b";
  equation
    Connections.branch(frame_a.phi, frame_b.phi);
    frame_b.phi = frame_a.phi + angle;
    frame_b.w = frame_a.w;
    frame_b.z = frame_a.z;
    d = {
      cos(frame_a.phi)*r[1] - sin(frame_a.phi)*r[2],
      sin(frame_a.phi)*r[1] + cos(frame_a.phi)*r[2]
    };
    frame_b.r = frame_a.r + d;
    frame_b.v = frame_a.v + frame_a.w*{-d[2], d[1]};
    frame_b.a = frame_a.a + frame_a.z*{-d[2], d[1]} - frame_a.w^2*d;
    frame_a.f + frame_b.f = zeros(2);
    frame_a.t + frame_b.t + d[1]*frame_b.f[2] - d[2]*frame_b.f[1] = 0;
  end Bar;

  model Link "A rigid bar with mass"
    extends TwoFrames;
    parameter Units.Position r[2] "from frame_a to frame_b, in the coordinates of frame_a";
    parameter Units.Position r_CM[2] = r/2 "from frame_a to the centre of mass";
    parameter Units.Mass m "mass";
    parameter Units.Inertia I = m*(r*r)/12 "moment of inertia about the centre of mass";
    Bar bar(r=r);
    Bar centre(r=r_CM);
    BodyAtCentre body(m=m, I=I);
  equation
    connect(frame_a, bar.frame_a);
    connect(bar.frame_b, frame_b);
    connect(frame_a, centre.frame_a);
    connect(centre.frame_b, body.frame_a);
  end Link;

  partial model Turning "How a revolute joint moves"
    extends TwoFrames;
    Units.Angle phi(start=0, stateSelect=StateSelect.prefer) "angle of frame_b against frame_a";
    Units.AngularVelocity w(start=0, stateSelect=StateSelect.prefer) "its rate";
    Units.AngularAcceleration a "the rate of that";
  equation
    Connections.branch(frame_a.phi, frame_b.phi);
    w = der(phi);
    a = der(w);
    frame_b.r = frame_a.r;
    frame_b.phi = frame_a.phi + phi;
    frame_b.v = frame_a.v;
    frame_b.w = frame_a.w + w;
    if Connections.rooted(frame_a.phi) then
      frame_b.a = relax(frame_a.a);
      frame_b.z = relax(frame_a.z) + a;
    else
      frame_a.a = relax(frame_b.a);
      frame_a.z = relax(frame_b.z) - a;
    end if;
    frame_a.f + frame_b.f = zeros(2);
    frame_a.t + frame_b.t = 0;
  end Turning;

  partial model Sliding "How a prismatic joint moves"
    extends TwoFrames;
    parameter Real n[2] = {1, 0} "direction, in the coordinates of frame_a";
    Units.Position s(start=0, stateSelect=StateSelect.prefer) "from frame_a to frame_b";
    Units.Velocity v(start=0, stateSelect=StateSelect.prefer) "its rate";
    Units.Acceleration a "the rate of that";
    Real e[2] "direction, of length 1";
  protected
    parameter Real unit[2] = n/sqrt(n*n);
  equation
    Connections.branch(frame_a.phi, frame_b.phi);
    v = der(s);
    a = der(v);
    frame_b.phi = frame_a.phi;
    frame_b.w = frame_a.w;
    e = {
      cos(frame_a.phi)*unit[1] - sin(frame_a.phi)*unit[2],
      sin(frame_a.phi)*unit[1] + cos(frame_a.phi)*unit[2]
    };
    frame_b.r = frame_a.r + s*e;
    frame_b.v = frame_a.v + v*e + frame_a.w*s*{-e[2], e[1]};
    if Connections.rooted(frame_a.phi) then
      frame_b.a = relax(frame_a.a) + relax(frame_a.z)*s*{-e[2], e[1]} + a*e
        + 2*frame_a.w*v*{-e[2], e[1]} - frame_a.w^2*s*e;
      frame_b.z = relax(frame_a.z);
    else
      frame_a.a = relax(frame_b.a) - relax(frame_b.z)*s*{-e[2], e[1]} - a*e
        - 2*frame_b.w*v*{-e[2], e[1]} + frame_b.w^2*s*e;
      frame_a.z = relax(frame_b.z);
    end if;
    frame_a.f + frame_b.f = zeros(2);
    frame_a.t + frame_b.t + s*(e[1]*frame_b.f[2] - e[2]*frame_b.f[1]) = 0;
  end Sliding;

  model Revolute "A joint that turns"
    extends Turning;
    parameter Boolean useAxis = false "a drive turns it; else it is free";
    parameter Real d(unit="N.m.s/rad") = 0 "torque that grows with the speed";
    Rotational.Flange_a axis(phi=phi, tau=tau) if useAxis
      "between frame_a, where the drive is fixed, and frame_b";
    Units.Torque tau "of the drive, on frame_b";
  equation
    if not useAxis then
      tau = 0;
    end if;
    frame_b.t = d*w - tau + residue(a);
  end Revolute;

  model Prismatic "A joint that slides"
    extends Sliding;
    parameter Boolean useAxis = false "a drive moves it; else it is free";
    parameter Real d(unit="N.s/m") = 0 "force that grows with the speed";
    Translational.Flange_a axis(s=s, f=f) if useAxis
      "between frame_a, where the drive is fixed, and frame_b";
    Units.Force f "of the drive, on frame_b";
  equation
    if not useAxis then
      f = 0;
    end if;
    e*frame_b.f = d*v - f + residue(a);
  end Prismatic;

  model FrictionRevolute "A joint that turns in a bearing with dry friction"
    extends Turning;
    extends DryFriction;
    parameter Units.Torque tau_dry(min=0) = 0 "torque that drags at any load";
    parameter Real mu(min=0) = 0 "coefficient of sliding friction";
    parameter Units.Position radius(min=0) = 0 "of the bearing";
    parameter Units.Force f_small(min=0) = 1e-6 "rounds the bend of the load at zero";
    Units.Force f_bearing "force that the bearing carries";
  equation
    v_slide = w;
    a_slide = a;
    pressed = true;
    f_bearing = sqrt(frame_b.f*frame_b.f + f_small^2);
    f_slide = tau_dry + mu*radius*f_bearing;
    frame_b.t = f_friction + residue(a);
  end FrictionRevolute;

  model FrictionPrismatic "A joint that slides with dry friction"
    extends Sliding;
    extends DryFriction;
    parameter Units.Force f_dry(min=0) = 0 "force that drags at any load";
    parameter Real mu(min=0) = 0 "coefficient of sliding friction";
    parameter Units.Force f_small(min=0) = 1e-6 "rounds the bend of the load at zero";
    Units.Force f_normal "force across the direction of the joint";
  equation
    v_slide = v;
    a_slide = a;
    pressed = true;
    f_normal = sqrt((e[1]*frame_b.f[2] - e[2]*frame_b.f[1])^2 + f_small^2);
    f_slide = f_dry + mu*f_normal;
    e*frame_b.f = f_friction + residue(a);
  end FrictionPrismatic;

  model Free "A body that nothing holds: three degrees of freedom, in the coordinates of the world"
    extends TwoFrames;
    Units.Position s[2](each start=0, each stateSelect=StateSelect.prefer)
      "from frame_a to frame_b";
    Units.Velocity v[2](each start=0, each stateSelect=StateSelect.prefer) "its rate";
    Units.Acceleration a[2] "the rate of that";
    Units.Angle phi(start=0, stateSelect=StateSelect.prefer) "angle of frame_b against frame_a";
    Units.AngularVelocity w(start=0, stateSelect=StateSelect.prefer) "its rate";
    Units.AngularAcceleration z "the rate of that";
  equation
    Connections.branch(frame_a.phi, frame_b.phi);
    v = der(s);
    a = der(v);
    w = der(phi);
    z = der(w);
    frame_b.r = frame_a.r + s;
    frame_b.phi = frame_a.phi + phi;
    frame_b.v = frame_a.v + v;
    frame_b.w = frame_a.w + w;
    if Connections.rooted(frame_a.phi) then
      frame_b.a = relax(frame_a.a) + a;
      frame_b.z = relax(frame_a.z) + z;
    else
      frame_a.a = relax(frame_b.a) - a;
      frame_a.z = relax(frame_b.z) - z;
    end if;
    frame_a.f + frame_b.f = zeros(2);
    frame_a.t + frame_b.t + s[1]*frame_b.f[2] - s[2]*frame_b.f[1] = 0;
    frame_b.f = residue(a);
    frame_b.t = residue(z);
  end Free;

  model CutJoint "Closes a loop: a joint that turns, whose angle is no state"
    extends TwoFrames;
    parameter Real rate(unit="1/s", min=0) = 10
      "how fast what has drifted apart is pulled together again";
    Units.Force lambda[2] "on frame_b";
    Units.Position drift[2] "of frame_b from frame_a: what integration left over";
  equation
    drift = frame_b.r - frame_a.r;
    relax(frame_b.a) - relax(frame_a.a) = -2*rate*(frame_b.v - frame_a.v) - rate^2*drift;
    frame_a.f = relax(lambda);
    frame_b.f = -relax(lambda);
    frame_a.t = 0;
    frame_b.t = 0;
  initial equation
    frame_b.r = frame_a.r;
    frame_b.v = frame_a.v;
    annotation(Documentation(info="<html>
<p>A chain of joints that comes back to itself has more joints than freedom. One joint of every loop is a cut joint: the frames
on both sides keep the states they have, forces hold them together. What must hold is that the accelerations agree; so that
errors of integration do not add up, the difference of the positions obeys x'' + 2 rate x' + rate^2 x = 0: it dies out within a
few times 1/rate. At the start positions and velocities agree: fix as many joints as the loop has freedom and give start
values to the others.</p>
</html>"));
  end CutJoint;

  model Spring "A spring beside a damper, along the line between two points"
    extends TwoFrames;
    parameter Real c(unit="N/m") "stiffness";
    parameter Real d(unit="N.s/m") = 0 "damping";
    parameter Units.Position length0 = 0 "length without force";
    Units.Position length "distance of the points: never zero";
    Real e[2] "from frame_a to frame_b, of length 1";
    Units.Force f "that pulls the points together";
  equation
    length = sqrt((frame_b.r - frame_a.r)*(frame_b.r - frame_a.r));
    e = (frame_b.r - frame_a.r)/length;
    f = c*(length - length0) + d*(e*(frame_b.v - frame_a.v));
    frame_a.f = -f*e;
    frame_b.f = f*e;
    frame_a.t = 0;
    frame_b.t = 0;
  end Spring;

  model Force "A force and a torque by signals, in the coordinates of the world"
    Frame_b frame_b "what they act on";
    Blocks.RealInput f[2](each unit="N") "force";
    Blocks.RealInput t(unit="N.m") "torque";
  equation
    frame_b.f = -f;
    frame_b.t = -t;
  end Force;

  model Sensor "The motion of a frame"
    Frame_a frame_a;
    Blocks.RealOutput r[2](each unit="m") "position";
    Blocks.RealOutput phi(unit="rad") "angle";
    Blocks.RealOutput v[2](each unit="m/s") "velocity";
    Blocks.RealOutput w(unit="rad/s") "angular velocity";
    Blocks.RealOutput a[2](each unit="m/s2") "acceleration";
  equation
    r = frame_a.r;
    phi = frame_a.phi;
    v = frame_a.v;
    w = frame_a.w;
    a = frame_a.a;
    frame_a.f = zeros(2);
    frame_a.t = 0;
  end Sensor;

  model CutForce "What a rigid connection carries"
    extends TwoFrames;
    Blocks.RealOutput f[2](each unit="N") "force on frame_b";
    Blocks.RealOutput t(unit="N.m") "torque on frame_b";
  equation
    Connections.branch(frame_a.phi, frame_b.phi);
    frame_b.r = frame_a.r;
    frame_b.phi = frame_a.phi;
    frame_b.v = frame_a.v;
    frame_b.w = frame_a.w;
    frame_b.a = frame_a.a;
    frame_b.z = frame_a.z;
    frame_a.f + frame_b.f = zeros(2);
    frame_a.t + frame_b.t = 0;
    f = -frame_b.f;
    t = -frame_b.t;
  end CutForce;
  annotation(Documentation(info="<html>
<p>A frame carries position, angle, velocities and accelerations, all in the coordinates of the world, and force and torque
as flows. Joints have the states; nothing has to be differentiated. A model is a tree of joints and bars that hangs on the
world or on fixed frames; a loop is closed by a CutJoint. The tree is solved from its leaves to its root and back.</p>
</html>"));
end Planar;

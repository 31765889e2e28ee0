within Sunder;
package MultiBody "Bodies that move in space"
  record Orientation "How a frame is turned; by it the compiler sees which frame hangs on which"
    Real T[3, 3](start=identity(3)) "turns a vector of the world into the coordinates of the frame";

    function equalityConstraint "Zero if two frames are turned alike"
      input Orientation R1;
      input Orientation R2;
      output Real residue[3];
    algorithm
      residue := {R1.T[2, :]*R2.T[3, :], R1.T[3, :]*R2.T[1, :], R1.T[1, :]*R2.T[2, :]};
      annotation(__Sunder_loop="make one joint of the loop a Sunder.MultiBody.CutJoint");
    end equalityConstraint;
  end Orientation;

  connector Frame "A point of a body, with its motion; all in the coordinates of the world"
    Units.Position r[3] "position";
    Orientation R "how it is turned";
    Units.Velocity v[3] "velocity";
    Units.AngularVelocity w[3] "angular velocity";
    Units.Acceleration a[3] "acceleration";
    Units.AngularAcceleration z[3] "angular acceleration";
    flow Units.Force f[3] "force on the component";
    flow Units.Torque t[3] "torque on the component";
  end Frame;

  connector Frame_a = Frame "A point of a body";

  connector Frame_b = Frame "Another point of a body";

  function turned "The matrix of a turn about an axis"
    input Real e[3] "axis, of length 1";
    input Units.Angle angle "by how much";
    output Real T[3, 3] "turns a vector of the old frame into the coordinates of the turned one";
  protected
    Real c = cos(angle);
    Real s = sin(angle);
  algorithm
    T := [
      c + (1 - c)*e[1]^2, (1 - c)*e[1]*e[2] + s*e[3], (1 - c)*e[1]*e[3] - s*e[2];
      (1 - c)*e[1]*e[2] - s*e[3], c + (1 - c)*e[2]^2, (1 - c)*e[2]*e[3] + s*e[1];
      (1 - c)*e[1]*e[3] + s*e[2], (1 - c)*e[2]*e[3] - s*e[1], c + (1 - c)*e[3]^2
    ];
    annotation(Inline=true);
  end turned;

  function across "A vector of length 1 at a right angle to another one"
    input Real n[3] "of any length but zero";
    output Real e[3] "at a right angle to n";
  protected
    Real p[3];
  algorithm
    p := if abs(n[1]) <= abs(n[2]) and abs(n[1]) <= abs(n[3]) then {0, n[3], -n[2]}
      else if abs(n[2]) <= abs(n[3]) then {-n[3], 0, n[1]} else {n[2], -n[1], 0};
    e := p/sqrt(p*p);
  end across;

  partial model TwoFrames "Something between two frames"
    Frame_a frame_a;
    Frame_b frame_b;
  end TwoFrames;

  model World "What does not move, and gravity: every model has one, as inner"
    parameter Units.Acceleration g[3] = {0, 0, -9.81} "acceleration of what falls";
    Frame_b frame_b "the origin";
  equation
    Connections.root(frame_b.R);
    frame_b.r = zeros(3);
    frame_b.R.T = identity(3);
    frame_b.v = zeros(3);
    frame_b.w = zeros(3);
    frame_b.a = zeros(3);
    frame_b.z = zeros(3);
    annotation(
      defaultComponentName="world",
      defaultComponentPrefixes="inner",
      missingInnerMessage="Bodies need a world: declare 'inner Sunder.MultiBody.World world;'"
    );
  end World;

  model Fixed "Another point that does not move"
    parameter Units.Position r[3] = {0, 0, 0} "position";
    parameter Real n[3] = {0, 0, 1} "axis that it is turned about";
    parameter Units.Angle angle = 0 "by how much";
    Frame_b frame_b;
  equation
    Connections.root(frame_b.R);
    frame_b.r = r;
    frame_b.R.T = turned(n/sqrt(n*n), angle);
    frame_b.v = zeros(3);
    frame_b.w = zeros(3);
    frame_b.a = zeros(3);
    frame_b.z = zeros(3);
  end Fixed;

  partial model Inert "Mass and inertia about the centre of mass"
    parameter Units.Mass m "mass";
    parameter Units.Inertia I_11 = 0 "about the first axis of frame_a, moved to the centre of mass";
    parameter Units.Inertia I_22 = 0 "about the second";
    parameter Units.Inertia I_33 = 0 "about the third";
    parameter Real I_21(unit="kg.m2") = 0 "product of inertia";
    parameter Real I_31(unit="kg.m2") = 0 "product of inertia";
    parameter Real I_32(unit="kg.m2") = 0 "product of inertia";
    Frame_a frame_a;
    Units.Inertia I[3, 3](each min=-1e300) "inertia in the coordinates of the world";
  protected
    outer World world;
  equation
    I = transpose(frame_a.R.T)*[I_11, I_21, I_31; I_21, I_22, I_32; I_31, I_32, I_33]*frame_a.R.T;
  end Inert;

  model BodyAtCentre "A rigid body whose frame is at its centre of mass"
    extends Inert;
  equation
    frame_a.f = m*(frame_a.a - world.g);
    frame_a.t = I*frame_a.z + cross(frame_a.w, I*frame_a.w);
  end BodyAtCentre;

  model Body "A rigid body"
    extends Inert;
    parameter Units.Position r_CM[3] = {0, 0, 0}
      "from frame_a to the centre of mass, in the coordinates of frame_a";
    Units.Position d[3] "from frame_a to the centre of mass";
    Units.Acceleration a_CM[3] "of the centre of mass";
  equation
    d = r_CM*frame_a.R.T;
    a_CM = frame_a.a + cross(frame_a.z, d) + cross(frame_a.w, cross(frame_a.w, d));
    frame_a.f = m*(a_CM - world.g);
    frame_a.t = I*frame_a.z + cross(frame_a.w, I*frame_a.w) + cross(d, frame_a.f);
  end Body;

  model Bar "A rigid bar without mass"
    extends TwoFrames;
    parameter Units.Position r[3] "from frame_a to frame_b, in the coordinates of frame_a";
    Units.Position d[3] "from frame_a to frame_b";
  equation
    Connections.branch(frame_a.R, frame_b.R);
    frame_b.R = frame_a.R;
    frame_b.w = frame_a.w;
    frame_b.z = frame_a.z;
    d = r*frame_a.R.T;
    frame_b.r = frame_a.r + d;
    frame_b.v = frame_a.v + cross(frame_a.w, d);
    frame_b.a = frame_a.a + cross(frame_a.z, d) + cross(frame_a.w, cross(frame_a.w, d));
    frame_a.f + frame_b.f = zeros(3);
    frame_a.t + frame_b.t + cross(d, frame_b.f) = zeros(3);
  end Bar;

  model Rotation "A frame that is turned against another one, at the same point"
    extends TwoFrames;
    parameter Real n[3] = {0, 0, 1} "axis, in the coordinates of frame_a and of frame_b";
    parameter Units.Angle angle "by how much frame_b is turned";
  protected
    parameter Real T[3, 3] = turned(n/sqrt(n*n), angle);
  equation
    Connections.branch(frame_a.R, frame_b.R);
    if Connections.rooted(frame_a.R) then
      frame_b.R.T = T*frame_a.R.T;
    else
      frame_a.R.T = transpose(T)*frame_b.R.T;
    end if;
    frame_b.r = frame_a.r;
    frame_b.v = frame_a.v;
    frame_b.w = frame_a.w;
    frame_b.a = frame_a.a;
    frame_b.z = frame_a.z;
    frame_a.f + frame_b.f = zeros(3);
    frame_a.t + frame_b.t = zeros(3);
  end Rotation;

  model Link "A rigid bar with mass"
    extends TwoFrames;
    parameter Units.Position r[3] "from frame_a to frame_b, in the coordinates of frame_a";
    parameter Units.Position r_CM[3] = r/2 "from frame_a to the centre of mass";
    parameter Units.Mass m "mass";
    parameter Units.Inertia I_11 = 0 "about the first axis of frame_a, moved to the centre of mass";
    parameter Units.Inertia I_22 = 0 "about the second";
    parameter Units.Inertia I_33 = 0 "about the third";
    parameter Real I_21(unit="kg.m2") = 0 "product of inertia";
    parameter Real I_31(unit="kg.m2") = 0 "product of inertia";
    parameter Real I_32(unit="kg.m2") = 0 "product of inertia";
    Bar bar(r=r);
    Bar centre(r=r_CM);
    BodyAtCentre body(m=m, I_11=I_11, I_22=I_22, I_33=I_33, I_21=I_21, I_31=I_31, I_32=I_32);
  equation
    connect(frame_a, bar.frame_a);
    connect(bar.frame_b, frame_b);
    connect(frame_a, centre.frame_a);
    connect(centre.frame_b, body.frame_a);
  end Link;

  partial model Turning "How a revolute joint moves"
    extends TwoFrames;
    parameter Real n[3] = {0, 0, 1} "axis, in the coordinates of frame_a and of frame_b";
    Units.Angle phi(start=0, stateSelect=StateSelect.prefer) "angle of frame_b against frame_a";
    Units.AngularVelocity w(start=0, stateSelect=StateSelect.prefer) "its rate";
    Units.AngularAcceleration a "the rate of that";
    Real e[3] "axis, of length 1";
  protected
    parameter Real unit[3] = n/sqrt(n*n);
  equation
    Connections.branch(frame_a.R, frame_b.R);
    w = der(phi);
    a = der(w);
    frame_b.r = frame_a.r;
    frame_b.v = frame_a.v;
    frame_b.w = frame_a.w + e*w;
    if Connections.rooted(frame_a.R) then
      e = unit*frame_a.R.T;
      frame_b.R.T = turned(unit, phi)*frame_a.R.T;
      frame_b.a = relax(frame_a.a);
      frame_b.z = relax(frame_a.z) + e*a + cross(frame_a.w, e)*w;
    else
      e = unit*frame_b.R.T;
      frame_a.R.T = turned(unit, -phi)*frame_b.R.T;
      frame_a.a = relax(frame_b.a);
      frame_a.z = relax(frame_b.z) - e*a - cross(frame_b.w, e)*w;
    end if;
    frame_a.f + frame_b.f = zeros(3);
    frame_a.t + frame_b.t = zeros(3);
  end Turning;

  partial model Sliding "How a prismatic joint moves"
    extends TwoFrames;
    parameter Real n[3] = {1, 0, 0} "direction, in the coordinates of frame_a";
    Units.Position s(start=0, stateSelect=StateSelect.prefer) "from frame_a to frame_b";
    Units.Velocity v(start=0, stateSelect=StateSelect.prefer) "its rate";
    Units.Acceleration a "the rate of that";
    Real e[3] "direction, of length 1";
  protected
    parameter Real unit[3] = n/sqrt(n*n);
  equation
    Connections.branch(frame_a.R, frame_b.R);
    v = der(s);
    a = der(v);
    frame_b.R = frame_a.R;
    frame_b.w = frame_a.w;
    e = unit*frame_a.R.T;
    frame_b.r = frame_a.r + s*e;
    frame_b.v = frame_a.v + v*e + s*cross(frame_a.w, e);
    if Connections.rooted(frame_a.R) then
      frame_b.a = relax(frame_a.a) + s*cross(relax(frame_a.z), e) + a*e + 2*v*cross(frame_a.w, e)
        + s*cross(frame_a.w, cross(frame_a.w, e));
      frame_b.z = relax(frame_a.z);
    else
      frame_a.a = relax(frame_b.a) - s*cross(relax(frame_b.z), e) - a*e - 2*v*cross(frame_b.w, e)
        - s*cross(frame_b.w, cross(frame_b.w, e));
      frame_a.z = relax(frame_b.z);
    end if;
    frame_a.f + frame_b.f = zeros(3);
    frame_a.t + frame_b.t + s*cross(e, frame_b.f) = zeros(3);
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
    e*frame_b.t = d*w - tau + residue(a);
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
    e*frame_b.t = f_friction + residue(a);
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
    f_normal = sqrt(cross(e, frame_b.f)*cross(e, frame_b.f) + f_small^2);
    f_slide = f_dry + mu*f_normal;
    e*frame_b.f = f_friction + residue(a);
  end FrictionPrismatic;

  partial model Tumbling
    "How frame_b turns against frame_a if nothing guides it: by a quaternion, without a singular position"
    extends TwoFrames;
    Real Q[4](start={1, 0, 0, 0}, each stateSelect=StateSelect.prefer)
      "cosine of half the angle, and its sine times the axis, of the turn from frame_a to frame_b; only the direction of Q counts";
    Units.AngularVelocity w_rel[3](each start=0, each stateSelect=StateSelect.prefer)
      "of frame_b against frame_a, in the coordinates of the world";
    Units.AngularAcceleration z_rel[3] "its rate";
    Real T_rel[3, 3](start=identity(3)) "turns a vector of frame_a into the coordinates of frame_b";
  protected
    Real u[3](each unit="rad/s") "w_rel in the coordinates of frame_a";
    Real q(start=1) "square of the length of Q";
  equation
    Connections.branch(frame_a.R, frame_b.R);
    q = Q*Q;
    T_rel = [
      Q[1]^2 + Q[2]^2 - Q[3]^2 - Q[4]^2, 2*(Q[2]*Q[3] + Q[1]*Q[4]), 2*(Q[2]*Q[4] - Q[1]*Q[3]);
      2*(Q[2]*Q[3] - Q[1]*Q[4]), Q[1]^2 - Q[2]^2 + Q[3]^2 - Q[4]^2, 2*(Q[3]*Q[4] + Q[1]*Q[2]);
      2*(Q[2]*Q[4] + Q[1]*Q[3]), 2*(Q[3]*Q[4] - Q[1]*Q[2]), Q[1]^2 - Q[2]^2 - Q[3]^2 + Q[4]^2
    ]/q;
    if Connections.rooted(frame_a.R) then
      frame_b.R.T = T_rel*frame_a.R.T;
      frame_b.z = relax(frame_a.z) + z_rel;
    else
      frame_a.R.T = transpose(T_rel)*frame_b.R.T;
      frame_a.z = relax(frame_b.z) - z_rel;
    end if;
    u = frame_a.R.T*w_rel;
    der(Q) = 0.5
      *{
        -Q[2]*u[1] - Q[3]*u[2] - Q[4]*u[3],
        Q[1]*u[1] - Q[3]*u[3] + Q[4]*u[2],
        Q[1]*u[2] - Q[4]*u[1] + Q[2]*u[3],
        Q[1]*u[3] - Q[2]*u[2] + Q[3]*u[1]
      };
    der(w_rel) = z_rel;
    frame_b.w = frame_a.w + w_rel;
  end Tumbling;

  model Spherical "A ball joint"
    extends Tumbling;
    parameter Real d(unit="N.m.s/rad") = 0 "torque that grows with the speed";
  equation
    frame_b.r = frame_a.r;
    frame_b.v = frame_a.v;
    if Connections.rooted(frame_a.R) then
      frame_b.a = relax(frame_a.a);
    else
      frame_a.a = relax(frame_b.a);
    end if;
    frame_a.f + frame_b.f = zeros(3);
    frame_a.t + frame_b.t = zeros(3);
    frame_b.t = d*w_rel + residue(z_rel);
  end Spherical;

  model Free "A body that nothing holds: six degrees of freedom"
    extends Tumbling;
    Units.Position s[3](each start=0, each stateSelect=StateSelect.prefer)
      "from frame_a to frame_b, in the coordinates of the world";
    Units.Velocity v[3](each start=0, each stateSelect=StateSelect.prefer) "its rate";
    Units.Acceleration a[3] "the rate of that";
  equation
    v = der(s);
    a = der(v);
    frame_b.r = frame_a.r + s;
    frame_b.v = frame_a.v + v;
    if Connections.rooted(frame_a.R) then
      frame_b.a = relax(frame_a.a) + a;
    else
      frame_a.a = relax(frame_b.a) - a;
    end if;
    frame_a.f + frame_b.f = zeros(3);
    frame_a.t + frame_b.t + cross(s, frame_b.f) = zeros(3);
    frame_b.f = residue(a);
    frame_b.t = residue(z_rel);
  end Free;

  type Closing = enumeration(
    ball "the points coincide: a ball joint",
    hinge "the points coincide and the axes are in line: a revolute joint",
    planar "the points coincide in the plane across the axis: a revolute joint of a plane mechanism"
  ) "What a cut joint holds together";

  model CutJoint "Closes a loop: a joint that has no states"
    extends TwoFrames;
    parameter Closing closing = Closing.ball "what it holds together" annotation(Evaluate=true);
    parameter Real n[3] = {0, 0, 1} "axis of a hinge, in the coordinates of frame_a and of frame_b";
    parameter Real rate(unit="1/s", min=0) = 10
      "how fast what has drifted apart is pulled together again";
    final parameter Integer nr = if closing == Closing.planar then 2 else 3
      "directions in which it holds";
    final parameter Integer nw = if closing == Closing.hinge then 2 else 0
      "axes about which it holds";
    Units.Force lambda[nr] "on frame_b";
    Units.Torque mu[nw] "on frame_b";
    Units.Position drift[nr] "of frame_b from frame_a: what integration left over";
    Real tilt[nw] "of the axis: what integration left over";
    Real E[nr, 3] "the directions";
    Real D[nw, 3] "the axes of tilt";
  protected
    parameter Real unit[3] = n/sqrt(n*n);
    parameter Real first[3] = across(n);
    parameter Real second[3] = cross(unit, first);
    Real e[3] "axis of frame_b";
    Real p[nw, 3] "across the axis of frame_a";
    Units.AngularVelocity w[3] "of frame_b against frame_a";
  equation
    e = unit*frame_b.R.T;
    w = frame_b.w - frame_a.w;
    if closing == Closing.planar then
      E = {first, second}*frame_a.R.T;
    else
      E = identity(3);
    end if;
    drift = E*(frame_b.r - frame_a.r);
    E*(relax(frame_b.a) - relax(frame_a.a)) = -2*rate*(E*(frame_b.v - frame_a.v)) - rate^2*drift;
    if closing == Closing.hinge then
      p = {first, second}*frame_a.R.T;
    end if;
    for k in 1:nw loop
      D[k, :] = cross(e, p[k, :]);
      tilt[k] = p[k, :]*e;
      D[k, :]*(relax(frame_b.z) - relax(frame_a.z)) = -w
        *(cross(cross(frame_b.w, e), p[k, :]) + cross(e, cross(frame_a.w, p[k, :])))
        - 2*rate*(D[k, :]*w) - rate^2*tilt[k];
    end for;
    frame_a.f = relax(lambda)*E;
    frame_b.f = -relax(lambda)*E;
    frame_a.t = relax(mu)*D;
    frame_b.t = -relax(mu)*D;
  initial equation
    E*(frame_b.r - frame_a.r) = zeros(nr);
    E*(frame_b.v - frame_a.v) = zeros(nr);
    tilt = zeros(nw);
    D*w = zeros(nw);
    annotation(Documentation(info="<html>
<p>A chain of joints that comes back to itself has more joints than freedom. One joint of every loop is a cut joint: the frames
on both sides keep the states they have, forces hold them together. What must hold is that the accelerations agree; so that
errors of integration do not add up, the difference of the positions obeys x'' + 2 rate x' + rate^2 x = 0: it dies out within a
few times 1/rate. At the start positions and velocities agree: fix as many joints as the loop has freedom and give start
values to the others. A loop of revolute joints with parallel axes moves in a plane, which a hinge would hold twice: close it
with Closing.planar.</p>
</html>"));
  end CutJoint;

  model Spring "A spring beside a damper, along the line between two points"
    extends TwoFrames;
    parameter Real c(unit="N/m") "stiffness";
    parameter Real d(unit="N.s/m") = 0 "damping";
    parameter Units.Position length0 = 0 "length without force";
    Units.Position length "distance of the points: never zero";
    Real e[3] "from frame_a to frame_b, of length 1";
    Units.Force f "that pulls the points together";
  equation
    length = sqrt((frame_b.r - frame_a.r)*(frame_b.r - frame_a.r));
    e = (frame_b.r - frame_a.r)/length;
    f = c*(length - length0) + d*(e*(frame_b.v - frame_a.v));
    frame_a.f = -f*e;
    frame_b.f = f*e;
    frame_a.t = zeros(3);
    frame_b.t = zeros(3);
  end Spring;

  model Force "A force and a torque by signals, in the coordinates of the world"
    Frame_b frame_b "what they act on";
    Blocks.RealInput f[3](each unit="N") "force";
    Blocks.RealInput t[3](each unit="N.m") "torque";
  equation
    frame_b.f = -f;
    frame_b.t = -t;
  end Force;

  model Sensor "The motion of a frame, in the coordinates of the world"
    Frame_a frame_a;
    Blocks.RealOutput r[3](each unit="m") "position";
    Blocks.RealOutput v[3](each unit="m/s") "velocity";
    Blocks.RealOutput w[3](each unit="rad/s") "angular velocity";
    Blocks.RealOutput a[3](each unit="m/s2") "acceleration";
  equation
    r = frame_a.r;
    v = frame_a.v;
    w = frame_a.w;
    a = frame_a.a;
    frame_a.f = zeros(3);
    frame_a.t = zeros(3);
  end Sensor;

  model CutForce "What a rigid connection carries, in the coordinates of the world"
    extends TwoFrames;
    Blocks.RealOutput f[3](each unit="N") "force on frame_b";
    Blocks.RealOutput t[3](each unit="N.m") "torque on frame_b";
  equation
    Connections.branch(frame_a.R, frame_b.R);
    frame_b.r = frame_a.r;
    frame_b.R = frame_a.R;
    frame_b.v = frame_a.v;
    frame_b.w = frame_a.w;
    frame_b.a = frame_a.a;
    frame_b.z = frame_a.z;
    frame_a.f + frame_b.f = zeros(3);
    frame_a.t + frame_b.t = zeros(3);
    f = -frame_b.f;
    t = -frame_b.t;
  end CutForce;
  annotation(Documentation(info="<html>
<p>A frame carries position, orientation, velocities and accelerations, all in the coordinates of the world, and force and
torque as flows. Joints have the states; nothing has to be differentiated. A model is a tree of joints and bars that hangs on
the world or on fixed frames; a loop is closed by a CutJoint. The tree is solved from its leaves to its root and back.</p>
</html>"));
end MultiBody;

package SpatialChains "Chains of revolute joints in space, with the marks of relaxing"
  connector Frame "Acceleration (rotation, then translation), torque and force"
    Real a[6];
    flow Real f[6];
  end Frame;

  model World
    Frame frame;
  equation
    frame.a = {0, 0, 0, 0, 9.81, 0};
  end World;

  model Bar
    parameter Real l[3] = {0.5, 0.1, 0.2};
    input Real R[3, 3];
    input Real w[3];
    Frame frame_a;
    Frame frame_b;
    Real r[3];
  equation
    r = R*l;
    frame_b.a[1:3] = frame_a.a[1:3];
    frame_b.a[4:6] = frame_a.a[4:6] + cross(frame_a.a[1:3], r) + cross(w, cross(w, r));
    frame_a.f[1:3] + frame_b.f[1:3] + cross(r, frame_b.f[4:6]) = zeros(3);
    frame_a.f[4:6] + frame_b.f[4:6] = zeros(3);
  end Bar;

  model Body
    parameter Real m = 1;
    parameter Real J[3, 3] = [0.2, 0.01, 0.02; 0.01, 0.3, 0.03; 0.02, 0.03, 0.25];
    input Real R[3, 3];
    input Real w[3];
    Frame frame;
    Real I[3, 3];
  equation
    I = R*J*transpose(R);
    I*frame.a[1:3] + cross(w, I*w) = frame.f[1:3];
    m*frame.a[4:6] = frame.f[4:6];
  end Body;

  model Joint
    parameter Real d = 0.1;
    input Real R_a[3, 3];
    input Real w_a[3];
    Frame frame_a;
    Frame frame_b;
    Real R[3, 3];
    Real w_b[3];
    Real q(start = 0.1, fixed = true);
    Real w(start = 0, fixed = true);
    Real a;
    Real n[3];
  equation
    der(q) = w;
    der(w) = a;
    n = {R_a[1, 3], R_a[2, 3], R_a[3, 3]};
    R = R_a*[cos(q), 0, sin(q); sin(q), 0, -cos(q); 0, 1, 0];
    w_b = w_a + n*w;
    frame_b.a[1:3] = Sunder.relax(frame_a.a[1:3]) + n*a + cross(w_a, n)*w;
    frame_b.a[4:6] = Sunder.relax(frame_a.a[4:6]);
    frame_a.f + frame_b.f = zeros(6);
    n*frame_b.f[1:3] = d*w + Sunder.residue(a);
  end Joint;

  model Link
    Frame frame_a;
    Frame frame_b;
    Joint joint;
    Bar centre(R = joint.R, w = joint.w_b);
    Bar next(l = {1, 0.2, 0.4}, R = joint.R, w = joint.w_b);
    Body body(R = joint.R, w = joint.w_b);
  equation
    connect(frame_a, joint.frame_a);
    connect(joint.frame_b, centre.frame_a);
    connect(centre.frame_b, body.frame);
    connect(joint.frame_b, next.frame_a);
    connect(next.frame_b, frame_b);
  end Link;

  model Chain
    parameter Integer n = 10;
    World world;
    Link link[n];
  equation
    connect(world.frame, link[1].frame_a);
    link[1].joint.R_a = identity(3);
    link[1].joint.w_a = zeros(3);
    for i in 1:n - 1 loop
      connect(link[i].frame_b, link[i + 1].frame_a);
      link[i + 1].joint.R_a = link[i].joint.R;
      link[i + 1].joint.w_a = link[i].joint.w_b;
    end for;
  end Chain;

  model Tree "Every link carries two others"
    parameter Integer n = 10;
    World world;
    Link link[n];
  equation
    connect(world.frame, link[1].frame_a);
    link[1].joint.R_a = identity(3);
    link[1].joint.w_a = zeros(3);
    for i in 2:n loop
      connect(link[div(i, 2)].frame_b, link[i].frame_a);
      link[i].joint.R_a = link[div(i, 2)].joint.R;
      link[i].joint.w_a = link[div(i, 2)].joint.w_b;
    end for;
  end Tree;

  model Chain100
    extends Chain(n = 100);
  end Chain100;
end SpatialChains;

package PlanarChains "Chains of revolute joints in a plane, with the marks of relaxing"
  connector Frame "Acceleration (rotation, x, y), torque and forces"
    Real a[3];
    flow Real f[3];
  end Frame;

  model World
    Frame frame;
  equation
    frame.a = {0, 0, 9.81};
  end World;

  model Bar
    parameter Real length = 0.5;
    input Real phi "of the bar";
    input Real w "angular velocity";
    Frame frame_a;
    Frame frame_b;
    Real x;
    Real y;
  equation
    x = length*cos(phi);
    y = length*sin(phi);
    frame_b.a[1] = frame_a.a[1];
    frame_b.a[2] = frame_a.a[2] - y*frame_a.a[1] - x*w^2;
    frame_b.a[3] = frame_a.a[3] + x*frame_a.a[1] - y*w^2;
    frame_a.f[1] + frame_b.f[1] - y*frame_b.f[2] + x*frame_b.f[3] = 0;
    frame_a.f[2] + frame_b.f[2] = 0;
    frame_a.f[3] + frame_b.f[3] = 0;
  end Bar;

  model Body
    parameter Real m = 1;
    parameter Real J = 0.1;
    Frame frame;
  equation
    J*frame.a[1] = frame.f[1];
    m*frame.a[2] = frame.f[2];
    m*frame.a[3] = frame.f[3];
  end Body;

  model Joint
    parameter Real d = 0.1;
    Frame frame_a;
    Frame frame_b;
    Real q(start = 0.1, fixed = true);
    Real w(start = 0, fixed = true);
    Real a;
  equation
    der(q) = w;
    der(w) = a;
    frame_b.a[1] = Sunder.relax(frame_a.a[1]) + a;
    frame_b.a[2] = Sunder.relax(frame_a.a[2]);
    frame_b.a[3] = Sunder.relax(frame_a.a[3]);
    frame_a.f + frame_b.f = zeros(3);
    frame_b.f[1] = d*w + Sunder.residue(a);
  end Joint;

  model Link
    input Real phi "of the link before";
    input Real w;
    Frame frame_a;
    Frame frame_b;
    Joint joint;
    Bar centre(phi = phi + joint.q, w = w + joint.w);
    Bar next(length = 1, phi = centre.phi, w = centre.w);
    Body body;
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
    link[1].phi = 0;
    link[1].w = 0;
    for i in 1:n - 1 loop
      connect(link[i].frame_b, link[i + 1].frame_a);
      link[i + 1].phi = link[i].next.phi;
      link[i + 1].w = link[i].next.w;
    end for;
  end Chain;

  model Tree "Every link carries two others"
    parameter Integer n = 10;
    World world;
    Link link[n];
  equation
    connect(world.frame, link[1].frame_a);
    link[1].phi = 0;
    link[1].w = 0;
    for i in 2:n loop
      connect(link[div(i, 2)].frame_b, link[i].frame_a);
      link[i].phi = link[div(i, 2)].next.phi;
      link[i].w = link[div(i, 2)].next.w;
    end for;
  end Tree;

  model Chain100
    extends Chain(n = 100);
  end Chain100;
end PlanarChains;

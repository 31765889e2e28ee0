// Bodies in a plane against closed solutions or equations of Lagrange in the same model; assertions hold all the way.
package PlanarCases
  import Sunder.Planar.*;
  model Double "Two rods on joints, against the equations of Lagrange; and once more with every joint and bar turned round"
    inner World world;
    parameter Real L1 = 1, L2 = 0.7, m1 = 1, m2 = 1.5, g = 9.81;
    Revolute j1(phi(start=0.3, fixed=true), w(start=0, fixed=true)), j2(phi(start=-0.5, fixed=true), w(start=1, fixed=true));
    Link l1(r={L1, 0}, m=m1), l2(r={L2, 0}, m=m2);
    Revolute k1(phi(start=-0.3, fixed=true), w(start=0, fixed=true)), k2(phi(start=0.5, fixed=true), w(start=-1, fixed=true));
    Bar b1(r={-L1, 0}), c1(r={-L1/2, 0}), c2(r={-L2/2, 0});
    BodyAtCentre n1(m=m1, I=m1*L1^2/12), n2(m=m2, I=m2*L2^2/12);
    Body whole(m=0, I=0);
    Real q1(start=0.3, fixed=true), q2(start=-0.2, fixed=true), w1(start=0, fixed=true), w2(start=1, fixed=true);
  equation
    connect(world.frame_b, j1.frame_a);
    connect(j1.frame_b, l1.frame_a);
    connect(l1.frame_b, j2.frame_a);
    connect(j2.frame_b, l2.frame_a);
    connect(world.frame_b, k1.frame_b);
    connect(k1.frame_a, b1.frame_b);
    connect(k1.frame_a, c1.frame_b);
    connect(c1.frame_a, n1.frame_a);
    connect(b1.frame_a, k2.frame_b);
    connect(k2.frame_a, c2.frame_b);
    connect(c2.frame_a, n2.frame_a);
    connect(c2.frame_a, whole.frame_a);
    der(q1) = w1;
    der(q2) = w2;
    (m1/3 + m2)*L1^2*der(w1) + m2*L1*L2/2*cos(q2 - q1)*der(w2) - m2*L1*L2/2*sin(q2 - q1)*w2^2 = -(m1/2 + m2)*g*L1*cos(q1);
    m2*L2^2/3*der(w2) + m2*L1*L2/2*cos(q2 - q1)*der(w1) + m2*L1*L2/2*sin(q2 - q1)*w1^2 = -m2*g*L2/2*cos(q2);
    assert(abs(j1.phi - q1) + abs(j1.phi + j2.phi - q2) < 1e-6, "not as Lagrange says");
    assert(abs(j1.phi + k1.phi) + abs(j2.phi + k2.phi) < 1e-6, "turned round it moves differently");
    annotation(experiment(StopTime=3));
  end Double;
  model Rotor "A slider on an arm that turns at a given speed: s = cosh(w*t); the drive has to give 2*m*w*s*v"
    inner World world(g={0, 0});
    Revolute hub(useAxis=true);
    Prismatic slider(n={2, 0}, s(start=1, fixed=true), v(start=0, fixed=true));
    Sunder.Rotational.Speed drive;
    Sunder.Blocks.Sources.Constant speed(k=2);
    Body body(m=3, I=0.1, r_CM={0, 0});
    Real s = slider.s, v = slider.v, tau = hub.tau;
  equation
    connect(world.frame_b, hub.frame_a);
    connect(hub.frame_b, slider.frame_a);
    connect(slider.frame_b, body.frame_a);
    connect(drive.flange, hub.axis);
    connect(speed.y, drive.w_ref);
    assert(abs(s/cosh(2*time) - 1) < 1e-6, "not the hyperbolic cosine");
    assert(abs(tau - 12*s*v) < 1e-6*(1 + tau), "the torque is wrong");
    annotation(experiment(StopTime=1));
  end Rotor;
  model Thrown "A body whose centre is off its frame: the centre falls along a parabola, the speed of turning stays"
    inner World world;
    Free free(s(each start=0, each fixed=true), v(start={0, 0}, each fixed=true), phi(fixed=true), w(start=2, fixed=true));
    Body body(m=2, I=0.3, r_CM={0.5, 0});
    Free reversed(s(start={0, 0}, each fixed=true), v(start={0, 0}, each fixed=true), phi(fixed=true), w(start=-2, fixed=true));
    Body other(m=2, I=0.3, r_CM={0.5, 0});
    Sensor sensor;
  equation
    connect(world.frame_b, free.frame_a);
    connect(free.frame_b, body.frame_a);
    connect(world.frame_b, reversed.frame_b);
    connect(reversed.frame_a, other.frame_a);
    connect(reversed.frame_a, sensor.frame_a);
    assert(abs(free.s[1] + 0.5*cos(2*time) - 0.5) < 1e-7, "horizontally");
    assert(abs(free.s[2] + 0.5*sin(2*time) - time + 9.81/2*time^2) < 1e-7, "vertically");
    assert(abs(free.w - 2) < 1e-9, "turning");
    assert(abs(sensor.r[1] - free.s[1]) + abs(sensor.r[2] - free.s[2]) < 1e-7, "turned round");
    assert(abs(sensor.phi - free.phi) < 1e-7, "turned round");
    annotation(experiment(StopTime=1));
  end Thrown;
  model Parallelogram "A loop: it moves like one pendulum with the inertia of all three rods"
    inner World world;
    parameter Real L = 0.8, m = 1, M = 2, g = 9.81;
    Revolute j1(phi(start=-1, fixed=true), w(start=0, fixed=true)), j2(phi(start=1)), j3(phi(start=-1));
    Fixed other(r={1.5, 0});
    Link crank1(r={L, 0}, m=m), crank2(r={L, 0}, m=m), coupler(r={1.5, 0}, m=M);
    CutJoint cut;
    Real q(start=-1, fixed=true), w(start=0, fixed=true);
  equation
    connect(world.frame_b, j1.frame_a);
    connect(j1.frame_b, crank1.frame_a);
    connect(crank1.frame_b, j2.frame_a);
    connect(j2.frame_b, coupler.frame_a);
    connect(other.frame_b, j3.frame_a);
    connect(j3.frame_b, crank2.frame_a);
    connect(coupler.frame_b, cut.frame_a);
    connect(crank2.frame_b, cut.frame_b);
    der(q) = w;
    (2*m/3 + M)*L^2*der(w) = -(m + M)*g*L*cos(q);
    assert(abs(j1.phi - q) < 1e-6, "not the pendulum");
    assert(abs(j3.phi - q) < 1e-6, "the second crank is not parallel");
    assert(max(abs(cut.drift)) < 1e-8, "the loop opens");
    annotation(experiment(StopTime=5));
  end Parallelogram;
  model SliderCrank "A crank at a given speed moves a piston: x = r*cos(w*t) + sqrt(l^2 - (r*sin(w*t))^2)"
    inner World world;
    Revolute hub(useAxis=true), pin(phi(start=0));
    Prismatic piston(s(start=1.3));
    Sunder.Rotational.Speed drive;
    Sunder.Blocks.Sources.Constant speed(k=5);
    Bar crank(r={0.3, 0});
    Link rod(r={1, 0}, m=1);
    BodyAtCentre mass(m=2, I=0.1);
    CutJoint cut;
    Real x = 0.3*cos(5*time) + sqrt(1 - (0.3*sin(5*time))^2);
  equation
    connect(world.frame_b, hub.frame_a);
    connect(hub.frame_b, crank.frame_a);
    connect(crank.frame_b, pin.frame_a);
    connect(pin.frame_b, rod.frame_a);
    connect(world.frame_b, piston.frame_a);
    connect(piston.frame_b, mass.frame_a);
    connect(rod.frame_b, cut.frame_b);
    connect(mass.frame_a, cut.frame_a);
    connect(drive.flange, hub.axis);
    connect(speed.y, drive.w_ref);
    assert(abs(piston.s - x) < 1e-6, "the piston is elsewhere");
    annotation(experiment(StopTime=3));
  end SliderCrank;
  model Friction "A block on a slope slides or holds; a wheel runs out on its bearing and stands"
    inner World world;
    FrictionPrismatic slides(n={-1, -1}, mu=0.5, s(fixed=true), v(fixed=true));
    FrictionPrismatic holds(n={-1, -1}, mu=0.9, peak=1.2, s(fixed=true), v(fixed=true));
    FrictionPrismatic brakes(n={1, 0}, f_dry=2, s(fixed=true), v(start=3, fixed=true));
    FrictionRevolute bearing(mu=0.2, radius=0.05, phi(fixed=true), w(start=10, fixed=true));
    FrictionRevolute stiff(tau_dry=6, phi(fixed=true), w(fixed=true));
    BodyAtCentre sledge(m=2, I=1), same(m=2, I=1), third(m=4, I=1), wheel(m=5, I=0.2);
    Link rod(r={1, 0}, m=1);
  equation
    connect(world.frame_b, slides.frame_a);
    connect(slides.frame_b, sledge.frame_a);
    connect(world.frame_b, holds.frame_a);
    connect(holds.frame_b, same.frame_a);
    connect(world.frame_b, brakes.frame_a);
    connect(brakes.frame_b, third.frame_a);
    connect(world.frame_b, bearing.frame_a);
    connect(bearing.frame_b, wheel.frame_a);
    connect(world.frame_b, stiff.frame_a);
    connect(stiff.frame_b, rod.frame_a);
    annotation(experiment(StopTime=7));
  end Friction;
  model Chain "The energy of ten rods on damped or free joints: what is lost is what the dampers took"
    parameter Integer n = 10;
    inner World world;
    Revolute joint[n](each d=0.1, phi(start={0.1*i for i in 1:n}, each fixed=true), w(each start=0, each fixed=true));
    Link rod[n](each r={0.5, 0}, each m=1);
    Real lost(start=0, fixed=true), energy;
    parameter Real E0(fixed=false);
  initial equation
    E0 = energy;
  equation
    connect(world.frame_b, joint[1].frame_a);
    for i in 1:n loop
      connect(joint[i].frame_b, rod[i].frame_a);
    end for;
    for i in 1:n - 1 loop
      connect(rod[i].frame_b, joint[i + 1].frame_a);
    end for;
    der(lost) = 0.1*sum(joint[i].w^2 for i in 1:n);
    energy = sum(0.5*(rod[i].body.frame_a.v*rod[i].body.frame_a.v) + 0.5*0.25/12*rod[i].body.frame_a.w^2 + 9.81*rod[i].body.frame_a.r[2] for i in 1:n);
    assert(abs(energy + lost - E0) < 1e-5, "energy comes or goes");
    annotation(experiment(StopTime=2));
  end Chain;
  model Springs "A mass on a spring without length moves along an ellipse; a damper along the line; forces by signals"
    inner World world(g={0, 0});
    Free free(s(start={1, 0}, each fixed=true), v(start={0, 4}, each fixed=true), phi(fixed=true), w(fixed=true));
    BodyAtCentre body(m=2, I=1);
    Spring spring(c=8);
    Free pushed(s(each fixed=true), v(each fixed=true), phi(fixed=true), w(fixed=true));
    CutForce between;
    BodyAtCentre load(m=2, I=4);
    Force force;
    Sunder.Blocks.Sources.Constant one(k=1), two(k=2);
    Free slow(s(start={3, 4}, each fixed=true), v(each fixed=true), phi(fixed=true), w(fixed=true));
    BodyAtCentre damped(m=1, I=1);
    Spring line(c=2, d=3, length0=2);
    Real x = free.s[1], y = free.s[2], l = line.length, p = pushed.s[1], q = pushed.s[2];
  equation
    connect(world.frame_b, free.frame_a);
    connect(free.frame_b, body.frame_a);
    connect(world.frame_b, spring.frame_a);
    connect(spring.frame_b, free.frame_b);
    connect(world.frame_b, pushed.frame_a);
    connect(pushed.frame_b, between.frame_a);
    connect(between.frame_b, load.frame_a);
    connect(pushed.frame_b, force.frame_b);
    connect(one.y, force.f[1]);
    connect(two.y, force.f[2]);
    connect(two.y, force.t);
    connect(world.frame_b, slow.frame_a);
    connect(slow.frame_b, damped.frame_a);
    connect(world.frame_b, line.frame_a);
    connect(line.frame_b, damped.frame_a);
    assert(abs(x - cos(2*time)) + abs(y - 2*sin(2*time)) < 1e-6, "not the ellipse");
    assert(abs(l - (2 + 6*exp(-time) - 3*exp(-2*time))) < 1e-6, "not the damped motion along the line");
    assert(abs(line.length*0.8 - slow.s[2]) < 1e-7, "not along the line");
    assert(abs(p - time^2/4) + abs(q - time^2/2) < 1e-7, "not pushed");
    assert(abs(pushed.phi - time^2/4) < 1e-7, "not turned");
    assert(abs(between.f[1] - 1) + abs(between.f[2] - 2) < 1e-7, "what is between carries another force");
    assert(abs(between.t - 2) < 1e-7, "what is between carries another torque");
    annotation(experiment(StopTime=3));
  end Springs;
end PlanarCases;
// run: simulate $FILE --model PlanarCases.Double --method rosenbrock --tolerance 1e-9 --json
// run: simulate $FILE --model PlanarCases.Rotor --method rosenbrock --tolerance 1e-9 --json
// differs: passes because derivatives of aliases are variables too
// run: simulate $FILE --model PlanarCases.Thrown --method rosenbrock --tolerance 1e-9 --json
// run: simulate $FILE --model PlanarCases.Parallelogram --method rosenbrock --tolerance 1e-9 --json
// differs: passes because its loop is solved in another order, and the run keeps to 1e-9 only
// run: simulate $FILE --model PlanarCases.SliderCrank --method rosenbrock --tolerance 1e-9 --json
// differs: passes because derivatives of aliases are variables too
// run: simulate $FILE --model PlanarCases.Friction --method rosenbrock --tolerance 1e-9 --json
// json: final.[slides.v] ~ 24.2785111 1e-7
// json: final.[holds.s] == 0
// json: final.[holds.mode] == 0
// json: final.[brakes.s] ~ 9 1e-7
// json: final.[brakes.mode] == 0
// json: final.[bearing.phi] ~ 20.3873598 1e-7
// json: final.[bearing.mode] == 0
// json: final.[stiff.phi] == 0
// json: final.[stiff.f_friction] ~ -4.905 1e-9
// run: simulate $FILE --model PlanarCases.Chain --method rosenbrock --tolerance 1e-9 --json
// differs: passes because its loop is solved in another order, and the run keeps to 1e-9 only
// run: simulate $FILE --model PlanarCases.Springs --method rosenbrock --tolerance 1e-9 --json

// Marks of relaxing where coefficients change at events: joints that stick and slide, brakes, switches. What sticks has
// a coefficient that is zero in one of its modes; it is a pivot only after others were eliminated.
package Planar
  connector Frame
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
    input Real phi, w;
    Frame frame_a, frame_b;
    Real x = length*cos(phi), y = length*sin(phi);
  equation
    frame_b.a[1] = frame_a.a[1];
    frame_b.a[2] = frame_a.a[2] - y*frame_a.a[1] - x*w^2;
    frame_b.a[3] = frame_a.a[3] + x*frame_a.a[1] - y*w^2;
    frame_a.f[1] + frame_b.f[1] - y*frame_b.f[2] + x*frame_b.f[3] = 0;
    frame_a.f[2:3] + frame_b.f[2:3] = zeros(2);
  end Bar;
  model Body
    parameter Real m = 1, J = 0.1;
    Frame frame;
  equation
    J*frame.a[1] = frame.f[1];
    m*frame.a[2:3] = frame.f[2:3];
  end Body;
  model Joint "with a bearing that sticks and slides"
    extends Sunder.DryFriction;
    parameter Boolean marked = true;
    parameter Real dry = 0.8, mu = 0;
    Frame frame_a, frame_b;
    Real q(start = -0.3, fixed = true), w(start = 0, fixed = true), a;
  equation
    der(q) = w;
    der(w) = a;
    v_slide = w;
    a_slide = a;
    pressed = true;
    f_slide = dry + mu*sqrt(frame_b.f[2]^2 + frame_b.f[3]^2 + 1e-12);
    if marked then
      frame_b.a = Sunder.relax(frame_a.a) + {a, 0, 0};
      frame_b.f[1] = f_friction + Sunder.residue(a);
    else
      frame_b.a = frame_a.a + {a, 0, 0};
      frame_b.f[1] = f_friction;
    end if;
    frame_a.f + frame_b.f = zeros(3);
  end Joint;
  model Link
    parameter Boolean marked = true;
    parameter Real mu = 0;
    input Real phi, w;
    Frame frame_a, frame_b;
    Joint joint(marked = marked, mu = mu);
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
    parameter Integer n = 6;
    parameter Boolean marked = true;
    parameter Real mu = 0;
    World world;
    Link link[n](each marked = marked, each mu = mu);
  equation
    connect(world.frame, link[1].frame_a);
    link[1].phi = -1.2;
    link[1].w = 0;
    for i in 1:n - 1 loop
      connect(link[i].frame_b, link[i + 1].frame_a);
      link[i + 1].phi = link[i].next.phi;
      link[i + 1].w = link[i].next.w;
    end for;
  end Chain;
  model Same "both at once: the same modes at the same instants"
    parameter Real mu = 0;
    Chain marked(mu = mu), plain(marked = false, mu = mu);
    Integer sticks = sum(if marked.link[i].joint.mode == 0 then 1 else 0 for i in 1:6);
    Real most(start = 0, fixed = true) "time with something that sticks";
  equation
    der(most) = if sticks > 0 then 1 else 0;
    for i in 1:6 loop
      assert(abs(marked.link[i].joint.q - plain.link[i].joint.q) < 1e-6, "not the same");
      assert(abs(marked.link[i].joint.w - plain.link[i].joint.w) < 1e-5, "not the same");
    end for;
  end Same;
  model Long
    extends Chain(n = 60);
  end Long;
end Planar;
// run: check $FILE --model Planar.Chain --json
// differs: passes because aliases are equations of the loop
// json: relaxed.loops == 1
// json: relaxed.blocks == 6
// json: relaxed.patterns == 4
// json: relaxed.last == 0
// json: relaxed.operations == 1669
// json: relaxed.torn_operations == 9850
// json: relaxed.factor_operations == 3770
// run: check $FILE --model Planar.Long
// differs: passes because aliases are equations of the loop
//out| Planar.Long: the model is complete and can be simulated
//out|
//out|   equations     4566 for 4566 unknowns, 2946 of them aliases
//out|   states        120: link[1].joint.q, link[1].joint.w, … (118 more)
//out|   parameters    663
//out|   shapes        21 (kinds of equations)
//out|   blocks        486 blocks; solved together: 0 linear, 1 nonlinear, the largest of 1135
//out|   relaxed       1 loop of 1135 equations: 60 blocks with 4 patterns, 18787 operations (tearing: 1939810, factors with pivots: 40274)
// run: simulate $FILE --model Planar.Same --method cvode --tolerance 1e-10 --stop 1 --json
// differs: passes because rounding moves the instants of events
// json: status.ok == true
// run: simulate $FILE --model Planar.Same --set mu=0.02 --method cvode --tolerance 1e-10 --stop 1 --json
// differs: passes because rounding moves the instants of events
// json: status.ok == true
// run: simulate $FILE --model Planar.Same --method rosenbrock --tolerance 1e-9 --stop 1 --json
// differs: passes because rounding moves the instants of events
// json: status.ok == true
model Ladder "resistors in a row, switches to ground: closed ones have no resistance"
  parameter Integer n = 8;
  parameter Boolean marked = true;
  parameter Real Ron = 0;
  Real v[n + 1], i[n], s[n - 1], j[n - 1], u(start = 1, fixed = true);
equation
  v[1] = sin(time);
  for k in 1:n loop
    if marked then
      2*i[k] = Sunder.relax(v[k]) - Sunder.relax(v[k + 1]);
    else
      2*i[k] = v[k] - v[k + 1];
    end if;
  end for;
  for k in 1:n - 1 loop
    i[k] = i[k + 1] + j[k];
    v[k + 1] = s[k]*(if mod(k, 3) == 0 and sin(3*time + k) > 0 then Ron else 1);
    j[k] = s[k]*(if mod(k, 3) == 0 and sin(3*time + k) > 0 then 1 else 0.1);
  end for;
  v[n + 1] = u;
  der(u) = i[n];
end Ladder;
model SameLadder
  Ladder marked, plain(marked = false);
equation
  assert(abs(marked.u - plain.u) < 1e-9 and abs(marked.i[1] - plain.i[1]) < 1e-9, "not the same");
end SameLadder;
// run: check $FILE --model Ladder --json
// json: relaxed.loops == 1
// run: simulate $FILE --model SameLadder --method cvode --tolerance 1e-10 --stop 5 --json
// json: status.ok == true
model SameBrake "a shaft that a brake holds, behind a gear"
  parameter Real J1 = 0.7, J2 = 2, i = 3;
  Real a1, a2, t1, t2, w(start = 1, fixed = true), hold;
  Boolean stuck = time > 1 and time < 2;
  Real b1, b2, r1, r2, v(start = 1, fixed = true), keep;
equation
  J1*Sunder.relax(a1) = 1.5 - t1 - hold;
  a1 = i*Sunder.relax(a2);
  i*t1 = t2;
  J2*a2 = t2;
  der(w) = a2;
  if stuck then
    a1 = 0;
  else
    hold = 0.2;
  end if;
  J1*b1 = 1.5 - r1 - keep;
  b1 = i*b2;
  i*r1 = r2;
  J2*b2 = r2;
  der(v) = b2;
  if stuck then
    b1 = 0;
  else
    keep = 0.2;
  end if;
  assert(abs(w - v) < 1e-9 and abs(hold - keep) < 1e-9, "not the same");
end SameBrake;
// run: check $FILE --model SameBrake --json
// json: relaxed.loops == 1
// json: relaxed.last == 0
// run: simulate $FILE --model SameBrake --method cvode --tolerance 1e-10 --stop 3 --json
// json: status.ok == true

// Marks of relaxing in a planar chain of joints: the same accelerations as without marks, exact Jacobians.
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
  model Joint
    parameter Boolean marked = true;
    parameter Boolean backwards = false "marks on the other side";
    Frame frame_a, frame_b;
    Real q(start = 0.1, fixed = true), w(start = 0, fixed = true), a;
  equation
    der(q) = w;
    der(w) = a;
    if not marked then
      frame_b.a = frame_a.a + {a, 0, 0};
    elseif backwards then
      frame_a.a = Sunder.relax(frame_b.a) - {a, 0, 0};
    else
      frame_b.a = Sunder.relax(frame_a.a) + {a, 0, 0};
    end if;
    frame_a.f + frame_b.f = zeros(3);
    if marked then
      frame_b.f[1] = 0.1*w + Sunder.residue(a);
    else
      frame_b.f[1] = 0.1*w;
    end if;
  end Joint;
  model Link
    parameter Boolean marked = true;
    parameter Boolean backwards = false;
    parameter Real m = 1, J = 0.1;
    input Real phi, w;
    Frame frame_a, frame_b;
    Joint joint(marked = marked, backwards = backwards);
    Bar centre(phi = phi + joint.q, w = w + joint.w);
    Bar next(length = 1, phi = centre.phi, w = centre.w);
    Body body(m = m, J = J);
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
    parameter Boolean backwards[n] = fill(false, n);
    World world;
    Link link[n](each marked = marked, backwards = backwards);
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
  model Same "both at once"
    Chain marked, plain(marked = false);
  equation
    for i in 1:6 loop
      assert(abs(marked.link[i].joint.a - plain.link[i].joint.a) < 1e-7*(1 + abs(plain.link[i].joint.a)), "not the same");
    end for;
  end Same;
  model SameTurned "every other joint the wrong way round"
    Chain marked(backwards = {false, true, false, true, false, true}), plain(marked = false);
  equation
    for i in 1:6 loop
      assert(abs(marked.link[i].joint.a - plain.link[i].joint.a) < 1e-7*(1 + abs(plain.link[i].joint.a)), "not the same");
    end for;
  end SameTurned;
  model Same100 "a long chain: every acceleration"
    Chain marked(n = 100), plain(n = 100, marked = false);
  equation
    for i in 1:100 loop
      assert(abs(marked.link[i].joint.a - plain.link[i].joint.a) < 1e-8*(1 + abs(plain.link[i].joint.a)), "not the same");
    end for;
  end Same100;
  model Pair
    extends Chain(n = 2);
  end Pair;
  model PlainPair
    extends Chain(n = 2, marked = false);
  end PlainPair;
end Planar;
// run: simulate $FILE --model Planar.Same --method cvode --tolerance 1e-9 --stop 0.5 --json
// json: status.ok == true
// run: simulate $FILE --model Planar.SameTurned --method cvode --tolerance 1e-9 --stop 0.5 --json
// json: status.ok == true
// run: simulate $FILE --model Planar.Same100 --method cvode --stop 0.01 --tolerance 1e-12 --absolute-tolerance 1e-14 --json
// json: status.ok == true
// run: linearize $FILE --model Planar.Pair
//out| Planar.Pair: linear at initial, t = 0; 4 states, 0 inputs, 0 outputs
//out|
//out|   A                link[1].joint.q  link[1].joint.w  link[2].joint.q  link[2].j…
//out|   link[1].joint.q                0                1                0           …
//out|   link[1].joint.w          0.13051         -0.15556         -0.53987          0…
//out|   link[2].joint.q                0                0                0           …
//out|   link[2].joint.w           2.4682          0.37668           2.3591          -…
//out|
// run: linearize $FILE --model Planar.PlainPair
//out| Planar.PlainPair: linear at initial, t = 0; 4 states, 0 inputs, 0 outputs
//out|
//out|   A                link[1].joint.q  link[1].joint.w  link[2].joint.q  link[2].j…
//out|   link[1].joint.q                0                1                0           …
//out|   link[1].joint.w          0.13051         -0.15556         -0.53987          0…
//out|   link[2].joint.q                0                0                0           …
//out|   link[2].joint.w           2.4682          0.37668           2.3591          -…
//out|

// Chokes that feed what is connected to nothing else: only the sum over all its nodes shows that their currents add up
// to zero, and the derivative of that determines its potential. Three resistors in a triangle have a closed solution; a
// bridge of diodes has the same current in both of its rails. Through transformers to a star: their ratio is a factor in
// the sum, so it cannot be set once the model is compiled.
package Floating
  model Triangle
    import Sunder.Electrical.*;
    ConstantVoltage u(V = 1);
    Ground ground;
    Inductor L[3](each L = 1);
    Resistor R[3](each R = 3);
    Real error1 = L[1].i - 2/3*(1 - exp(-time)), error2 = L[2].i + 1/3*(1 - exp(-time));
  initial equation
    L[1].i = 0;
    L[2].i = 0;
  equation
    connect(u.n, ground.p);
    connect(u.p, L[1].p);
    connect(u.n, L[2].p);
    connect(u.n, L[3].p);
    for k in 1:3 loop
      connect(L[k].n, R[k].p);
      connect(R[k].n, R[mod(k, 3) + 1].p);
    end for;
  end Triangle;

  model Bridge
    import Sunder.Electrical.*;
    SineVoltage u[3](each V = 325, each f = 50, phase = {0, -2.0943951023931953, -4.1887902047863905});
    Ground ground;
    Inductor L[3](each L = 1e-3, i(fixed = {true, true, false}));
    IdealDiode up[3];
    IdealDiode down[3];
    Capacitor C(C = 1e-3, v(fixed = true, start = 500));
    Resistor load(R = 50);
    Real rails = sum(up.i) - sum(down.i), v = C.v;
  equation
    for k in 1:3 loop
      connect(u[k].n, ground.p);
      connect(u[k].p, L[k].p);
      connect(L[k].n, up[k].p);
      connect(L[k].n, down[k].n);
      connect(up[k].n, C.p);
      connect(down[k].p, C.n);
    end for;
    connect(C.p, load.p);
    connect(C.n, load.n);
  end Bridge;

  model Transformers
    parameter Real n = 1.7, g = 1 + n^2/3;
    Real i[3](start = {0, 0, 0}, fixed = {true, true, false}), v[3], j[3], u[3], c[3], star, voltage[3] = {1, 0, 0};
    Real error1 = i[1] - 2*g/3*(1 - exp(-time/g)), error2 = i[2] + g/3*(1 - exp(-time/g));
  equation
    for k in 1:3 loop
      der(i[k]) = voltage[k] - v[k];
      v[k]*n = u[k];
      i[k] = j[k]*n + c[k] - c[mod(k, 3) + 1];
      3*c[mod(k, 3) + 1] = v[mod(k, 3) + 1] - v[k];
      u[k] = 3*j[k] + star;
    end for;
    sum(j) = 0;
  end Transformers;

  model Lever "that its states depend on each other the structure shows: the ratio can be set at any time"
    parameter Real ratio = 2;
    Real x(start = 1, fixed = true), y, u, f;
  equation
    u = 3*x;
    u = ratio*y;
    der(x) = f - x;
    der(y) = -2*y - f;
  end Lever;
end Floating;
// run: simulate $FILE --model Floating.Triangle --method cvode --tolerance 1e-9 --stop 3 --json
// json: final.error1 ~ 0 1e-7
// json: final.error2 ~ 0 1e-7
// run: simulate $FILE --model Floating.Bridge --method cvode --tolerance 1e-8 --stop 0.1 --json
// differs: passes because the steps of CVODE follow the rounding of other equations, and 120 events with them
// json: final.rails ~ 0 1e-9
// json: final.v ~ 530.09356 1e-6
// run: simulate $FILE --model Floating.Transformers --method cvode --tolerance 1e-9 --stop 3 --json
// json: final.error1 ~ 0 1e-7
// json: final.error2 ~ 0 1e-7
// run: simulate $FILE --model Floating.Transformers --set n=0.3 --method cvode --tolerance 1e-9 --stop 3 --json
// json: final.error1 ~ 0 1e-7
// json: final.error2 ~ 0 1e-7
// run: check $FILE --model Floating.Transformers --explain n
//out| n is a parameter.
//out| Its value was read when the model was compiled, and cannot be changed afterwards.
//out|   n = 1.7
//out|       $FILE:51:24
// run: check $FILE --model Floating.Lever --explain ratio
//out| ratio is a parameter.
//out|   ratio = 2
//out|       $FILE:66:28

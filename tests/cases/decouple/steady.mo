package Steady
  model Motor "comes to a speed; its angle turns on"
    Real I(start = 0, fixed = true), omega(start = 0, fixed = true), phi(start = 0, fixed = true);
  equation
    0.003*der(I) = -0.05*I - 6.785*omega + 500;
    1500*der(omega) = 6.785*I - 0.001*omega^2 - 2500;
    der(phi) = omega;
  end Motor;
  model Vessels "exchange heat with each other only"
    Real a(start = 10, fixed = true), b(start = 40, fixed = true);
  equation
    der(a) = -3*(a - b);
    der(b) = 6*(a - b);
  end Vessels;
  model Ramp "never comes to rest"
    Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  equation
    der(x) = 1;
    der(y) = x - y;
  end Ramp;
  model VanDerPol "rests in the middle of its limit cycle, if nothing moves it"
    Real x(start = 2, fixed = true), v(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = 3*(1 - x^2)*v - x;
  end VanDerPol;
end Steady;
// run: analyze $FILE --model Steady.Motor --at steady --json
// json: operating_point.kind == "steady"
// json: variables[0].name == "I"
// json: variables[2].time_scale == "inf"
//err| $FILE:3:70: warning[W0621]: 1 state never comes to rest: der(phi) is 70.97 at the steady state of the others, on which it has no effect
//err|     rue), omega(start = 0, fixed = true), phi(start = 0, fixed = true);
//err|                                           ^~~
// run: analyze $FILE --model Steady.Vessels --at steady,initial --json
// json: operating_points[0].kind == "steady"
// json: operating_points[1].kind == "initial"
// json: ranking_changes == []
//err| warning[W0622]: the steady state is not unique: something is conserved, and the one reached from the initial values was taken
// run: analyze $FILE --model Steady.Ramp --at steady
// status: 3
//err| $FILE:16:10: error[E0620]: no steady state found: der(x) stays at 1 after 400 iterations
//err|         Real x(start = 0, fixed = true), y(start = 0, fixed = true);
//err|              ^
// run: analyze $FILE --model Steady.VanDerPol --at steady --json
// json: operating_points[0].modes[0].re ~ 2.618034 1e-6
//err| warning[W0814]: the steady state is unstable: a mode in which 'v' takes the largest part grows with the time constant 0.382
//err| warning[W0807]: with the step 1.1 and 2 fast states the linearised model grows from step to step (spectral radius 1.72462)
// run: analyze $FILE --model Steady.VanDerPol --probe rk4 --self-loop published
// status: 1
//err| error[E0812]: the self-loop convention published goes with the probe euler only, not with rk4

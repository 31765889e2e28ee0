// Solver methods of clocks with stages between the ticks: the equations hold at each stage, for arrays, loops, branches
// and loops of equations; the time and what is sampled lie between their values at the ticks, what is discrete stays.
package SolverStages
  partial model Swing
    constant String method = "ExplicitRungeKutta4";
    parameter Integer n = 2;
    Clock c = Clock(Clock(0.1), solverMethod = method);
    Real x[n](start = {1, 0}, each fixed = true), f, g;
    Boolean right = x[1] > 0;
    Real y = hold(x[1]);
  equation
    when c then
      der(x[1]) = x[2];
      der(x[2]) = f;
      f + 0.5*g = -x[1];
      g - f = if right then 0 else 0;
    end when;
  end Swing;
  model RungeKutta "x'' = -x/1.5"
    extends Swing;
    annotation(experiment(StopTime = 1));
  end RungeKutta;
  model MidPoint
    extends Swing(method = "ExplicitMidPoint2");
    annotation(experiment(StopTime = 1));
  end MidPoint;
  model ByTime "x' = t^2 and z' = 2 t, which the methods have exactly: from tick to tick, and from event to event"
    Real x(start = 0, fixed = true), z(start = 0, fixed = true);
    Real now;
    Clock c = Clock(Clock(0.25), "ExplicitRungeKutta4");
    Clock e = Clock(Clock(mod(time, 0.3) > 0.1, 0.1), "ExplicitMidPoint2") "at 0.1, 0.4, 0.7, 1";
    Real h;
  equation
    now = sample(time, c);
    der(x) = now*0 + time^2;
    when e then
      der(z) = 2*time;
      h = interval();
    end when;
    annotation(experiment(StopTime = 1.1));
  end ByTime;
  model Discrete "between ticks what is discrete is as it was at the first"
    discrete Real d(start = 0, fixed = true);
    Real ds, x(start = 0, fixed = true);
  equation
    when sample(0.05, 0.1) then
      d = time;
    end when;
    ds = sample(d, Clock(Clock(0.1), "ExplicitMidPoint2"));
    der(x) = ds;
    annotation(experiment(StopTime = 0.35));
  end Discrete;
  model Slower "a slower clock takes values of another one, which has no method"
    Real u, us, x(start = 0, fixed = true);
    Clock c = Clock(0.1);
  equation
    u = sample(time, c);
    when Clock(subSample(c, 2), "ExplicitRungeKutta4") then
      us = 2*subSample(u, 2) + 1;
      der(x) = us;
    end when;
    annotation(experiment(StopTime = 0.45));
  end Slower;
  model Inside "refused: the equation of what is sampled is not linear in it alone"
    Real x(start = 0, fixed = true);
  equation
    der(x) = sample(time, Clock(Clock(0.1), "ExplicitMidPoint2")) - x;
  end Inside;
  model Section "refused: an algorithm section"
    Real us, x(start = 0, fixed = true), z;
  equation
    us = sample(time, Clock(Clock(0.1), "ExplicitMidPoint2"));
    der(x) = z;
  algorithm
    z := us - x;
  end Section;
end SolverStages;
// ten steps by hand
// run: simulate $FILE --model SolverStages.RungeKutta --method cvode --json
// json: final.y ~ 0.6847787312995296 1e-12
// run: simulate $FILE --model SolverStages.MidPoint --method cvode --json
// json: final.y ~ 0.6841564412264179 1e-12
// run: simulate $FILE --model SolverStages.ByTime --method cvode --json
// json: final.x ~ 0.3333333333333333 1e-9
// json: final.z ~ 0.99 1e-9
// json: final.h ~ 0.3 1e-9
// run: simulate $FILE --model SolverStages.Discrete --method cvode --json
// json: final.x ~ 0.02 1e-12
// 0.2/6*(5*1 + 1.4), then 0.2/6*(5*1.4 + 1.8) more
// run: simulate $FILE --model SolverStages.Slower --method cvode --json
// json: final.x ~ 0.5066666666666667 1e-9
// run: check $FILE --model SolverStages.Inside
// status: 1
//err| $FILE:67:5: error[E0301]: with this solver method of the clock, what comes from outside must stand alone in its equation
//err|         der(x) = sample(time, Clock(Clock(0.1), "ExplicitMidPoint2")) - x;
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   help: give what is sampled a variable of its own: v = sample(u)
// run: check $FILE --model SolverStages.Section
// status: 1
//err| $FILE:74:3: error[E0301]: an algorithm section in a partition whose solver method evaluates it between ticks is not supported yet
//err|       algorithm
//err|       ^~~~~~~~~
//err|   help: ExplicitEuler, ImplicitEuler and ImplicitTrapezoid evaluate it at ticks only

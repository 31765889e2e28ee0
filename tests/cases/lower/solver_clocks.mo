// Clocks with a solver method: derivatives of a clocked partition become differences from tick to tick.
package SolverClocks
  partial model Decay
    constant String method = "ExplicitEuler";
    parameter Real a = 2;
    Real u = 1 + time;
    Real us, x(start = 3, fixed = true), v[2](start = {1, 2}, each fixed = true);
    Real y = hold(x);
  equation
    us = sample(u, Clock(Clock(0.1), solverMethod = method));
    der(x) = us - a*x;
    der(v) = {us - v[1], v[1] - v[2]};
  end Decay;
  model Explicit
    extends Decay;
    annotation(experiment(StopTime = 0.25));
  end Explicit;
  model Implicit
    extends Decay(method = "ImplicitEuler");
    annotation(experiment(StopTime = 0.25));
  end Implicit;
  model Trapezoid
    extends Decay(method = "ImplicitTrapezoid");
    annotation(experiment(StopTime = 0.25));
  end Trapezoid;
  model MidPoint
    extends Decay(method = "ExplicitMidPoint2");
    annotation(experiment(StopTime = 0.25));
  end MidPoint;
  model RungeKutta
    extends Decay(method = "ExplicitRungeKutta4");
    annotation(experiment(StopTime = 0.25));
  end RungeKutta;
  model External "by the method of this tool, which is ImplicitTrapezoid"
    extends Decay(method = "External");
    annotation(experiment(StopTime = 0.25));
  end External;
  model Unknown
    extends Decay(method = "Heun");
  end Unknown;
  model Without
    Real u = time;
    Real x(start = 1);
  equation
    der(x) = sample(u, Clock(0.1)) - x;
  end Without;
  model Two
    Real u = time;
    Real x(start = 1);
    Clock c = Clock(0.1);
  equation
    when Clock(c, "ImplicitEuler") then
      der(x) = sample(u, Clock(c, "ExplicitEuler")) - x;
    end when;
  end Two;
end SolverClocks;
// ticks at 0, 0.1 and 0.2: x = 3, then 3 + 0.1*(1 - 6) = 2.5, then 2.5 + 0.1*(1.1 - 5) = 2.11
// run: simulate $FILE --model SolverClocks.Explicit --method cvode --json
// json: final.x ~ 2.11 1e-12
// json: final[v[1]] ~ 1.01 1e-12
// json: final[v[2]] ~ 1.81 1e-12
// x = (3 + 0.1*1.1)/1.2 = 2.5916…, then (2.5916… + 0.1*1.2)/1.2
// run: simulate $FILE --model SolverClocks.Implicit --method cvode --json
// json: final.x ~ 2.259722222222222 1e-12
// x = (3 + 0.05*(1 - 6) + 0.05*1.1)/1.1, and so on
// run: simulate $FILE --model SolverClocks.Trapezoid --method cvode --json
// json: final.x ~ 2.190909090909091 1e-12
// by hand: stages with the mean of the inputs of both ticks
// run: simulate $FILE --model SolverClocks.MidPoint --method cvode --json
// json: final.x ~ 2.1991 1e-12
// json: final[v[1]] ~ 1.019025 1e-12
// json: final[v[2]] ~ 1.819975 1e-12
// run: simulate $FILE --model SolverClocks.RungeKutta --method cvode --json
// json: final.x ~ 2.1933917455555556 1e-12
// json: final[v[1]] ~ 1.01873090140625 1e-12
// json: final[v[2]] ~ 1.81993813046875 1e-12
// run: simulate $FILE --model SolverClocks.External --method cvode --json
// json: final.x ~ 2.190909090909091 1e-12
// run: check $FILE --model SolverClocks.Unknown
// status: 1
//err| $FILE:10:53: error[E0309]: there is no solver method 'Heun'
//err|         us = sample(u, Clock(Clock(0.1), solverMethod = method));
//err|                                                         ^~~~~~
//err|   help: there are ExplicitEuler, ExplicitMidPoint2, ExplicitRungeKutta4, ImplicitEuler, ImplicitTrapezoid and External
// run: check $FILE --model SolverClocks.Without
// status: 1
//err| $FILE:45:14: error[E0309]: clocked and continuous variables are mixed
//err|         der(x) = sample(u, Clock(0.1)) - x;
//err|                  ^~~~~~~~~~~~~~~~~~~~~
//err|   note: $FILE:45:5: this is continuous
//err|         der(x) = sample(u, Clock(0.1)) - x;
//err|         ^~~~~~
//err|   help: sample(u) makes a continuous variable clocked, hold(u) a clocked one continuous; a clock with a solver method, such as Clock(c, "ImplicitEuler"), makes differences of derivatives
// run: check $FILE --model SolverClocks.Two
// status: 1
//err| $FILE:53:35: error[E0309]: a clock cannot have two solver methods
//err|           der(x) = sample(u, Clock(c, "ExplicitEuler")) - x;
//err|                                       ^~~~~~~~~~~~~~~
//err|   note: $FILE:52:19: the other one
//err|         when Clock(c, "ImplicitEuler") then
//err|                       ^~~~~~~~~~~~~~~

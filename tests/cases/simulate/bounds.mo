// What leaves the range between min and max is said, once for each declaration; the run goes on.
package P
  type Level = Real(min = 0, max = 2);
  model Tank
    Level h(start = 1, fixed = true);
  equation
    der(h) = -1;
  end Tank;
  model M
    parameter Real k(min = 0) = -1;
    Tank t[3];
    Level inside = 1 + time/2;
    Level nearly = 2 + 1e-12*time "no more than rounding";
    Integer n(max = 2) = integer(4*time);
    Real free = -k;
    annotation(experiment(StopTime = 1.5));
  end M;
end P;
// run: simulate $FILE --method rosenbrock --tolerance 1e-6 --json
// json: final.[t[1].h] ~ -0.5 1e-6
//err| $FILE:5:11: warning[W0626]: 't[1].h' goes down to -0.5, below its min 0; outside for the first time at t = 1 (and 2 more of this declaration)
//err|         Level h(start = 1, fixed = true);
//err|               ^
//err| $FILE:10:20: warning[W0626]: 'k' is -1, below its min 0
//err|         parameter Real k(min = 0) = -1;
//err|                        ^
//err| $FILE:14:13: warning[W0626]: 'n' goes up to 6, above its max 2; outside for the first time at t = 0.75
//err|         Integer n(max = 2) = integer(4*time);
//err|                 ^

// What initialisation finds may say when sample() ticks and how long a delay is.
package FoundAtStart
  model Pulse
    parameter Real on(fixed = false), off(fixed = false), wait(fixed = false);
    Boolean y;
    Real x(start = 0, fixed = true), past, high(start = 0, fixed = true);
  initial algorithm
    on := 0.2 + time;
    off := on + 0.3;
    y := false;
  initial equation
    wait = off/2;
  equation
    when sample(on, 1) then
      y = true;
    elsewhen sample(off, 1) then
      y = false;
    end when;
    der(x) = 1;
    der(high) = if y then 1 else 0;
    past = delay(x, wait);
    annotation(experiment(StopTime = 2));
  end Pulse;
  model NoDelay
    parameter Real wait(fixed = false, start = 1);
    Real y = delay(time, wait);
  initial equation
    wait = -1;
  end NoDelay;
  model NoTicks
    parameter Real interval(fixed = false, start = 1);
    discrete Real n(start = 0, fixed = true);
  initial equation
    interval = 0;
  equation
    when sample(0, interval) then
      n = pre(n) + 1;
    end when;
  end NoTicks;
end FoundAtStart;
// run: simulate $FILE --model FoundAtStart.Pulse --method cvode --json
// json: final.high ~ 0.6 1e-9
// json: final.past ~ 1.75 1e-9
// run: simulate $FILE --model FoundAtStart.Pulse --method rosenbrock --start 1 --stop 2 --json
// json: final.high ~ 0.3 1e-9
// json: final.past ~ 0.25 1e-9
// run: simulate $FILE --model FoundAtStart.NoDelay --method cvode --stop 1
// status: 3
//err| $FILE:26:14: error[E0518]: a delay must be longer than zero and finite, not -1
//err|         Real y = delay(time, wait);
//err|                  ^~~~~~~~~~~~~~~~~
// run: simulate $FILE --model FoundAtStart.NoTicks --method cvode --stop 1
// status: 3
//err| $FILE:36:10: error[E0619]: sample() cannot start at 0 with the interval 0
//err|         when sample(0, interval) then
//err|              ^~~~~~~~~~~~~~~~~~~

// Initialisation finds when sample() ticks and how long a delay is; a time event asks a function for the next one.
model FoundAtStart
  function next
    input Real t;
    output Real y;
  protected
    Integer k;
  algorithm
    k := integer(t/0.86400);
    y := if t >= 0.252 + k*0.86400 then if t >= 0.684 + k*0.86400 then 0.252 + (k + 1)*0.86400 else 0.684 + k*0.86400 else 0.252 + k*0.86400;
  end next;
  parameter Real on(fixed = false), off(fixed = false), wait(fixed = false);
  Boolean y;
  Real x(start = 0, fixed = true), past, high(start = 0, fixed = true);
  discrete Real later, n(start = 0, fixed = true);
initial algorithm
  on := 0.2 + time;
  off := on + 0.3;
  y := false;
initial equation
  wait = off/2;
  later = next(time);
equation
  when sample(on, 1) then
    y = true;
  elsewhen sample(off, 1) then
    y = false;
  end when;
  when time >= pre(later) then
    later = next(time);
    n = pre(n) + 1;
  end when;
  der(x) = 1;
  der(high) = if y then 1 else 0;
  past = delay(x, wait);
  annotation(experiment(StopTime = 2));
end FoundAtStart;

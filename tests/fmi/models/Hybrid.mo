model Hybrid "events of all kinds, all types of variables, units"
  type Gear = enumeration(reverse, neutral, first "the slowest", second);
  parameter Real k = 2 "gain";
  parameter Real half = k / 2;
  parameter Integer n = 3;
  parameter Boolean on = true;
  parameter Gear begins = Gear.neutral;
  input Real u(start = 0.5);
  Real x(start = 1, fixed = true, unit = "m");
  Real t(start = 293.15, fixed = true, unit = "K", displayUnit = "degC");
  discrete Real kept(start = 0, fixed = true);
  Integer count(start = 0, fixed = true);
  Boolean high;
  Gear gear(start = Gear.neutral, fixed = true);
  output Real y;
  output Integer rounded;
equation
  high = x > 1.5;
  der(x) = -half * x + u * n + (if on then 1 else 0) + (if gear == Gear.second then 0.1 else 0);
  der(t) = if high then 1 else -0.1;
  y = x + kept + time;
  rounded = integer(4 * x);
  when sample(0.1, 0.25) then
    kept = x;
    count = pre(count) + 1;
    gear = if count > 3 then Gear.second else begins;
  end when;
  when time > 0.7 then
    reinit(x, 0.2);
  end when;
  annotation(experiment(StopTime = 2));
end Hybrid;

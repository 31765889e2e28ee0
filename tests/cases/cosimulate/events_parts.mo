package Events
  model Room "with a ball that bounces in it, and a warning when it gets warm"
    input Real heat;
    output Real T(start=21.4, fixed=true);
    Real h(start=1, fixed=true);
    Real v(start=0, fixed=true);
    discrete Real hits(start=0, fixed=true);
  equation
    der(T) = (10 - T)/20 + heat;
    der(h) = v;
    der(v) = -9.81;
    when h < 0 then
      reinit(v, -0.9*pre(v));
      hits = pre(hits) + 1;
    end when;
    assert(T < 21.5, "it gets warm", AssertionLevel.warning);
  end Room;
  model Thermostat "hysteresis; it has no states"
    parameter Real last = 100;
    input Real T;
    output Real heat = if on then 1 else 0;
    Boolean on(start=true, fixed=true);
  equation
    on = pre(on) and T < 22 or T < 20;
    when time > last then
      terminate("that was the last of it");
    end when;
  end Thermostat;
end Events;

// Models with events of every kind, for laws that must hold for all of them.
#pragma once

#include <string>
#include <vector>

namespace sunder::testing {

struct HybridModel {
  const char* name;
  const char* text;
  double stop;
};

inline const std::vector<HybridModel>& hybrid_zoo() {
  static const std::vector<HybridModel> models = {
      {"bouncing ball",
       R"(model M
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0);
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then
    reinit(v, -0.8*pre(v));
    n = pre(n) + 1;
  end when;
end M;)",
       2},
      {"thermostats",
       R"(model M
  Real x[5](start = {18, 19, 20, 21, 21.5}, each fixed = true);
  Boolean on[5](each start = true);
equation
  for i in 1:5 loop
    on[i] = if pre(on[i]) then x[i] < 22 else x[i] < 18 - i/10;
    der(x[i]) = (if on[i] then 30 else 10) - x[i];
  end for;
end M;)",
       2},
      {"sampled control with a limiter",
       R"(model M
  Real x(start = 1, fixed = true), w(start = 0, fixed = true), y;
  discrete Real u(start = 0), e;
equation
  der(x) = w;
  der(w) = y - 0.1*w;
  y = if u > 2 then 2 elseif u < -2 then -2 else u;
  when sample(0.05, 0.1) then
    e = 0.2 - x;
    u = 5*e - w + 0.1*pre(u);
  end when;
end M;)",
       3},
      {"pulses and stairs",
       R"(model M
  Real x(start = 0, fixed = true), s, p;
  Integer k;
equation
  s = floor(3*x) + ceil(2*time) + div(5*x, 0.7);
  k = integer(4*sin(3*time));
  p = if rem(time, 0.3) > 0.1 then 1 else -mod(x, 0.2);
  der(x) = 1 + p - 0.1*s + 0.01*k;
end M;)",
       2},
      {"nonlinear equations and a threshold",
       R"(model M
  Real x(start = 0, fixed = true), y, z;
  Boolean high = y > 1;
equation
  y^3 + y = x;
  z + exp(z) = if high then y else 2*y;
  der(x) = if high and z < 0.4 then 2 else 1 + 0.1*sin(10*time);
end M;)",
       4},
      {"a cascade in one instant",
       R"(model M
  Real x(start = 0, fixed = true);
  Integer a(start = 0), b(start = 0), c(start = 0);
  Boolean up(start = false);
equation
  der(x) = if c > 0 then -1 else 1;
  up = x > 0.5;
  when edge(up) then
    a = pre(a) + 1;
  end when;
  when change(a) then
    b = pre(b) + 10*a;
  end when;
  when b > 5 then
    c = 100*b + a;
  elsewhen x < 0.1 then
    c = 0;
  end when;
end M;)",
       2},
      {"a rectifier",
       R"(model M
  Real s = 10*sin(314.159*time), u(start = 0, fixed = true);
  Boolean conducts = s > u;
equation
  0.001*der(u) = (if conducts then (s - u)/0.5 else 0) - u/100;
end M;)",
       0.05},
  };
  return models;
}

}  // namespace sunder::testing

// Models that exercise every kind of kernel and loop.
#pragma once

#include <string>
#include <vector>

namespace sunder::testing {

struct ZooModel {
  std::string name;
  std::string text;
};

inline const std::vector<ZooModel>& kernel_zoo() {
  static const std::vector<ZooModel> models{
      {"chain", R"(model Chain
  parameter Integer n = 40;
  parameter Real u = 1.5;
  Real x[n](each start = 0.1, each fixed = true);
equation
  der(x[1]) = u - x[1];
  for i in 2:n loop
    der(x[i]) = x[i-1] - x[i] * (1 + 0.1 * x[i]);
  end for;
end Chain;)"},
      {"sweep", R"(model Sweep
  parameter Integer n = 50;
  Real w[n], x[n](each start = 0.3, each fixed = true);
equation
  w[1] = sin(x[1]) + time;
  for i in 2:n loop
    w[i] = 0.5 * w[i-1] + x[i] ^ 2;
  end for;
  for i in 1:n loop
    der(x[i]) = -x[i] + 0.1 * w[i];
  end for;
end Sweep;)"},
      {"mutual recurrence", R"(model Ladder
  parameter Integer n = 30;
  Real a[n], b[n], x[n](each start = 0.2, each fixed = true);
equation
  a[1] = x[1];
  b[1] = a[1] * x[1];
  for i in 2:n loop
    a[i] = 0.3 * b[i-1] + x[i];
    b[i] = a[i] * x[i] - 0.1 * b[i-1];
  end for;
  for i in 1:n loop
    der(x[i]) = b[i] - 2 * x[i];
  end for;
end Ladder;)"},
      {"small nonlinear loops", R"(model Valves
  parameter Integer n = 20;
  Real x[n](each start = 1, each fixed = true), q[n](each start = 0.5), r[n](each start = 0.5);
equation
  for i in 1:n loop
    q[i] + q[i] ^ 3 = x[i] - 0.2 * r[i];
    r[i] + exp(0.1 * r[i]) = x[i] + 0.3 * q[i] * q[i] + 2;
    der(x[i]) = 1 - q[i] + 0.01 * r[i];
  end for;
end Valves;)"},
      {"linear loops", R"(model Network
  parameter Integer n = 12;
  parameter Real g = 0.7;
  Real v[n], x[n](each start = 0.4, each fixed = true);
equation
  g * v[1] + (v[1] - v[2]) = x[1];
  for i in 2:n-1 loop
    g * v[i] + (v[i] - v[i-1]) + (v[i] - v[i+1]) = x[i] * time + x[i];
  end for;
  g * v[n] + v[n] - v[n-1] = x[n];
  for i in 1:n loop
    der(x[i]) = v[i] - x[i];
  end for;
end Network;)"},
      {"large linear loop", R"(model Grid
  parameter Integer n = 150;
  Real v[n], x[n](each start = 0.4, each fixed = true);
equation
  3 * v[1] - v[2] = x[1];
  for i in 2:n-1 loop
    3 * v[i] - v[i-1] - v[i+1] = x[i];
  end for;
  3 * v[n] - v[n-1] = x[n];
  for i in 1:n loop
    der(x[i]) = v[i] - x[i];
  end for;
end Grid;)"},
      {"conditions", R"(model Conditions
  Real x[4](start = {-1.7, -0.3, 0.4, 2.5}, each fixed = true);
equation
  der(x[1]) = if noEvent(x[1] > 0) then -sqrt(x[1]) else max(min(x[1], 1), -0.5) + abs(x[1]) ^ 1.5;
  der(x[2]) = if noEvent(x[2] > 0) then -sqrt(x[2]) else max(min(x[2], 1), -0.5) + abs(x[2]) ^ 1.5;
  der(x[3]) = if noEvent(x[3] > 0) then -sqrt(x[3]) else max(min(x[3], 1), -0.5) + abs(x[3]) ^ 1.5;
  der(x[4]) = if noEvent(x[4] > 0) then -sqrt(x[4]) else max(min(x[4], 1), -0.5) + abs(x[4]) ^ 1.5;
end Conditions;)"},
      {"derivatives used elsewhere", R"(model Kinematics
  Real s(start = 1, fixed = true), v(start = 0.5, fixed = true), f, z(start = 0, fixed = true), c(start = 2, fixed = true);
equation
  der(s) = v;
  2 * der(v) = f;
  f = -3 * s - 0.1 * v * abs(v);
  der(z) = der(v) * s + sin(time);
  der(c) = 0.25;
end Kinematics;)"},
  };
  return models;
}

}  // namespace sunder::testing

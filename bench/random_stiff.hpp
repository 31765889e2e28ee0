// Random stiff models as text: networks of states with time constants over seven decades, sines, switches and
// saturations.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string>

namespace sunder::bench {

inline std::string random_stiff_model(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto uniform = [&](double low, double high) { return low + (high - low) * std::ldexp(random() >> 11U, -53); };
  const auto number = [](double value) {
    char text[40];
    std::snprintf(text, sizeof text, "(%.6g)", value);
    return std::string(text);
  };
  const std::size_t states = 2 + random() % (random() % 4 == 0 ? 60 : 12);
  const std::string n = std::to_string(states);
  std::string text = "model Random\n  Real x[" + n + "](each start = 0, each fixed = true);\n";
  if (random() % 2 == 0) text += "  discrete Real level(start = 1, fixed = true);\n";
  const bool switches = text.find("level") != std::string::npos;
  text += "equation\n";
  for (std::size_t i = 1; i <= states; ++i) {
    const std::string own = "x[" + std::to_string(i) + "]";
    // what switches is slow: a relay that oscillates with its fast state has a hundred thousand events
    const double rate = std::pow(10, uniform(-1.5, i == 1 && switches ? 1 : 5.5));
    std::string drive;
    for (std::size_t k = 1 + random() % 3; k > 0; --k) {
      const std::string other = "x[" + std::to_string(1 + random() % states) + "]";
      const std::string weight = number(uniform(-0.6, 0.6));
      switch (random() % 4) {
        case 0: drive += " + " + weight + "*tanh(2*" + other + ")"; break;
        case 1: drive += " + " + weight + "*" + other + "*" + other + "/(1 + " + other + "*" + other + ")"; break;
        default: drive += " + " + weight + "*" + other; break;
      }
    }
    switch (random() % 4) {
      case 0: drive += " + sin(" + number(uniform(0.2, 6)) + "*time)"; break;
      case 1: drive += " + (if time > " + number(uniform(1, 9)) + " then 1 else 0.2)"; break;
      case 2: drive += switches ? " + level" : " + 0.5"; break;
      default: drive += " + " + number(uniform(-1, 1)); break;
    }
    text += "  der(" + own + ") = " + number(rate) + "*(-" + own + drive + ");\n";
  }
  if (switches)
    text += "  when x[1] > " + number(uniform(0.2, 0.8)) + " then\n    level = -pre(level);\n  elsewhen x[1] < " +
            number(uniform(-0.5, 0.1)) + " then\n    level = 1;\n  end when;\n";
  return text + "  annotation(experiment(StopTime = 10));\nend Random;\n";
}

}  // namespace sunder::bench

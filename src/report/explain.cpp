// What an analysis means, in sentences for people who do not think in graphs.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "report/report.hpp"

namespace sunder {
namespace {

std::string some_names(const std::vector<std::string>& names) {
  constexpr std::size_t most = 4;
  if (names.size() <= most) return enumerated(names);
  std::string out;
  for (std::size_t i = 0; i + 1 < most; ++i) out += names[i] + ", ";
  return out + "… (" + std::to_string(names.size()) + " in all)";
}

std::vector<std::string> names_of(const StateSet& states, const Analysis& analysis) {
  std::vector<std::string> names;
  for (const std::uint32_t state : states) names.push_back(analysis.states[state]);
  return names;
}

std::string scales_sentence(const Analysis& a) {
  const auto infinite = std::find_if(a.variables.begin(), a.variables.end(),
                                     [](const VariableScale& v) { return std::isinf(v.time_scale); });
  const auto finite = static_cast<std::size_t>(infinite - a.variables.begin());
  if (finite == 0) return "No state acts back on itself: nothing limits the step but accuracy.";
  const VariableScale& first = a.variables.front();
  const VariableScale& last = a.variables[finite - 1];
  std::string out;
  if (finite == 1) {
    out = "The time scale of " + first.name + " is " + duration_text(first.time_scale) + ".";
  } else {
    out = "The time scales reach from " + duration_text(first.time_scale) + " (" + first.name + ") to " +
          duration_text(last.time_scale) + " (" + last.name + ").";
  }
  if (finite < a.variables.size())
    out += " " +
           counted(a.variables.size() - finite, "state has no cycle: it only follows",
                   "states have no cycle: they only follow") +
           " the others.";
  return out;
}

std::string partition_sentence(const Analysis& a) {
  const PartitionChoice& choice = *a.partition;
  const std::size_t fast = choice.partition.fast().size();
  const std::size_t slow = choice.partition.slow().size();
  const std::string step = choice.step ? " with a step of " + duration_text(*choice.step) : "";
  if (fast == 0) return "No state needs an implicit method" + step + ".";
  if (slow == 0)
    return "No cut could be certified: all " + std::to_string(fast) + " states are solved implicitly" + step + ".";
  std::string out = "Solving only " + some_names(names_of(choice.partition.fast(), a)) + " implicitly (" +
                    std::to_string(fast) + " of " + std::to_string(fast + slow) + " states) works" + step;
  if (choice.step) out += "; phenomena faster than that are stepped over";
  return out + ".";
}

std::string certificate_sentence(const StepCertificate& c) {
  const std::string radius = "spectral radius " + rounded(c.spectral_radius, 5);
  if (!c.converged) return "Whether that step is stable could not be decided (" + radius + " so far).";
  if (c.stable) return "The step is certified stable for the linearised model (" + radius + ").";
  return "Warning: this step is NOT stable for the linearised model (" + radius + ", must not exceed 1).";
}

}  // namespace

std::string duration_text(double seconds) {
  if (std::isinf(seconds)) return "none";
  if (seconds == 0) return "0 s";
  static constexpr std::pair<double, const char*> large[] = {{86400, "d"}, {3600, "h"}, {60, "min"}};
  static constexpr std::pair<double, const char*> small[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}};
  const double size = std::fabs(seconds);
  // hours and minutes only where seconds would have more than three digits
  for (const auto& [unit, name] : large)
    if (size >= 1000 && size >= 2 * unit) return rounded(seconds / unit, 4) + " " + name;
  for (const auto& [unit, name] : small)
    if (size >= unit) return rounded(seconds / unit, 4) + " " + name;
  return rounded(seconds * 1e9, 4) + " ns";
}

std::vector<std::string> explain(const Analysis& analysis) {
  if (analysis.variables.empty()) return {"The model has no states: there is nothing to separate."};
  std::vector<std::string> out{scales_sentence(analysis)};
  if (!analysis.exact)
    out.emplace_back("Not every cycle could be looked at: some time scales are only known to lie in a range.");
  if (analysis.partition) {
    out.push_back(partition_sentence(analysis));
    if (analysis.partition->certificate) out.push_back(certificate_sentence(*analysis.partition->certificate));
  }
  return out;
}

}  // namespace sunder

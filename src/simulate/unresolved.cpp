#include "simulate/unresolved.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::simulate {

namespace {

/// A state that moves by less than this many errors allowed is not resolved; by less than that many of them, what moves
/// it is rounding and what iterations leave.
constexpr double too_few = 10, rounding = 1e-4;
/// Of the range, what is allowed by the tolerances that are advised: a run with large errors overstates the range.
constexpr double fine = 1e-4;
/// No method follows what moves by less of its size; and none gets more digits right.
constexpr double smallest_movement = 1e-9, finest = 1e-12;

double power_of_ten_below(double value) { return std::pow(10.0, std::floor(std::log10(value) + 1e-9)); }

}  // namespace

Unresolved::Unresolved(const model::Model& model, double tolerance, double absolute_tolerance)
    : model_(model), tolerance_(tolerance), absolute_(absolute_tolerance) {}

void Unresolved::look(std::span<const double> x) {
  if (covered_.empty()) {
    for (const double value : x) covered_.push_back({value, value});
    return;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    covered_[i].low = std::min(covered_[i].low, x[i]);
    covered_[i].high = std::max(covered_[i].high, x[i]);
  }
}

double Unresolved::by_nominal(std::size_t state) const {
  const double nominal = std::abs(model_.state_nominal(model::StateIndex(state)));
  return absolute_ * (nominal > 0 ? nominal : 1.0);
}

double Unresolved::by_size(std::size_t state) const {
  return tolerance_ * std::max(std::abs(covered_[state].low), std::abs(covered_[state].high));
}

void Unresolved::report(Diagnostics& diagnostics) const {
  struct Found {
    double moves_by;  // against the errors allowed
    std::size_t state;
  };
  std::vector<Found> found;
  double tolerance = tolerance_, absolute = absolute_;
  for (std::size_t i = 0; i < covered_.size(); ++i) {
    const double range = covered_[i].high - covered_[i].low;
    const double nominally = by_nominal(i), relatively = by_size(i);
    const double allowed = nominally + relatively;
    if (!(range < too_few * allowed) || !(range > rounding * allowed)) continue;
    if (!(range * tolerance_ > smallest_movement * relatively)) continue;
    found.push_back({range / allowed, i});
    if (nominally > fine * range)
      absolute = std::min(absolute, power_of_ten_below(absolute_ * fine * range / nominally));
    if (relatively > fine * range)
      tolerance = std::min(tolerance, std::max(finest, power_of_ten_below(tolerance_ * fine * range / relatively)));
  }
  if (found.empty()) return;
  constexpr std::size_t most_named = 3;
  std::ranges::stable_sort(found, {}, &Found::moves_by);
  std::vector<std::string> names;
  for (std::size_t k = 0; k < std::min(most_named, found.size()); ++k) {
    const std::size_t i = found[k].state;
    names.push_back("'" + model_.state_name(model::StateIndex(i)) + "' (moves by " +
                    rounded(covered_[i].high - covered_[i].low, 2) + ", errors up to " +
                    rounded(by_nominal(i) + by_size(i), 2) + ")");
  }
  if (found.size() > names.size()) names.push_back(std::to_string(found.size() - names.size()) + " more");
  Diagnostic& warning = diagnostics.warning(
      Code::W0637, model_.state_origin(model::StateIndex(found.front().state)),
      "errors about as large as the whole movement are allowed in " + enumerated(names) + ": values may be wrong");
  std::string options;
  if (tolerance < tolerance_) options += "--tolerance " + shortest(tolerance);
  if (absolute < absolute_) options += (options.empty() ? "" : " ") + ("--absolute-tolerance " + shortest(absolute));
  warning.help = "if they matter: " + options;
  if (absolute < absolute_) warning.help += ", or the attribute nominal of such variables";
}

}  // namespace sunder::simulate

#include "simulate/covered_ranges.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

namespace sunder::simulate {

namespace {
constexpr double of_its_unit = 0.1;
constexpr double of_its_size = 1e-6;
}  // namespace

CoveredRanges::CoveredRanges(const model::Model& model)
    : low_(model.state_count()),
      high_(model.state_count()),
      smallest_(model.state_count()),
      seen_(model.state_count(), false) {
  std::unordered_map<std::string, std::size_t> groups;
  for (std::size_t i = 0; i < model.state_count(); ++i) {
    const model::Variable variable = model.description().variable(model.description().states[i]);
    const std::string array = variable.name.substr(0, variable.name.find('['));
    const std::string key = variable.unit.empty() ? "of " + array : "in " + variable.unit;
    group_.push_back(groups.try_emplace(key, groups.size()).first->second);
    const double nominal = std::abs(model.state_nominal(model::StateIndex(i)));
    smallest_[i] = of_its_size * (nominal > 0 ? nominal : 1.0);
  }
  widest_.resize(groups.size());
}

void CoveredRanges::include(std::size_t state, double value) {
  low_[state] = seen_[state] ? std::min(low_[state], value) : value;
  high_[state] = seen_[state] ? std::max(high_[state], value) : value;
  seen_[state] = true;
  double& widest = widest_[group_[state]];
  widest = std::max(widest, high_[state] - low_[state]);
}

void CoveredRanges::include(const model::StateSet& states, std::span<const double> x) {
  for (const model::StateIndex state : states) include(state.index(), x[state.index()]);
}

void CoveredRanges::include_part(const model::StateSet& states, std::span<const double> y) {
  for (std::size_t i = 0; i < states.size(); ++i) include(states[i].index(), y[i]);
}

double CoveredRanges::scale(std::size_t state, double value) const {
  const double range = seen_[state] ? std::max(high_[state], value) - std::min(low_[state], value) : 0.0;
  return std::max({range, of_its_unit * widest_[group_[state]], smallest_[state] + of_its_size * std::abs(value)});
}

}  // namespace sunder::simulate

// Which states belong together when a model is split.
#pragma once

#include "decouple/analysis.hpp"
#include "verbs/split.hpp"

namespace sunder::verbs {

struct ChosenParts {
  std::vector<driver::PartRequest> parts;  ///< fast ones first where time scales decide
  std::string rule;
};

/// By the options; `analysis` knows the time scales. No value after a diagnostic.
std::optional<ChosenParts> choose_parts(const LoadedModel& model, const SplitOptions& options,
                                        const decouple::Analysis& analysis, Diagnostics& diagnostics);

/// Another cut, and the option that makes it.
struct OtherCut {
  std::string options;
  std::vector<driver::PartRequest> parts;
};
/// Cuts into two besides the present one, the most promising first: in the widest gaps of the time scales, around
/// components with few values that cross, and into halves of equal cost. Only what can be written down briefly.
std::vector<OtherCut> other_cuts(const LoadedModel& model, const decouple::Analysis& analysis,
                                 const std::vector<driver::PartRequest>& present);

/// States of a model along an order in which neighbours stand together, with what each costs.
struct StateCosts {
  std::vector<std::uint32_t> order;
  std::vector<double> costs;  ///< by state

  /// Cut into so many pieces of equal cost; fewer where a piece would be empty.
  [[nodiscard]] std::vector<driver::PartRequest> cut(std::size_t count, const std::vector<std::string>& states) const;
  /// What parts were seen to take: the costs of their states grow or shrink with it.
  void correct(const std::vector<driver::PartRequest>& parts, const std::vector<double>& seconds);
};
/// Counted in operations.
StateCosts counted_costs(const LoadedModel& model);

}  // namespace sunder::verbs

// How far each state of a run has come so far: errors are measured by that, as linearly implicit methods do.
#pragma once

#include <span>
#include <vector>

#include "model/model.hpp"

namespace sunder::simulate {

class CoveredRanges {
 public:
  explicit CoveredRanges(const model::Model& model);

  /// These states, in a vector of all states.
  void include(const model::StateSet& states, std::span<const double> x);
  /// These states alone, one after the other.
  void include_part(const model::StateSet& states, std::span<const double> y);
  /// What an error of the state is a part of when it goes on to `value`: its own range, a tenth of the largest of its
  /// unit, or, as long as nothing has moved, a millionth of its size.
  [[nodiscard]] double scale(std::size_t state, double value) const;

 private:
  void include(std::size_t state, double value);

  std::vector<double> low_, high_, smallest_;
  std::vector<bool> seen_;
  std::vector<std::size_t> group_;
  std::vector<double> widest_;  // by group
};

}  // namespace sunder::simulate

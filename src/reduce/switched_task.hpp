// A switched system, and how the inputs are drawn with which reductions of it are tried.
#pragma once

#include "reduce/switched_reader.hpp"

namespace sunder::reduce {

struct SwitchedTask {
  std::string name;
  SwitchedDescription description;
  std::vector<InputSeries> given;  ///< time series of the user; empty: random ones
  bool offset_given = false;       ///< else random inputs of a model vary about their start values
  std::uint64_t seed = 1;

  [[nodiscard]] InputSeries realisation(std::size_t i) const;
};

}  // namespace sunder::reduce

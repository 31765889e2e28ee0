// The variables of all parts in one table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cosimulate/cosimulate.hpp"
#include "results/recording.hpp"

namespace sunder::cosimulate {

class ResultsOfParts {
 public:
  explicit ResultsOfParts(const OpenSystem& system) : system_(system) {}

  /// Applies the filter and opens the file; false after a diagnostic.
  [[nodiscard]] bool prepare(const std::string& filter, const std::string& path, results::ResultWriter* sink,
                             Diagnostics& diagnostics);
  /// Each returns false when a part cannot be evaluated or a writer failed.
  [[nodiscard]] bool begin(double start, double stop);
  [[nodiscard]] bool row(double time) { return evaluate(time) && recording_.row(time, values_); }
  [[nodiscard]] bool finish() { return recording_.finish(); }

  [[nodiscard]] const results::Recording& recording() const { return recording_; }
  /// The part that could not be evaluated, and why.
  [[nodiscard]] std::optional<std::size_t> failed_part() const { return failed_part_; }
  [[nodiscard]] const std::optional<model::Fault>& fault() const { return fault_; }

 private:
  [[nodiscard]] bool evaluate(double time);

  const OpenSystem& system_;
  results::Recording recording_;
  std::vector<double> values_;  // of all variables of all parts
  std::optional<std::size_t> failed_part_;
  std::optional<model::Fault> fault_;
};

}  // namespace sunder::cosimulate

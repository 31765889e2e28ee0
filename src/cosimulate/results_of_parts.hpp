// The variables of all parts in one table.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cosimulate/cosimulate.hpp"

namespace sunder {

class ResultsOfParts {
 public:
  explicit ResultsOfParts(const OpenSystem& system) : system_(system) {}

  /// Applies the filter and opens the file; false after a diagnostic.
  [[nodiscard]] bool prepare(const std::string& filter, const std::string& path, ResultWriter* sink,
                             Diagnostics& diagnostics);
  /// Each returns false when a part cannot be evaluated or a writer failed.
  [[nodiscard]] bool begin(double start, double stop);
  [[nodiscard]] bool row(double time);
  [[nodiscard]] bool finish();

  [[nodiscard]] const Diagnostic* write_error() const;
  [[nodiscard]] std::optional<std::size_t> failed_part() const { return failed_part_; }
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] std::vector<bool> constant() const;
  [[nodiscard]] const std::vector<double>& last() const { return chosen_values_; }

 private:
  [[nodiscard]] bool evaluate(double time);

  const OpenSystem& system_;
  std::unique_ptr<ResultWriter> file_;
  std::vector<ResultWriter*> writers_;
  std::vector<ResultVariable> variables_;
  std::vector<std::size_t> chosen_;
  std::vector<double> all_values_, chosen_values_;
  std::optional<std::size_t> failed_part_;
};

}  // namespace sunder

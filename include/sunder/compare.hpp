// Results in memory, and how far two of them are apart.
#pragma once

#include <sunder/answer.hpp>
#include <sunder/message.hpp>

namespace sunder {

/// A variable that cannot change during a run has a column of one value, every other one value for each time.
struct SUNDER_API Trajectory {
  std::vector<double> time;
  std::vector<std::string> names, units;
  std::vector<std::vector<double>> columns;

  [[nodiscard]] bool has(const std::string& name) const;
  /// One value for each time. Throws std::out_of_range where there is no such variable.
  [[nodiscard]] std::vector<double> values(const std::string& name) const;
};

/// The error of x against the reference y.
enum class ErrorMeasure {
  equivalence,  ///< |x - y| / (1 + |y|)
  range,        ///< |x - y| / range of y over the run
  relative,     ///< |x - y| / |y|
  absolute,     ///< |x - y|
};

struct CompareOptions {
  ErrorMeasure measure = ErrorMeasure::equivalence;
  double window = 0;         ///< what jumps is left out this long before and after its jumps
  bool derivatives = false;  ///< compare der(x) too
};

struct SUNDER_API Comparison : Answer {
  struct Variable {
    std::string name;
    double epsilon = 0;  ///< largest error
    double rms = 0;
  };
  double epsilon = 0;  ///< largest error of all; not a number when nothing was compared
  std::string worst_variable;
  double worst_time = 0;
  std::vector<Variable> variables;
  std::vector<std::string> only_in_results, only_in_reference, not_compared;
};

/// Files, .csv or .mat: `reference` is what `results` are measured against.
SUNDER_API Result<Comparison> compare(const std::string& results, const std::string& reference,
                                      const CompareOptions& options = {});
/// Throws std::invalid_argument where lengths do not fit each other.
SUNDER_API Result<Comparison> compare(const Trajectory& results, const Trajectory& reference,
                                      const CompareOptions& options = {});

}  // namespace sunder

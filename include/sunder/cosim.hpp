// Distributed systems: parts that exchange values at communication points.
#pragma once

#include <optional>

#include <sunder/compare.hpp>

namespace sunder {

struct StabilityOptions {
  std::optional<double> communication_step{};  ///< in place of the one in the file
  std::optional<bool> fixed_substeps{};        ///< how steps vary: false: local steps are kept; unset: what makes sense
  std::string report{};                        ///< .html; empty: none
};

struct SUNDER_API Stability : Answer {
  struct Interval {
    double low = 0, high = 0;
  };
  /// stable, unstable, marginal, transient growth, grows by itself (as the system as one does), no certificate
  std::string verdict;
  double communication_step = 0;
  std::optional<double> spectral_radius;
  std::optional<double> growth;  ///< of disturbances over any number of steps; infinite: without bound
  std::vector<Interval> stable_steps;
  std::vector<Interval> growing_steps;  ///< stable in the end, but not recommended: disturbances grow first
  std::optional<double> largest_stable_step;
  std::string sentence;                          ///< what the verdict means
  std::optional<double> spectral_radius_as_one;  ///< of the system without exchanges, over the same time
  std::vector<Interval> as_one_steps;            ///< disturbances grow, but as those of the system as one do
};

struct CosimOptions {
  std::optional<double> communication_step{};  ///< in place of the one in the file
  std::optional<double> start{}, stop{};
  bool adaptive = false;    ///< the communication step follows the error, inside stable intervals
  double tolerance = 1e-4;  ///< of adapted steps
  bool allow_unstable = false;
  bool compare = false;                  ///< with the same system as one model
  bool keep = true;                      ///< the results in memory
  std::string output{};                  ///< a .csv or .mat file; empty: none
  std::optional<std::size_t> threads{};  ///< 1; the results do not depend on it
  OnProgress progress{};
};

struct SUNDER_API CosimRun : Answer {
  bool finished = false;
  std::string reason;
  double end = 0;
  double communication_step = 0;
  std::string verdict;            ///< on the stability of the communication step
  std::optional<double> epsilon;  ///< the error against one model, if compared
  Trajectory trajectory;          ///< if it was to be kept
  std::vector<std::string> names;
  std::vector<double> final_values;

  /// Throws std::out_of_range where nothing of that name was recorded.
  [[nodiscard]] double final_value(const std::string& name) const;
};

/// The path of a description (TOML).
SUNDER_API Result<Stability> stability(const std::string& path, const StabilityOptions& options = {});
SUNDER_API Result<CosimRun> cosim(const std::string& path, const CosimOptions& options = {});

}  // namespace sunder

// Is the communication step stable? The spectral radius of the solution mapping matrix, the growth of its powers, the
// verdict, the search for stable steps, and which connection limits them.
#pragma once

#include <algorithm>
#include <complex>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cosimulate/solution_map.hpp"
#include "cosimulate/whole_system.hpp"
#include "model/certificate.hpp"

namespace sunder::cosimulate {

/// How a part is integrated, whatever the communication step.
struct LocalRule {
  std::string method;
  model::StateSet fast;
  std::optional<double> step;  ///< fixed; else `substeps` of them follow the communication step
  std::size_t substeps = 1;
  bool known = true;  ///< false: the method chooses its steps; `exact` stands for it, and nothing is certified
  /// Chooses its steps by this tolerance: `exact` stands for it, and the spectral radius must stay that much (ten
  /// times) below one.
  std::optional<double> tolerance;
};

/// Linear parts (several sets of them when nonlinear parts were linearised at several points), how each is
/// integrated, and the master.
struct StabilityProblem {
  std::vector<std::vector<model::LinearSystem>> samples;
  std::vector<WholeSystem> wholes;  ///< of every sample; empty: found when needed
  std::vector<LocalRule> rules;
  Wiring wiring;
  MasterSettings master;
  double length = 0;  ///< of the run, in time; 0: not known
};

/// Where the system as one grows by itself, a distributed run cannot but grow as well. It must not do so much faster:
/// its rate of growth may exceed that of the system as one by this part of it, or by so much that disturbances are
/// this much larger at the end of the run.
inline constexpr double rate_allowance = 0.1;
inline constexpr double run_allowance = 2;

/// `transient_growth`: stable or marginal by the spectral radius, but disturbances grow beyond model::growth_limit
/// first. `grows_as_one`: disturbances grow, but as those of the system as one do, within the allowances above.
enum class Verdict { stable, unstable, marginal, transient_growth, grows_as_one, none };
std::string_view name_of(Verdict verdict);

/// Local steps kept (the communication step runs over their common multiples) or numbers of substeps kept.
enum class SearchMode { fixed_steps, fixed_substeps };
std::string_view name_of(SearchMode mode);

struct Interval {
  double low = 0, high = 0;
};

struct RadiusPoint {
  double step = 0;
  double radius = 0;
  double growth = 0;
  Verdict verdict = Verdict::none;
};

struct StepSearch {
  SearchMode mode = SearchMode::fixed_steps;
  bool possible = true;             ///< false: the local steps have no common multiple worth looking at
  std::vector<Interval> intervals;  ///< stable; with fixed steps: of consecutive multiples, ends included
  std::vector<Interval> growing;    ///< stable in the end, but disturbances grow beyond the limit first
  std::vector<Interval> as_one;     ///< disturbances grow, but as those of the system as one do
  std::optional<double> largest;    ///< stable step; infinite: all from some step on
  double unit = 0;                  ///< fixed steps: the smallest common multiple
  double scanned_from = 0, scanned_to = 0;
  std::vector<RadiusPoint> curve;  ///< ascending by step
};

struct ConnectionSensitivity {
  std::size_t connection = 0;
  double slope = 0;  ///< of the spectral radius when the connection's gain grows from 1
};

/// At one communication step, at the worst sample.
struct Spectrum {
  std::vector<std::complex<double>> eigenvalues;  ///< largest magnitude first
  bool partial = false;                           ///< only the largest: the matrix was too large to be formed
  double radius = 0;
  std::size_t sample = 0;
  /// Of the system as one, over the same time at the same sample: exp(step * abscissa). Not a number: not known.
  double radius_as_one = std::numeric_limits<double>::quiet_NaN();
  double allowed = 1;  ///< a larger radius is that of an unstable step; above one where the system as one grows, too
  /// Of disturbances over any number of steps, at the sample where it is worst, beyond what the radius itself is above
  /// one; infinite where the step is unstable.
  double growth = 1;
  bool growth_bounded = true;                 ///< false: the growth seen, which is only a lower bound
  bool growth_in_ranges = true;               ///< false: in units of one, since the system as one cannot be followed
  double margin = model::certificate_margin;  ///< around a radius of one: nothing is stable or unstable there

  [[nodiscard]] bool unstable() const { return radius > std::max(1.0, allowed) * (1 + margin); }
  /// The system as one does at this sample.
  [[nodiscard]] bool grows_by_itself() const { return radius_as_one > 1 + margin; }
  [[nodiscard]] Verdict verdict() const;
};

/// With more states than this the matrix is not formed.
inline constexpr std::size_t most_in_matrix = 250;
bool is_large(const StabilityProblem& problem);

/// How long to look for the growth, in operations for each step; 0: not at all.
inline constexpr double careful_look = 2e9;

/// Nothing when some number of substeps is not whole, or a matrix is singular.
std::optional<Spectrum> spectrum(const StabilityProblem& problem, double step, SearchMode mode,
                                 double work = careful_look);
StepSearch search_steps(const StabilityProblem& problem, double around, SearchMode mode);
/// Largest magnitude first.
std::vector<ConnectionSensitivity> sensitivities(const StabilityProblem& problem, double step, SearchMode mode);

/// Substeps of a part over this step, if whole.
std::optional<std::size_t> substeps_of(const LocalRule& rule, double step, SearchMode mode);

}  // namespace sunder::cosimulate

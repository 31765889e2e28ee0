// What a user wants of a run, what could give it, and what became of it: plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "choose/time_shift.hpp"
#include "integrate/statistics.hpp"
#include "model/sets.hpp"

namespace sunder::choose {

/// How the error of a run becomes known.
///   promise   runs with ever smaller tolerances, until two agree so well that the bound holds
///   estimate  two runs, ten times apart in tolerance; their difference is the estimate
///   off       one run
enum class Audit { promise, estimate, off };
std::string_view name_of(Audit audit);

inline constexpr double default_error = 1e-3;

struct Purpose {
  double max_error = default_error;  ///< of the range of every variable, at the output points
  Audit audit = Audit::estimate;
  std::vector<std::string> only;              ///< the error counts for these variables; empty: for all
  std::optional<double> real_time;            ///< steps of this length, each with the same amount of work
  std::optional<double> slowest_of_interest;  ///< only what is slower than this matters: fast states may become means
  /// Forecasts for people to read: also where a choice would cost more than it saves, and of averaging also where it
  /// may not be chosen.
  bool explain = false;
  /// Runs that tell errors in advance are made, too: for people, since a run that is delivered is audited.
  bool forecast_errors = false;
};

/// What a forecast is held against.
struct Measured {
  double steps = 0;
  double seconds = 0;
  double error = 0;     ///< against a run with a hundredth of the tolerance
  std::string failure;  ///< empty: it reached its end
};

/// One way to make the run: a method with its set of implicit states.
struct Candidate {
  std::string method{};
  std::optional<model::StateSet> rows{};  ///< the implicit states, where not all are; averaging: the fast ones
  std::string what{};                     ///< which states are implicit: all, none, 7 of 3029
  double tolerance = 0;                   ///< expected to keep the error; 0: a fixed step
  std::optional<double> step{};           ///< fixed
  std::optional<double> period{};         ///< averaging: of the means
  std::optional<double> steps{};          ///< forecast for a run with that tolerance
  std::optional<double> seconds{};
  std::optional<double> error{};
  std::string why{};     ///< it was chosen, or was not
  bool refused = false;  ///< it may not be chosen, whatever it would cost
  bool chosen = false;
  std::optional<Measured> measured{};
};

/// One run of the audit.
struct AuditRun {
  std::string method;
  std::optional<model::StateSet> rows;  ///< the implicit states, where not all are
  double tolerance = 0;                 ///< 0: a fixed step
  integrate::Statistics statistics;
  double seconds = 0;
  std::optional<double> difference;  ///< to the next run: what the error of this one is estimated to be
};

/// The whole at a coarse tolerance, before anything is chosen.
struct CoarseSummary {
  double tolerance = 0;         ///< 0: there was none, the model is small
  std::optional<double> until;  ///< where it ended, if it was to show the first part only
  std::uint64_t steps = 0;
  std::uint64_t events = 0;
  double seconds = 0;
  std::size_t fast_states = 0;              ///< whose own time scale lay below the steps taken
  std::string failure;                      ///< empty: it reached its end
  Diagnostics not_started = Diagnostics();  ///< errors: no values to start with; who follows the plan meets them again
};

struct Plan {
  Purpose purpose;  ///< with the slow states as those that the error counts for, where only they are of interest
  CoarseSummary coarse;
  std::vector<std::string> swinging;  ///< averaging: slow states that swing within a period and were made fast
  std::vector<Candidate> candidates;  ///< cheapest forecast first
  [[nodiscard]] const Candidate* chosen() const {
    for (const Candidate& one : candidates)
      if (one.chosen) return &one;
    return nullptr;
  }
};

enum class Verdict {
  not_audited,
  estimated,   ///< the estimate is below the error asked for
  above,       ///< the estimate is above it
  kept,        ///< the promise
  not_kept,    ///< runs do not come near enough to each other
  unfinished,  ///< stopped before the audit was at its end
};
std::string_view name_of(Verdict verdict);

struct AuditResult {
  Verdict verdict = Verdict::not_audited;
  std::vector<AuditRun> runs;   ///< the last one that reached its end was delivered
  std::optional<double> error;  ///< estimated: of the last run but one
  std::string worst_variable;   ///< where the two last runs differ most
  double worst_time = 0;
  std::optional<TimeShift> shift;     ///< the two last runs differ mostly in time
  std::optional<double> agree_until;  ///< not kept: until then the two last runs agree
  std::size_t not_compared = 0;       ///< variables that jump at every output point
  bool replanned = false;
  std::string note;
};

}  // namespace sunder::choose

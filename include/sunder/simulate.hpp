// One run of a model.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include <sunder/answer.hpp>
#include <sunder/compare.hpp>

namespace sunder {

/// Samples that drive one input: times ascend strictly, one value each, or std::invalid_argument is thrown.
struct InputSignal {
  std::string name{};
  std::vector<double> times{}, values{};
  bool held = false;  ///< between samples: it jumps at each, which is an event; else linear
};

/// Unset times and tolerances come from the model's experiment, then from the defaults in the comments.
struct SimulateOptions {
  std::string method = "auto";        ///< docs/methods.md tells them apart; auto: docs/planner.md
  std::optional<double> max_error{};  ///< of auto: of the range of each variable, promised; else 1e-3 is aimed at
  std::string audit{};                ///< of auto: promise, estimate or off; as `max_error` implies
  std::vector<std::string> only{};    ///< of auto: the error counts for these variables; empty: for all
  std::optional<double> real_time{};  ///< of auto: steps of this length, each with the same amount of work
  std::optional<double> step{};       ///< of fixed-step methods; mixed ones suggest one
  std::optional<double> start{};      ///< 0
  std::optional<double> stop{};       ///< start + 1
  std::optional<double> tolerance{};  ///< 1e-6
  std::optional<double> absolute_tolerance{};  ///< in units of the nominal values; as `tolerance`
  std::optional<std::size_t> intervals{};      ///< between output points

  /// What drives inputs. Where files are given every input that nothing else drives needs a column in one.
  std::vector<std::pair<std::string, double>> input_constants{};
  std::vector<InputSignal> input_signals{};
  std::vector<std::string> input_files{};  ///< .csv or .mat
  bool input_files_held = false;           ///< between the rows; else linear

  /// Which states mixed methods treat implicitly; nothing given: automatic. The time scale of interest is for auto too:
  /// the error counts for slower states, and faster ones that repeat may be recorded as means.
  std::optional<std::vector<std::string>> fast{};
  std::optional<std::size_t> parts{};
  std::optional<double> slowest_of_interest{};
  std::optional<double> period{};  ///< averaging

  bool locate_events = true;                              ///< false: they are handled at the end of the step
  bool graded_start = false;                              ///< fixed steps begin with short ones
  std::string initial_from{};                             ///< a results file to start from, FILE or FILE@TIME
  std::vector<std::pair<std::string, double>> initial{};  ///< states and discrete variables to start from; or the file

  std::vector<std::string> variables{};  ///< what is recorded; empty: everything
  bool keep = true;                      ///< the results in memory: false for runs that only write a file
  std::string output{};                  ///< a .csv or .mat file; empty: none
  std::string compare{};                 ///< a method to run as the reference; empty: none
  std::optional<std::size_t> threads{};  ///< 1; the results do not depend on it
  OnProgress progress{};
};

struct RunStatistics {
  std::uint64_t steps = 0, rejected = 0, function_evaluations = 0, jacobian_evaluations = 0, newton_iterations = 0,
                factorisations = 0, events = 0;
};

/// How far a run is from its reference.
struct ReferenceErrors {
  std::string method;  ///< of the reference
  double epsilon = 0;  ///< largest |x - y| / (1 + |y|)
  double range = 0;    ///< largest |x - y| / range of y
  double speedup = 0;  ///< time of the reference / time of the run
};

/// What is known of the error of a run with the method auto.
struct RunAudit {
  std::string verdict;          ///< kept, not kept, estimated, estimated above, not audited, unfinished
  std::optional<double> error;  ///< estimated, of the range of a variable
  std::size_t runs = 0;         ///< beside the coarse one
};

class SUNDER_API Run : public Answer {
 public:
  bool finished = false;  ///< it came to its stop time, or the model ended it
  std::string reason;     ///< why it ended
  double end = 0;         ///< where
  std::string model, method;
  double start = 0, stop = 0;
  std::optional<double> step;
  std::vector<std::string> fast, slow;  ///< states of a mixed method
  RunStatistics statistics;
  double seconds = 0;  ///< without compiling and initialising
  std::optional<RunAudit> audit;
  std::optional<ReferenceErrors> reference;
  std::string output;              ///< the file, if one was written
  Trajectory trajectory;           ///< empty unless it was kept
  std::vector<std::string> names;  ///< of all that was recorded
  std::vector<double> final_values;

  [[nodiscard]] const std::vector<double>& time() const { return trajectory.time; }
  /// The values of a variable, one for each time. Throws std::out_of_range where nothing of that name was recorded or
  /// kept.
  [[nodiscard]] std::vector<double> values(const std::string& name) const { return trajectory.values(name); }
  /// Throws std::out_of_range where nothing of that name was recorded.
  [[nodiscard]] double final_value(const std::string& name) const;
};

}  // namespace sunder

// split: one model as parts that are simulated apart, with a communication step that is stable and accurate enough.
#pragma once

#include "cosimulate/error_table.hpp"
#include "cosimulate/step_choice.hpp"
#include "driver/split_model.hpp"
#include "verbs/load.hpp"

namespace sunder::verbs {

struct SplitOptions {
  // how to cut: one of these
  std::optional<std::size_t> parts;  ///< this many, in the widest gaps of the time scales
  std::vector<std::string>
      by;  ///< components (or states): a part each ("a+b": one part of both), what is left is one more
  std::optional<double> slowest_of_interest;  ///< everything faster is one part, the rest the other
  std::optional<std::size_t> balanced;        ///< this many, of equal cost, neighbours together

  double max_error = 1e-3;     ///< of the range of every state and output
  std::optional<double> step;  ///< the communication step; else the longest that will do
  std::optional<double> start, stop;
  cosimulate::MasterKind master = cosimulate::MasterKind::jacobi;
  int extrapolation = 0;    ///< held inputs: every master can do that
  double tolerance = 1e-7;  ///< of each part's own integration
  std::string output;       ///< a folder for FMUs, the .toml and the .ssp; empty: nothing is written
  std::size_t table = 0;    ///< so many communication steps in a table of errors
  std::string picture;      ///< of that table, .svg
  std::optional<std::size_t> threads;
};

/// One part, for people.
struct PartSummary {
  std::string name;
  std::vector<std::string> states;
  std::size_t inputs = 0, outputs = 0;
  double fastest = 0, slowest = 0;  ///< time scales of its states
  std::size_t operations = 0;       ///< of one evaluation of its derivatives
  double seconds = 0;               ///< of the processor, that its steps took in the run with the chosen step
  std::string file;                 ///< its FMU
};

/// A value that crosses, and why there.
struct ExchangeSummary {
  std::string from, to, variable, unit, why;
};

struct SplitResult {
  std::string model;
  std::string rule;  ///< how the parts were chosen, a sentence
  std::vector<PartSummary> parts;
  std::vector<ExchangeSummary> exchanges;
  std::vector<std::string> nowhere;
  cosimulate::StepChoice choice;
  cosimulate::SystemDescription system;
  double start = 0, stop = 0, max_error = 0;
  std::optional<cosimulate::ReferenceError> error;  ///< against the whole model
  std::optional<cosimulate::ErrorTable> table;
  std::vector<std::string> files;
};

void check_options(const SplitOptions& options, Diagnostics& diagnostics);
Outcome<SplitResult> split(const LoadedModel& model, const SplitOptions& options, const Control& control = {});
nlohmann::ordered_json to_json(const SplitResult& result);

}  // namespace sunder::verbs

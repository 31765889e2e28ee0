// Where a run starts, from a file instead of the initial equations.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "model/model.hpp"

namespace sunder::simulate {

struct NamedValue {
  std::string name;
  double value = 0;
  double held = 0;  ///< at the output point before, for what changes at events only
};

/// Names and values as a file has them.
struct NamedValues {
  std::vector<NamedValue> values;
  bool results = false;        ///< the file holds all variables of a run, not only those meant to be set
  std::optional<double> time;  ///< of a run: when it had these values, after the events of that time
  std::string path;
};

/// From a results file (.csv with times, .mat), at the last time or at the one after an '@': `run.csv@2.5`, between the
/// points of the file linearly; or from a table: .json (an object of numbers, or what `simulate --json` prints), .csv
/// without times (name,value), or lines `name = value` with comments after '#'.
Outcome<NamedValues> read_named_values(const std::string& path_and_time);

/// The states that are given, and other variables.
struct StartPoint {
  model::StateSet states;
  std::vector<double> values;             ///< by position in `states`
  std::vector<model::GivenValue> others;  ///< what changes at events only; from results, all that is known
  /// When a run had these values. One that goes on from there does not meet the events of that time again.
  std::optional<double> time;
};

/// A name in a table that the model cannot start with is an error; states that are missing keep their initial values,
/// with a warning.
Outcome<StartPoint> bind_start(const model::Model& model, const NamedValues& given);

}  // namespace sunder::simulate

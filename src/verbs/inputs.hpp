// What drives the inputs of a run.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/inputs.hpp"

namespace sunder::verbs {

using Between = model::SampledSignal::Between;

/// Samples of one input: times ascend, one value each.
struct Signal {
  std::string name;
  std::vector<double> times, values;
  Between between = Between::linear;  ///< held: it jumps, which is an event
};

/// Signals and constants go before files. Where files are given every input that nothing else drives needs a column.
struct InputSources {
  std::vector<std::string> files;     ///< results files (.csv, .mat) with columns named like inputs
  Between between = Between::linear;  ///< of the values in files
  std::vector<Signal> signals;
  std::vector<std::pair<std::string, double>> constants;
};

}  // namespace sunder::verbs

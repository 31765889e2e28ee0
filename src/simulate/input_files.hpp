// What drives the inputs of a run: columns of results files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "model/model.hpp"

namespace sunder::simulate {

/// Samples for one input.
struct DrivenInput {
  std::size_t input = 0;
  std::shared_ptr<const model::SampledSignal> signal;
  std::string source;  ///< the file
};

/// Reads the files (.csv, .mat) and takes the columns that are named like inputs of the model. Inputs that are no Reals
/// are held whatever `between` says. An error for every input that no file has, for times that do not ascend and for
/// values that are not finite. `driven`, by input: something else drives it; empty: nothing does.
Outcome<std::vector<DrivenInput>> read_inputs(const model::Model& model, const std::vector<std::string>& paths,
                                              model::SampledSignal::Between between,
                                              const std::vector<bool>& driven = {});

/// Samples given in memory, checked in the same way; `source` is what messages call them.
Outcome<DrivenInput> make_driven_input(const model::Model& model, const std::string& input, std::vector<double> times,
                                       std::vector<double> values, model::SampledSignal::Between between,
                                       const std::string& source);

/// An error where samples do not cover the run.
void check_covered(const model::Model& model, const std::vector<DrivenInput>& inputs, double start, double stop,
                   Diagnostics& diagnostics);

}  // namespace sunder::simulate

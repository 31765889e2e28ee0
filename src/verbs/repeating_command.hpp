// What a user types to run a model again.
#pragma once

#include "verbs/inputs.hpp"
#include "verbs/load.hpp"

namespace sunder::verbs {

/// As a shell reads it back.
std::string quoted_word(const std::string& word);

/// `sunder simulate FILE` with the libraries, the model, its settings, its inputs and the times; empty where the model
/// is neither in a file nor in a library.
std::string repeating_command(const LoadedModel& model, std::optional<double> start, std::optional<double> stop,
                              const InputSources* inputs = nullptr);

}  // namespace sunder::verbs

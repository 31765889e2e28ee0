// A run of a sweep as bytes, from the rank that made it to rank 0.
#pragma once

#include <string>
#include <string_view>

#include "verbs/sweep.hpp"

namespace sunder::verbs {

/// What a table or a person is told of the run; its parameters are known. Places in texts that rank 0 may not have
/// (`known` are those of the loaded model) become words.
std::string bytes_of(const SweepRun& run, const SourceMap& known, const SourceMap& all);
void read_run(std::string_view bytes, SweepRun& run);

}  // namespace sunder::verbs

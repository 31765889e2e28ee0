// The options of a run, for one run and for the many of a sweep.
#pragma once

#include "command.hpp"
#include "verbs/simulate.hpp"

namespace sunder::cli {

/// But for --substeps, --threads and --compare.
verbs::SimulateOptions read_run_options(const Arguments& arguments);
/// --substeps: counts from slow to fast, separated by commas. False after a diagnostic.
bool read_substeps(const Arguments& arguments, std::vector<std::uint32_t>& substeps, Diagnostics& diagnostics);

/// All combinations of the values given with --sweep.
ExitStatus simulate_sweep(const Arguments& arguments);

}  // namespace sunder::cli

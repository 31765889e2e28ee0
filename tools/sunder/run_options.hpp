// The options of a run, for one run and for the many of a sweep.
#pragma once

#include "command.hpp"
#include "verbs/simulate.hpp"

namespace sunder::cli {

OptionSpec real_time_option();
/// But for --threads and --compare.
verbs::SimulateOptions read_run_options(const Arguments& arguments);

/// All combinations of the values given with --sweep.
ExitStatus simulate_sweep(const Arguments& arguments);

}  // namespace sunder::cli

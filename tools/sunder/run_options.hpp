// The options of a run, for one run and for the many of a sweep.
#pragma once

#include "command.hpp"
#include "session.hpp"
#include "simulate/simulate.hpp"

namespace sunder::cli {

simulate::SimulateOptions read_run_options(const Arguments& arguments, Session& session);
/// Whether the options given fit the method; diagnostics otherwise.
bool options_fit(const Arguments& arguments, const integrate::MethodInfo& method, Diagnostics& diagnostics);
/// --initial-from. False after a diagnostic.
/// --input: what drives the model's inputs. False after a diagnostic.
bool read_input_files(const Arguments& arguments, Session& session, simulate::SimulateOptions& options);
bool read_start(const Arguments& arguments, Session& session, simulate::SimulateOptions& options);
/// The partition of a mixed method: as asked for, else by the step, else automatic with its suggested step. False after
/// a diagnostic.
bool choose_cut(const Arguments& arguments, Session& session, model::Context& context,
                simulate::SimulateOptions& options);

/// All combinations of the values given with --sweep.
ExitStatus simulate_sweep(const Arguments& arguments);

}  // namespace sunder::cli

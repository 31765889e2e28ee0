// The options of verbs, from Python's keyword arguments. Names as the verbs have them.
#pragma once

#include "options.hpp"
#include "verbs/analyze.hpp"
#include "verbs/cosim.hpp"
#include "verbs/linearize.hpp"
#include "verbs/reduce.hpp"
#include "verbs/report.hpp"
#include "verbs/simulate.hpp"
#include "verbs/stability.hpp"
#include "verbs/sweep.hpp"

namespace sunder::python {

verbs::LoadOptions read_load_options(Options& options);
verbs::SimulateOptions read_simulate_options(Options& options);
verbs::SweepOptions read_sweep_options(Options& options, const pybind11::list& axes);
verbs::AnalyzeOptions read_analyze_options(Options& options);
verbs::LinearizeOptions read_linearize_options(Options& options);
verbs::ReduceOptions read_reduce_options(Options& options);
verbs::ReportOptions read_report_options(Options& options);
verbs::LoadSystemOptions read_system_options(Options& options);
verbs::StabilityOptions read_stability_options(Options& options);
verbs::CosimOptions read_cosim_options(Options& options);

}  // namespace sunder::python

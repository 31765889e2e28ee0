// Options of the cycle analysis, shared by analyze, simulate and report.
#pragma once

#include <string>
#include <vector>

#include "command.hpp"
#include "decouple/analysis.hpp"
#include "session.hpp"
#include "simulate/linearise.hpp"

namespace sunder::cli {

/// --alpha, --self-loop, --fast, --parts, --slowest-of-interest and --step as the analysis understands them. False
/// after a diagnostic.
bool read_analysis_options(const Arguments& arguments, const Session& session, decouple::AnalysisOptions& options,
                           Diagnostics& diagnostics);
/// --at: `initial`, `steady`, a time, or several of them separated by commas. Start time, tolerance and cancellation
/// come from the model's experiment and the session. Empty after a diagnostic.
std::optional<simulate::OperatingPoint> read_operating_point(const Arguments& arguments, const Session& session,
                                                             Diagnostics& diagnostics);
std::vector<std::string> split_names(const std::vector<std::string>& lists);

OptionSpec alpha_option();
OptionSpec self_loop_option();
OptionSpec fast_option();
OptionSpec at_option();
OptionSpec probe_option();
OptionSpec parts_option();
OptionSpec interest_option();

}  // namespace sunder::cli

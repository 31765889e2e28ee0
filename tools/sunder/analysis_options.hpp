// Options of the cycle analysis, shared by analyze, simulate and report.
#pragma once

#include <string>
#include <vector>

#include "command.hpp"
#include "decouple/analysis.hpp"
#include "session.hpp"

namespace sunder::cli {

/// --alpha, --self-loop, --fast, --parts, --slowest-of-interest and --step as the analysis understands them. False
/// after a diagnostic.
bool read_analysis_options(const Arguments& arguments, const Session& session, AnalysisOptions& options,
                           Diagnostics& diagnostics);
std::vector<std::string> split_names(const std::vector<std::string>& lists);

OptionSpec alpha_option();
OptionSpec self_loop_option();
OptionSpec fast_option();
OptionSpec parts_option();
OptionSpec interest_option();

}  // namespace sunder::cli

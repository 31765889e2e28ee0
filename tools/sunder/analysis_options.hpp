// Options of the cycle analysis, shared by analyze, simulate and report.
#pragma once

#include <string>
#include <vector>

#include "command.hpp"
#include "decouple/analysis.hpp"
#include "simulate/linearise.hpp"

namespace sunder::cli {

/// --alpha, --self-loop, --probe, --fast, --parts, --slowest-of-interest and --step as the analysis understands them.
decouple::AnalysisOptions read_analysis_options(const Arguments& arguments);
/// --at: `initial`, `steady`, a time, or several of them separated by commas; none: the initial state. Empty after a
/// diagnostic.
std::optional<std::vector<simulate::PointRequest>> read_points(const Arguments& arguments, Diagnostics& diagnostics);
/// Where one is needed. Empty after a diagnostic.
std::optional<simulate::PointRequest> read_point(const Arguments& arguments, Diagnostics& diagnostics);
std::vector<std::string> split_names(const std::vector<std::string>& lists);

OptionSpec alpha_option();
OptionSpec self_loop_option();
OptionSpec fast_option();
OptionSpec at_option();
/// Of commands that look at one point.
OptionSpec single_at_option();
OptionSpec probe_option();
OptionSpec parts_option();
OptionSpec interest_option();

}  // namespace sunder::cli

// Reading results files back, ours and those of other tools.
#pragma once

#include <string>

#include "base/outcome.hpp"
#include "results/trajectory.hpp"

namespace sunder::results {

/// By the ending of the name: .csv or .mat. Whatever is in the file, the answer is a trajectory or a diagnostic.
Outcome<Trajectory> read_results(const std::string& path);

}  // namespace sunder::results

// Pages about distributed systems: stability, runs, errors.
#pragma once

#include "cosimulate/error_table.hpp"
#include "stability_answer.hpp"

namespace sunder::cli {

/// What a page about a run can hold beside the run itself.
struct RunReport {
  const Cosimulation* run = nullptr;
  const Trajectory* trajectory = nullptr;
  const Trajectory* reference = nullptr;  ///< null: no comparison was asked for
  const ReferenceError* error = nullptr;
  const ErrorTable* table = nullptr;
};

std::string stability_page(const StabilityAnswer& answer, const OpenSystem& system);
std::string run_page(const RunReport& report, const StabilityAnswer& answer, const OpenSystem& system);

}  // namespace sunder::cli

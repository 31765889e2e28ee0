// Pages about distributed systems: stability, runs, errors.
#pragma once

#include "cosimulate/error_table.hpp"
#include "stability_answer.hpp"

namespace sunder::cli {

/// What a page about a run can hold beside the run itself.
struct RunReport {
  const cosimulate::Cosimulation* run = nullptr;
  const results::Trajectory* trajectory = nullptr;
  const results::Trajectory* reference = nullptr;  ///< null: no comparison was asked for
  const cosimulate::ReferenceError* error = nullptr;
  const cosimulate::ErrorTable* table = nullptr;
};

std::string stability_page(const StabilityAnswer& answer, const cosimulate::OpenSystem& system);
std::string run_page(const RunReport& report, const StabilityAnswer& answer, const cosimulate::OpenSystem& system);

}  // namespace sunder::cli

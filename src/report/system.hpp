// Pages about distributed systems: stability, runs, errors.
#pragma once

#include "cosimulate/error_table.hpp"
#include "report/document.hpp"
#include "report/stability_answer.hpp"

namespace sunder::report {

/// What a page about a run can hold beside the run itself.
struct RunReport {
  const cosimulate::Cosimulation* run = nullptr;
  const results::Trajectory* trajectory = nullptr;
  const results::Trajectory* reference = nullptr;  ///< null: no comparison was asked for
  const cosimulate::ReferenceError* error = nullptr;
  const cosimulate::ErrorTable* table = nullptr;
};

/// Step, error, spectral radius, verdict, growth: cells as people read them.
DocumentTable error_cells(const cosimulate::ErrorTable& table);
/// Where runs begin to diverge, and where the theory says so.
std::string limit_sentence(const cosimulate::ErrorTable& table);

std::string stability_page(const StabilityAnswer& answer, const cosimulate::SystemDescription& system);
std::string run_page(const RunReport& report, const StabilityAnswer& answer,
                     const cosimulate::SystemDescription& system);

}  // namespace sunder::report

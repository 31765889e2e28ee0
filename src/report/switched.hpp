// The figure and the page of a reduction that keeps the modes.
#pragma once

#include <optional>
#include <string>

#include "reduce/switched_task.hpp"
#include "results/figure.hpp"

namespace sunder::report {

/// Everything there is to say.
struct SwitchedFindings {
  reduce::SwitchedTask task;
  reduce::Confidence confidence;
  reduce::ScenarioResult result;
  double horizon = 0;
  bool confident = false;
  std::optional<reduce::CandidateResult> chosen{};  ///< empty: none was good enough
  std::string chosen_why{};
};

std::string candidate_label(const reduce::Candidate& candidate);
/// "0.25" or "never": a distance that is infinite, in words.
std::string distance_text(double distance);
/// "12 blow-up, 3 chattering"; empty: none.
std::string failure_text(const reduce::CandidateResult& result);
/// What the numbers mean, with confidence or without.
std::string confidence_text(const SwitchedFindings& findings);

results::Figure order_figure(const SwitchedFindings& findings);
/// Modes, singular values, error and order, and one run of the full and of the chosen system. Empty after a diagnostic.
std::string switched_report(const SwitchedFindings& findings, Diagnostics& diagnostics);

}  // namespace sunder::report

// The planner's part of a report: the chosen run, what is known of its error, and its candidates.
#pragma once

#include "choose/choose.hpp"
#include "verbs/report.hpp"

namespace sunder::verbs {

struct ReportChoice {
  std::optional<choose::ChosenRun>
      made;                            ///< empty: the planner failed; the candidates are measured where that is quick
  std::vector<std::string> sentences;  ///< for the reader: what was done, or why it was not
};

/// `options`: what is run, not how. What fails is told as a warning and in a sentence: a report is made without it.
ReportChoice choose_for_report(const LoadedModel& model, simulate::SimulateOptions options,
                               std::optional<double> slowest_of_interest, const Control& control,
                               Diagnostics& diagnostics);

}  // namespace sunder::verbs

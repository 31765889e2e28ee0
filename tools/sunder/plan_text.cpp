#include "plan_text.hpp"

#include <algorithm>
#include <iostream>

#include "base/text.hpp"
#include "output.hpp"
#include "report/report.hpp"
#include "terminal.hpp"

namespace sunder::cli {
namespace {

std::string parts_of_range(double error) { return rounded(error, 2) + " of the range"; }

/// Where two runs differ most.
std::string where(const choose::AuditResult& audit) {
  return audit.worst_variable.empty() ? "" : " (in " + audit.worst_variable + ")";
}

std::string error_text(const choose::Purpose& purpose, const choose::AuditResult& audit) {
  switch (audit.verdict) {
    case choose::Verdict::kept:
      return "below " + parts_of_range(purpose.max_error) + " (two runs differ by " + rounded(*audit.error, 2) + ")";
    case choose::Verdict::not_kept:
      return "NOT below " + parts_of_range(purpose.max_error) + " (two runs differ by " + rounded(*audit.error, 2) +
             ")";
    case choose::Verdict::estimated:
    case choose::Verdict::above:
      if (*audit.error == 0) return "none that two runs would show";
      return "about " + parts_of_range(*audit.error) + " or less" + where(audit);
    case choose::Verdict::not_audited: return "not estimated; " + parts_of_range(purpose.max_error) + " was aimed at";
    case choose::Verdict::unfinished: break;
  }
  return "not known: the audit did not reach its end";
}

std::string chosen_text(const choose::Candidate& chosen, const choose::AuditRun& run) {
  if (chosen.step)
    return chosen.method + ", implicit states: " + chosen.what + "; a step takes " +
           report::duration_text(run.seconds / std::max(1.0, static_cast<double>(run.statistics.steps))) + " of " +
           report::duration_text(*chosen.step);
  if (chosen.period)
    return chosen.method + " over " + report::duration_text(*chosen.period) + ", fast states: " + chosen.what +
           ", tolerance " + rounded(run.tolerance, 2);
  return chosen.method + ", implicit states: " + chosen.what + ", tolerance " + rounded(run.tolerance, 2);
}

std::string optional_text(const std::optional<double>& value, bool duration) {
  if (!value) return "-";
  return duration ? report::duration_text(*value) : rounded(*value, 3);
}

}  // namespace

void print_audit(const choose::Plan& plan, const choose::AuditResult& audit) {
  std::cout << "  error                " << error_text(plan.purpose, audit) << "\n";
  if (const choose::Candidate* chosen = plan.chosen())
    std::cout << "  chosen               " << chosen_text(*chosen, audit.runs.back()) << "\n";
  if (plan.purpose.slowest_of_interest)
    std::cout << "  error counts for     " << name_list(plan.purpose.only, terminal_width() - 45) << ", slower than "
              << report::duration_text(*plan.purpose.slowest_of_interest) << "\n";
  if (audit.shift) std::cout << "  mostly in time       " << choose::to_text(*audit.shift) << "\n";
  if (!audit.note.empty()) std::cout << "  planned again        " << audit.note << "\n";
  if (audit.not_compared > 0)
    std::cout << "  not compared         " << counted(audit.not_compared, "variable")
              << " that jump near every output point\n";
}

std::string all_runs_text(const choose::Plan& plan, const choose::AuditResult& audit) {
  double seconds = plan.coarse.seconds;
  for (const choose::AuditRun& run : audit.runs) seconds += run.seconds;
  const bool coarse = plan.coarse.steps > 0;
  return "all " + std::to_string(audit.runs.size() + (coarse ? 1 : 0)) + " runs" +
         (coarse ? ", the coarse one too: " : ": ") + report::duration_text(seconds);
}

void print_plan(const choose::Plan& plan) {
  std::cout << "  coarse run           " << plan.coarse.steps << " steps, " << plan.coarse.events << " events, "
            << report::duration_text(plan.coarse.seconds) << "; " << counted(plan.coarse.fast_states, "state")
            << " faster than its steps"
            << (plan.coarse.until ? "; it shows the first " + report::duration_text(*plan.coarse.until) + " only" : "")
            << "\n";
  if (!plan.swinging.empty())
    std::cout << "  counted as fast      " << name_list(plan.swinging, terminal_width() - 50)
              << " by averaging, for swinging within a period\n";
  std::cout << "\n";
  Table table{{"", "method", "implicit", "steps", "time", "error", "remark"},
              {},
              {false, false, true, true, true, true, false}};
  std::vector<std::string> reasons;
  for (const choose::Candidate& one : plan.candidates) {
    if (one.refused) reasons.push_back(one.method + " (" + one.what + "): " + one.why);
    table.rows.push_back({one.chosen ? "*" : "", one.method, one.what, optional_text(one.steps, false),
                          optional_text(one.seconds, true), optional_text(one.error, false),
                          one.refused ? "(" + std::to_string(reasons.size()) + ")" : one.why});
    if (!one.measured) continue;
    table.rows.push_back({"", "  measured", "", rounded(one.measured->steps, 3),
                          report::duration_text(one.measured->seconds), rounded(one.measured->error, 2),
                          one.measured->failure});
  }
  std::cout << table.print(terminal_width());
  for (std::size_t i = 0; i < reasons.size(); ++i)
    std::cout << paragraph("(" + std::to_string(i + 1) + ") " + reasons[i], terminal_width());
}

}  // namespace sunder::cli

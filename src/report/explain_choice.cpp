// What the planner did, in sentences.
#include <cctype>

#include "base/text.hpp"
#include "report/report.hpp"

namespace sunder::report {
namespace {

std::string method_text(const choose::Candidate& one) {
  if (one.period)
    return one.method + " over periods of " + duration_text(*one.period) + " (" + one.what + " states are fast)";
  if (one.what == "all") return one.method + " with all states implicit";
  if (one.what == "none") return one.method + " with no state implicit";
  return one.method + " with " + one.what + " states implicit";
}

std::string run_sentence(const choose::Plan& plan, const choose::AuditResult& audit, const simulate::Simulation& run) {
  const choose::Candidate* chosen = plan.chosen();
  std::string out = "Run by " + (chosen != nullptr ? method_text(*chosen) : run.method);
  if (!plan.coarse.failure.empty()) {
    out += "; a coarse run, which tells what methods need, failed (" + plan.coarse.failure + ")";
  } else if (audit.replanned) {
    out += ", which was not the first choice";
  } else if (plan.candidates.size() > 1) {
    out += ", the cheapest of " + std::to_string(plan.candidates.size()) + " candidates by forecast";
  }
  return out + ", in " + counted(run.statistics.steps, "step") + ".";
}

std::string error_sentence(const choose::Plan& plan, const choose::AuditResult& audit) {
  const std::string asked = shortest(plan.purpose.max_error);
  std::string place;
  if (!audit.worst_variable.empty())
    place = " (largest in " + audit.worst_variable + ", at t = " + rounded(audit.worst_time, 4) + ")";
  const std::string size = audit.error ? rounded(*audit.error, 2) + " of the range" : "";
  switch (audit.verdict) {
    case choose::Verdict::estimated:
      return "Its error is estimated as " + size + " or less" + place + ", below " + asked + ", which was asked for.";
    case choose::Verdict::above:
      return "Its error is estimated as " + size + place + ", ABOVE " + asked + ", which was asked for; --max-error " +
             asked + " goes on until the bound holds.";
    case choose::Verdict::kept:
      return "Its error is below " + asked + " of the range: two runs differ by " + size + ".";
    case choose::Verdict::not_kept:
      return "Its error is NOT below " + asked + " of the range: two runs differ by " + size + place + ".";
    case choose::Verdict::not_audited: return "Its error was not estimated; " + asked + " was aimed at.";
    case choose::Verdict::unfinished: break;
  }
  return "Its error is not known: the runs that were to tell it did not reach their end.";
}

}  // namespace

std::vector<std::string> explain_choice(const choose::Plan& plan, const choose::AuditResult& audit,
                                        const simulate::Simulation& run) {
  if (!run.status.ok)
    return {"The chosen run (" + run.method + ") ended at t = " + rounded(run.status.time, 4) + ": " +
            run.status.reason + "."};
  std::vector<std::string> out{run_sentence(plan, audit, run), error_sentence(plan, audit)};
  if (audit.shift)
    out.push_back("What two runs differ by is mostly one in time: " + choose::to_text(*audit.shift) + ".");
  if (run.averaging)
    out.push_back("Values are means over one period, but for slow states; the error is that of the slow states.");
  if (!plan.swinging.empty() && run.averaging)
    out.push_back("Counted as fast because " + std::string(plan.swinging.size() == 1 ? "it swings" : "they swing") +
                  " within a period: " + enumerated(plan.swinging) + ".");
  if (!audit.note.empty()) {
    out.push_back(audit.note + ".");
    out.back().front() = static_cast<char>(std::toupper(static_cast<unsigned char>(out.back().front())));
  }
  if (audit.not_compared > 0)
    out.push_back(counted(audit.not_compared, "variable") +
                  " that jump near every output point could not be compared.");
  return out;
}

}  // namespace sunder::report

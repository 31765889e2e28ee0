#include "choose/interest.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "simulate/linearise.hpp"

namespace sunder::choose {

namespace {
/// Seconds for the search of cycles: rather a rough time scale than a long wait before a run.
constexpr double search_budget = 1;
}  // namespace

Outcome<decouple::Analysis> time_scales(const model::Model& model, const ContextMaker& make_context,
                                        const simulate::SimulateOptions& options) {
  const std::unique_ptr<model::Context> context = make_context();
  simulate::OperatingPoint point;
  point.start = options.start.value_or(model.description().experiment.start.value_or(0.0));
  point.cancel = options.cancel;
  decouple::AnalysisOptions analysis;
  analysis.budget = search_budget;
  analysis.mode_limit = 0;
  analysis.want_partition = false;
  return simulate::analyze(model, *context, point, analysis);
}

bool count_slow_states(const model::Model& model, const decouple::Analysis& analysis, Purpose& purpose,
                       Diagnostics& diagnostics) {
  const double interest = *purpose.slowest_of_interest;
  std::unordered_map<std::string, double> scales;
  std::vector<std::string> slow;
  const decouple::VariableScale* slowest = nullptr;
  for (const decouple::VariableScale& one : analysis.variables) {
    scales.emplace(one.name, one.time_scale);
    if (one.time_scale >= interest) slow.push_back(one.name);
    slowest = &one;  // they ascend
  }
  if (slow.empty()) {
    Diagnostic& error = diagnostics.error(
        Code::E0652, {}, "nothing in '" + std::string(model.name()) + "' is slower than " + shortest(interest) + " s");
    if (slowest != nullptr)
      error.help = "the slowest state, '" + slowest->name + "', has a time scale of " +
                   rounded(slowest->time_scale, 3) + " s: --slowest-of-interest must be below that";
    return false;
  }
  for (const std::string& name : purpose.only) {
    const auto found = scales.find(name);
    if (found != scales.end() && found->second >= interest) continue;
    Diagnostic& error =
        diagnostics.error(Code::E0652, {},
                          "--only " + name + " contradicts --slowest-of-interest " + shortest(interest) + ": " +
                              (found == scales.end() ? "it is no state, so nothing says that it is slow"
                                                     : "its time scale is " + rounded(found->second, 3) + " s"));
    error.help = "leave one of them out";
    return false;
  }
  if (purpose.only.empty()) purpose.only = std::move(slow);
  return true;
}

}  // namespace sunder::choose

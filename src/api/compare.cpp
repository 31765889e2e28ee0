#include <sunder/compare.hpp>

#include "api/support.hpp"
#include "verbs/compare.hpp"

namespace sunder {
namespace {

results::Measure measure_of(ErrorMeasure measure) {
  switch (measure) {
    case ErrorMeasure::equivalence: return results::Measure::equivalence;
    case ErrorMeasure::range: return results::Measure::range;
    case ErrorMeasure::relative: return results::Measure::relative;
    case ErrorMeasure::absolute: return results::Measure::absolute;
  }
  throw std::logic_error("a measure without a name");
}

verbs::CompareOptions verb_options(const CompareOptions& options) {
  return {measure_of(options.measure), options.window, options.derivatives};
}

/// A caller may have made it himself.
void check(const Trajectory& trajectory) {
  if (trajectory.names.size() != trajectory.columns.size())
    throw std::invalid_argument(std::to_string(trajectory.columns.size()) + " columns were given for " +
                                std::to_string(trajectory.names.size()) + " variables");
  for (std::size_t i = 0; i < trajectory.columns.size(); ++i) {
    const std::size_t size = trajectory.columns[i].size();
    if (size != 1 && size != trajectory.time.size())
      throw std::invalid_argument("'" + trajectory.names[i] + "' has " + std::to_string(size) + " values for " +
                                  std::to_string(trajectory.time.size()) + " times");
  }
}

/// Derivatives are told by their names.
results::Trajectory room_trajectory(const Trajectory& trajectory) {
  results::Trajectory out;
  out.times = trajectory.time;
  out.columns = trajectory.columns;
  for (std::size_t i = 0; i < trajectory.names.size(); ++i) {
    results::ResultVariable one;
    one.name = trajectory.names[i];
    if (i < trajectory.units.size()) one.unit = trajectory.units[i];
    one.constant = trajectory.columns[i].size() == 1 && trajectory.time.size() != 1;
    out.variables.push_back(std::move(one));
  }
  return out;
}

Comparison public_comparison(const results::Comparison& found) {
  Comparison out;
  out.epsilon = found.epsilon;
  out.worst_variable = found.worst_variable;
  out.worst_time = found.worst_time;
  for (const results::VariableError& one : found.variables) out.variables.push_back({one.name, one.epsilon, one.rms});
  out.only_in_results = found.only_in_a;
  out.only_in_reference = found.only_in_b;
  out.not_compared = found.not_compared;
  return out;
}

Result<Comparison> answer_of(Outcome<results::Comparison> found) {
  const auto texts = std::make_shared<const api::Texts>(SourceMap());
  return api::answer<Comparison>(std::move(found), texts, public_comparison);
}

}  // namespace

Result<Comparison> compare(const std::string& given, const std::string& reference, const CompareOptions& options) {
  return answer_of(verbs::compare(given, reference, verb_options(options)));
}

Result<Comparison> compare(const Trajectory& given, const Trajectory& reference, const CompareOptions& options) {
  check(given);
  check(reference);
  return answer_of(verbs::compare(room_trajectory(given), room_trajectory(reference), verb_options(options)));
}

}  // namespace sunder

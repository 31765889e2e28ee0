// The pieces of machine-readable output that commands and the report page have in common. docs/json.md describes them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "choose/plan.hpp"
#include "decouple/analysis.hpp"
#include "integrate/statistics.hpp"
#include "simulate/simulate.hpp"

namespace sunder::report {

/// "inf" and "-inf" for infinite, null for undefined numbers.
nlohmann::ordered_json number(double value);
nlohmann::ordered_json number(const std::optional<double>& value);
nlohmann::ordered_json numbers(const std::vector<double>& values);

/// One more member of an object, whose names all differ: the library's own access looks for the name among all before
/// it, which is quadratic for the variables of a large model.
void append(nlohmann::ordered_json& object, const std::string& name, nlohmann::ordered_json value);

nlohmann::ordered_json statistics_json(const integrate::Statistics& statistics);
nlohmann::ordered_json status_json(const simulate::RunStatus& status);

nlohmann::ordered_json plan_json(const choose::Plan& plan);
nlohmann::ordered_json audit_json(const choose::AuditResult& audit);

struct AnalysisDetail {
  bool list_cycles = false;
  /// Every list of names in full. Otherwise (for the page of a large model) long ones are cut and those that follow
  /// from others are left out.
  bool complete = true;
};
nlohmann::ordered_json analysis_json(const decouple::Analysis& analysis, const AnalysisDetail& detail = {});

/// What the time scales at every alpha follow from: the lines of each state's cycles and its own slope.
nlohmann::ordered_json envelopes_json(const decouple::Analysis& analysis);

}  // namespace sunder::report

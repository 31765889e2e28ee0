// What the planner found and chose, for people.
#pragma once

#include <string>

#include "choose/plan.hpp"

namespace sunder::cli {

/// What is known of the error of a run, in two or three lines.
void print_audit(const choose::Plan& plan, const choose::AuditResult& audit);
/// How long all runs took together.
std::string all_runs_text(const choose::Plan& plan, const choose::AuditResult& audit);
/// The table of candidates.
void print_plan(const choose::Plan& plan);

}  // namespace sunder::cli

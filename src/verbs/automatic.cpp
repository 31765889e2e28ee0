#include "verbs/automatic.hpp"

#include "base/codes.hpp"
#include "base/text.hpp"
#include "fmi/fmu_model.hpp"

namespace sunder::verbs {

choose::Purpose purpose_of(const SimulateOptions& given) {
  const PurposeOptions& options = given.purpose;
  choose::Purpose purpose;
  purpose.max_error = options.max_error.value_or(choose::default_error);
  purpose.audit = options.audit.value_or(options.max_error ? choose::Audit::promise : choose::Audit::estimate);
  purpose.only = options.only;
  purpose.real_time = options.real_time;
  purpose.slowest_of_interest = given.cut.slowest_of_interest;
  return purpose;
}

bool check_only(const LoadedModel& loaded, const SimulateOptions& options, Diagnostics& diagnostics) {
  const model::ModelDescription& description = loaded.model().description();
  for (const std::string& name : options.purpose.only) {
    if (description.find(name)) continue;
    Diagnostic& error = diagnostics.error(Code::E0006, {}, "--only: the model has no variable '" + name + "'");
    std::vector<std::string> names;
    for (const model::VariableIndex i : description.indices()) names.push_back(description.variable_name(i));
    const std::vector<std::string> near = closest(name, names);
    if (!near.empty()) error.help = "did you mean '" + near.front() + "'?";
  }
  return !diagnostics.has_errors();
}

void check_automatic(const SimulateOptions& options, Diagnostics& diagnostics) {
  const auto refuse = [&](bool given, const char* option, const char* instead) {
    if (given)
      diagnostics.error(Code::E0610, {}, std::string(option) + " is for a method you name; auto chooses by the error")
          .help = instead;
  };
  refuse(options.step.has_value(), "--step",
         "--max-error E instead, --real-time H for steps of equal work, or --method mixed-euler --step H, for example");
  refuse(options.tolerance.has_value(), "--tolerance",
         "--max-error E instead (of the range of each variable), or --method cvode --tolerance EPS");
  refuse(options.absolute_tolerance.has_value(), "--absolute-tolerance",
         "--max-error E instead, or --method cvode --absolute-tolerance EPS");
  const char* named = "name a method that takes it: sunder simulate --help";
  refuse(options.explicit_update.has_value(), "--explicit-update", named);
  refuse(options.period.has_value(), "--period", "--method averaging");
  refuse(options.steps_per_jacobian.has_value(), "--steps-per-jacobian", "--method mixed-realtime");
  refuse(options.start_up != simulate::StartUp::plain, "--start-up", named);
  refuse(options.events != simulate::EventMode::locate, "--events", named);
  refuse(options.cut.fast.has_value(), "--fast", "--method rosenbrock");
  refuse(options.cut.parts.has_value(), "--parts", "--method rosenbrock");
  refuse(options.cut.alpha.has_value(), "--alpha", "--method rosenbrock");
  refuse(options.cut.self_loop.has_value(), "--self-loop", "--method rosenbrock");
  choose::check(purpose_of(options), diagnostics);
}

bool can_be_audited(const LoadedModel& model, choose::Purpose& purpose, Diagnostics& diagnostics) {
  const auto* fmu = dynamic_cast<const fmi::FmuModel*>(&model.model());
  if (fmu == nullptr || !fmu->steps_itself() || purpose.audit == choose::Audit::off) return true;
  const std::string what =
      "an FMU for Co-Simulation steps itself, alike in every run: nothing tells how accurate it is";
  const char* help = "runs with twice as many --intervals show what depends on them";
  if (purpose.audit == choose::Audit::promise) {
    diagnostics.error(Code::E0652, {}, what).help = help;
    return false;
  }
  diagnostics.warning(Code::W0654, {}, what).help = help;
  purpose.audit = choose::Audit::off;
  return true;
}

}  // namespace sunder::verbs

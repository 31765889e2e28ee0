#include "verbs/simulate.hpp"

#include "base/codes.hpp"
#include "verbs/automatic.hpp"
#include "verbs/files.hpp"
#include "verbs/model_files.hpp"
#include "verbs/relay.hpp"
#include "verbs/run.hpp"
#include "verbs/threads.hpp"

namespace sunder::verbs {
namespace {

/// Whether the options given fit the method.
void check_fit(const SimulateOptions& options, const integrate::MethodInfo& method, Diagnostics& diagnostics) {
  const std::string name(method.name);
  if (options.explicit_update && !method.mixed)
    diagnostics.error(Code::E0610, {}, "--explicit-update belongs to mixed-euler, not to " + name);
  if (method.mixed || method.rows) return;
  const auto refuse = [&](bool given, const char* option) {
    if (given)
      diagnostics
          .error(Code::E0610, {},
                 std::string(option) + " divides the states for the mixed methods; " + name + " treats all alike")
          .help = "--method mixed-euler, for example";
  };
  refuse(options.cut.fast.has_value(), "--fast");
  refuse(options.cut.parts.has_value(), "--parts");
  refuse(options.cut.slowest_of_interest.has_value(), "--slowest-of-interest");
  refuse(options.cut.alpha.has_value(), "--alpha");
  refuse(options.cut.self_loop.has_value(), "--self-loop");
}

void check_named(const SimulateOptions& options, Diagnostics& diagnostics) {
  const Outcome<integrate::MethodInfo> method = integrate::find_method(options.method);
  diagnostics.append(method.diagnostics());
  if (!method.ok()) return;
  check_fit(options, *method, diagnostics);
  const PurposeOptions& purpose = options.purpose;
  const auto refuse = [&](bool given, const char* option) {
    if (given)
      diagnostics
          .error(Code::E0610, {},
                 std::string(option) + " tells the method auto what the run is for; " + options.method +
                     " goes by its tolerance or step")
          .help = "--method auto, which is also the default";
  };
  refuse(purpose.max_error.has_value(), "--max-error");
  refuse(purpose.audit.has_value(), "--audit");
  refuse(!purpose.only.empty(), "--only");
  refuse(purpose.real_time.has_value(), "--real-time");
}

void check_reference(const std::string& name, Diagnostics& diagnostics) {
  const Outcome<integrate::MethodInfo> method = integrate::find_method(name);
  diagnostics.append(method.diagnostics());
  if (method.ok() && method->mixed)
    diagnostics.error(Code::E0610, {}, "--compare " + name + ": a mixed method is no reference").help =
        "cvode is, for example";
}

}  // namespace

void check_options(const SimulateOptions& options, Diagnostics& diagnostics) {
  if (options.method == automatic) {
    check_automatic(options, diagnostics);
  } else {
    check_named(options, diagnostics);
  }
  if (diagnostics.has_errors() || !check_filter(options.filter, diagnostics)) return;
  if (!options.initial_from.empty() && !options.initial.empty())
    diagnostics.error(Code::E0006, {}, "a run starts from a file or from values, not from both");
  if (!options.compare.empty()) check_reference(options.compare, diagnostics);
}

Outcome<SimulateResult> simulate(const LoadedModel& loaded, const SimulateOptions& options, const Control& control) {
  Diagnostics diagnostics;
  const auto give_up = [&] { return Outcome<SimulateResult>(std::move(diagnostics)); };
  const model::Model& model = loaded.model();
  simulate::SimulateOptions run = plain_options(options, control);
  run.threads = usable_threads(options.threads, 1, diagnostics);
  check_options(options, diagnostics);
  if (diagnostics.has_errors() || !check_only(loaded, options, diagnostics) ||
      !choose_variables(loaded, options, run, diagnostics) || !read_start(loaded, options, run, diagnostics) ||
      !read_inputs(loaded, options.inputs, run.inputs, diagnostics))
    return give_up();
  ProgressRelay relay(control, "simulating " + std::string(model.name()));
  run.progress = relay.get();
  const bool compares = !options.compare.empty();
  SimulateResult result;
  results::Trajectory trajectory;
  bool fine = false;
  if (options.method == automatic) {
    const choose::ContextMaker make_context = [&] { return create_context(loaded, options.inputs); };
    choose::Purpose purpose = purpose_of(options);
    if (!can_be_audited(loaded, purpose, diagnostics)) return give_up();
    Outcome<choose::ChosenRun> made = choose::simulate_chosen(model, make_context, run, purpose);
    diagnostics.append(made.diagnostics());
    if (!made.has_value()) return give_up();
    fine = made->run.status.ok;
    result.run = std::move(made->run);
    result.plan = std::move(made->plan);
    result.audit = std::move(made->audit);
    trajectory = std::move(made->trajectory);
    run.method = result.run.method;
    const double tolerance = result.audit->runs.back().tolerance;
    run.tolerance = tolerance > 0 ? std::optional(tolerance) : std::nullopt;
    run.step = result.run.step;
    run.partition = result.run.partition;
  } else {
    const std::unique_ptr<model::Context> context = create_context(loaded, options.inputs);
    if (needs_cut(options) && !choose_cut(loaded, options, *context, run, diagnostics)) return give_up();
    results::MemoryWriter memory;
    run.tells_unresolved = true;
    Outcome<simulate::Simulation> made =
        simulate::simulate(model, *context, run, compares || options.keep ? &memory : nullptr);
    diagnostics.append(made.diagnostics());
    if (!made.has_value()) return give_up();
    fine = made.ok();
    result.run = made.take();
    trajectory = memory.take();
  }
  if (!loaded.options().allow_files.empty())
    ModelFiles(loaded.options().allow_files).carry_out(result.run, diagnostics);
  result.state_count = model.state_count();
  result.timing = loaded.timing();
  if (result.run.partition) {
    result.fast = model::state_names(model, result.run.partition->fast());
    result.slow = model::state_names(model, result.run.partition->slow());
  }
  run.progress = nullptr;
  if (compares && fine &&
      !compare_with(options.compare, loaded, options.inputs, run, result.run, trajectory, result.comparison,
                    diagnostics))
    return give_up();
  if (options.keep) result.trajectory = std::move(trajectory);
  return {std::move(result), std::move(diagnostics)};
}

}  // namespace sunder::verbs

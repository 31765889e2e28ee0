#include "verbs/simulate.hpp"

#include "base/codes.hpp"
#include "verbs/files.hpp"
#include "verbs/relay.hpp"
#include "verbs/run.hpp"
#include "verbs/threads.hpp"

namespace sunder::verbs {
namespace {

/// Whether the options given fit the method.
void check_fit(const SimulateOptions& options, const integrate::MethodInfo& method, Diagnostics& diagnostics) {
  const std::string name(method.name);
  if (!options.substeps.empty() && !method.clusters) {
    diagnostics.error(Code::E0610, {}, "--substeps belongs to multirate, not to " + name);
    return;
  }
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

void check_reference(const std::string& name, Diagnostics& diagnostics) {
  const Outcome<integrate::MethodInfo> method = integrate::find_method(name);
  diagnostics.append(method.diagnostics());
  if (method.ok() && method->mixed)
    diagnostics.error(Code::E0610, {}, "--compare " + name + ": a mixed method is no reference").help =
        "cvode is, for example";
}

}  // namespace

void check_options(const SimulateOptions& options, Diagnostics& diagnostics) {
  const Outcome<integrate::MethodInfo> method = integrate::find_method(options.method);
  diagnostics.append(method.diagnostics());
  if (!method.ok()) return;
  check_fit(options, *method, diagnostics);
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
  if (diagnostics.has_errors() || !choose_variables(loaded, options, run, diagnostics) ||
      !read_start(loaded, options, run, diagnostics) || !read_inputs(loaded, options.inputs, run.inputs, diagnostics))
    return give_up();
  const std::unique_ptr<model::Context> context = create_context(loaded, options.inputs);
  if (needs_cut(options) && !choose_cut(loaded, options, *context, run, diagnostics)) return give_up();
  ProgressRelay relay(control, "simulating " + std::string(model.name()));
  run.progress = relay.get();
  results::MemoryWriter memory;
  const bool compares = !options.compare.empty();
  Outcome<simulate::Simulation> made =
      simulate::simulate(model, *context, run, compares || options.keep ? &memory : nullptr);
  diagnostics.append(made.diagnostics());
  if (!made.has_value()) return give_up();
  const bool fine = made.ok();
  SimulateResult result;
  result.run = made.take();
  result.state_count = model.state_count();
  result.timing = loaded.timing();
  if (result.run.partition) {
    result.fast = model::state_names(model, result.run.partition->fast());
    result.slow = model::state_names(model, result.run.partition->slow());
  }
  run.progress = nullptr;
  if (compares && fine &&
      !compare_with(options.compare, loaded, options.inputs, run, result.run, memory.trajectory(), result.comparison,
                    diagnostics))
    return give_up();
  if (options.keep) result.trajectory = memory.take();
  return {std::move(result), std::move(diagnostics)};
}

}  // namespace sunder::verbs

#include "verbs/cosim.hpp"

#include <cmath>

#include "base/codes.hpp"
#include "base/ranks.hpp"
#include "base/text.hpp"
#include "cosimulate/picture.hpp"
#include "driver/monolith.hpp"
#include "report/system.hpp"
#include "verbs/files.hpp"
#include "verbs/relay.hpp"
#include "verbs/threads.hpp"
#include "verbs/timing.hpp"

namespace sunder::verbs {
namespace {

/// The system as one model; a null pointer after diagnostics.
std::shared_ptr<const execute::CompiledModel> whole_system(LoadedSystem& loaded, const Control& control,
                                                           Diagnostics& diagnostics) {
  driver::OpenSystemRequest request = loaded.request;
  request.cancel = control.cancel;
  Outcome<driver::Compilation> made = driver::compile_monolith(*loaded.workspace, loaded.system, request);
  diagnostics.append(made.diagnostics());
  loaded.system.sources.append(made->sources);
  return made.ok() ? made->model : nullptr;
}

cosimulate::CosimOptions run_options(const CosimOptions& options, const Control& control, Diagnostics& diagnostics) {
  cosimulate::CosimOptions run;
  run.start = options.start;
  run.stop = options.stop;
  run.adaptive = options.adaptive;
  run.tolerance = options.tolerance;
  run.allow_unstable = options.allow_unstable;
  run.threads = usable_threads(options.threads, 1, diagnostics);
  run.filter = options.filter;
  run.output = options.output;
  run.cancel = control.cancel;
  return run;
}

/// Of the run, in time; as `cosimulate` has it.
double length_of(const cosimulate::SystemDescription& system, std::optional<double> start, std::optional<double> stop) {
  const double begin = start.value_or(system.start);
  return stop.value_or(system.stop.value_or(begin + 1)) - begin;
}

/// What was found out beside the run.
struct Beside {
  results::Trajectory trajectory, reference;
  std::optional<cosimulate::ReferenceError> error;
};

bool compare_run(const cosimulate::Cosimulation& run, LoadedSystem& loaded, const Control& control, Beside& beside,
                 Diagnostics& diagnostics) {
  const std::shared_ptr<const execute::CompiledModel> whole = whole_system(loaded, control, diagnostics);
  if (!whole) return false;
  cosimulate::ReferenceSettings settings;
  settings.cancel = control.cancel;
  Outcome<cosimulate::ReferenceError> found =
      cosimulate::compare_with_whole(run, beside.trajectory, *whole, settings, &beside.reference);
  diagnostics.append(found.diagnostics());
  if (!found.ok()) return false;
  beside.error = found.take();
  beside.error->reference_seconds = settled_seconds(beside.error->reference_seconds, [&] {
    const Outcome<cosimulate::ReferenceError> again =
        cosimulate::compare_with_whole(run, beside.trajectory, *whole, settings);
    return again.ok() ? again->reference_seconds : beside.error->reference_seconds;
  });
  return true;
}

/// How long the run takes, repeated where it is short.
double repeated_seconds(cosimulate::CosimOptions options, const CosimResult& result, const LoadedSystem& loaded) {
  options.output.clear();
  options.progress = nullptr;
  return settled_seconds(result.run.seconds, [&] {
    results::MemoryWriter other;
    const Outcome<cosimulate::Cosimulation> again =
        cosimulate::cosimulate(loaded.system, options, result.stability, &other);
    return again.has_value() ? again->seconds : result.run.seconds;
  });
}

bool write_report(const CosimOptions& options, const CosimResult& result, const Beside& beside,
                  Diagnostics& diagnostics) {
  report::RunReport page;
  page.run = &result.run;
  page.trajectory = &beside.trajectory;
  if (beside.error) {
    page.reference = &beside.reference;
    page.error = &*beside.error;
  }
  const report::StabilityAnswer answer =
      report::answer_of(result.stability, result.run.communication_step, options.search);
  return write_text(options.report, report::run_page(page, answer, result.system), diagnostics);
}

}  // namespace

void check_options(const CosimOptions& options, Diagnostics& diagnostics) {
  if (!(options.tolerance > 0))
    diagnostics.error(Code::E0611, {}, "--tolerance must be positive");
  else
    check_filter(options.filter, diagnostics);
}

Outcome<CosimResult> cosim(LoadedSystem& loaded, const CosimOptions& options, const Control& control) {
  Diagnostics diagnostics;
  const auto give_up = [&] { return Outcome<CosimResult>(std::move(diagnostics)); };
  cosimulate::CosimOptions run = run_options(options, control, diagnostics);
  check_options(options, diagnostics);
  if (diagnostics.has_errors()) return give_up();
  if (control.ranks != nullptr && !control.ranks->leads()) {
    cosimulate::host_parts(loaded.system, *control.ranks, control.cancel);
    return give_up();
  }
  CosimResult result;
  result.system = loaded.system.description;
  if (!cosimulate::examine(loaded.system, result.system.communication_step, result.stability, diagnostics,
                           length_of(result.system, options.start, options.stop)))
    return give_up();
  if (control.ranks != nullptr) {
    result.ranks = cosimulate::distribute(loaded.system, *control.ranks, control.cancel, diagnostics);
    if (diagnostics.has_errors()) return give_up();
  }
  ProgressRelay relay(control, "co-simulating");
  run.progress = relay.get();
  results::MemoryWriter memory;
  const bool remembers = options.compare || options.keep || !options.report.empty();
  Outcome<cosimulate::Cosimulation> made =
      cosimulate::cosimulate(loaded.system, run, result.stability, remembers ? &memory : nullptr);
  diagnostics.append(made.diagnostics());
  if (!made.has_value()) return give_up();
  result.run = made.take();
  Beside beside;
  beside.trajectory = memory.take();
  if (options.compare && result.run.ok && !compare_run(result.run, loaded, control, beside, diagnostics))
    return give_up();
  if (beside.error)
    result.comparison = ReferenceComparison{"the system as one model",
                                            beside.error->equivalence,
                                            beside.error->range,
                                            beside.error->window,
                                            false,
                                            beside.error->reference_seconds / repeated_seconds(run, result, loaded),
                                            cosimulate::ReferenceSettings{}.tolerance};
  if (!options.report.empty() && !write_report(options, result, beside, diagnostics)) return give_up();
  if (options.keep) result.trajectory = std::move(beside.trajectory);
  return {std::move(result), std::move(diagnostics)};
}

void check_options(const ErrorOverStepOptions& options, Diagnostics& diagnostics) {
  constexpr std::size_t most = 1000;
  if (options.from > 0 && options.to > options.from && std::isfinite(options.to) && options.count >= 2 &&
      options.count <= most)
    return;
  diagnostics
      .error(Code::E0006, {},
             "--error-over-step: '" + shortest(options.from) + ":" + shortest(options.to) + ":" +
                 std::to_string(options.count) + "' is not a range of steps")
      .help = "write the shortest step, the longest one and how many, as in 0.01:4:20";
}

Outcome<ErrorOverStepResult> error_over_step(LoadedSystem& loaded, const ErrorOverStepOptions& options,
                                             const Control& control) {
  Diagnostics diagnostics;
  const auto give_up = [&] { return Outcome<ErrorOverStepResult>(std::move(diagnostics)); };
  cosimulate::ErrorTableSettings settings;
  settings.threads = usable_threads(options.threads, 1, diagnostics);
  check_options(options, diagnostics);
  if (diagnostics.has_errors()) return give_up();
  const cosimulate::SystemDescription& system = loaded.system.description;
  cosimulate::SystemStability stability;
  if (!cosimulate::examine(loaded.system, system.communication_step, stability, diagnostics,
                           length_of(system, options.start, options.stop)))
    return give_up();
  settings.from = options.from;
  settings.to = options.to;
  settings.count = options.count;
  settings.mode = options.search;
  settings.start = options.start;
  settings.stop = options.stop;
  settings.reference.cancel = control.cancel;
  const std::shared_ptr<const execute::CompiledModel> whole = whole_system(loaded, control, diagnostics);
  if (!whole) return give_up();
  ProgressRelay relay(control, "error over the communication step");
  settings.progress = relay.get();
  Outcome<cosimulate::ErrorTable> table = cosimulate::error_over_step(loaded.system, *whole, settings);
  diagnostics.append(table.diagnostics());
  if (!table.ok()) return give_up();
  if (!options.picture.empty() &&
      !write_text(options.picture, results::svg(cosimulate::error_figure(*table)), diagnostics))
    return give_up();
  if (!options.report.empty()) {
    report::RunReport page;
    page.table = &*table;
    const report::StabilityAnswer answer = report::answer_of(stability, system.communication_step, options.search);
    if (!write_text(options.report, report::run_page(page, answer, system), diagnostics)) return give_up();
  }
  return {{table.take(), system.path}, std::move(diagnostics)};
}

}  // namespace sunder::verbs

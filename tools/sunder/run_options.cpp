#include "run_options.hpp"

#include <charconv>

#include "analysis_options.hpp"
#include "base/codes.hpp"
#include "base/text.hpp"
#include "common_options.hpp"
#include "output.hpp"
#include "report/report.hpp"
#include "simulate/linearise.hpp"
#include "simulate/rates.hpp"

namespace sunder::cli {

namespace {

/// --substeps: counts from slow to fast, separated by commas. False after a diagnostic.
bool read_substeps(const Arguments& arguments, Diagnostics& diagnostics, std::vector<std::uint32_t>& substeps) {
  for (const std::string& word : split_names({arguments.text("--substeps")})) {
    constexpr std::uint32_t most = 1000000;
    std::uint32_t count = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), count);
    if (error != std::errc() || end != word.data() + word.size() || count == 0 || count > most) {
      diagnostics.error(Code::E0005, {},
                        "--substeps needs numbers from 1 to " + std::to_string(most) + ", not '" + word + "'");
      return false;
    }
    substeps.push_back(count);
  }
  return true;
}

/// The clusters and steps of a multirate run.
bool choose_rates(const Arguments& arguments, Session& session, model::Context& context,
                  const simulate::OperatingPoint& point, const decouple::PartitionChoice& choice,
                  simulate::SimulateOptions& options) {
  if (!read_substeps(arguments, session.diagnostics, options.substeps)) return false;
  Outcome<decouple::Linearisation> linearisation = simulate::linearise(session.model(), context, point);
  if (!linearisation.ok()) {
    session.diagnostics.append(linearisation.diagnostics());
    return false;
  }
  std::optional<simulate::Rates> rates = simulate::choose_rates(*linearisation, choice, options.step, options.substeps);
  if (!rates) return true;  // the run will ask for a step
  options.partition = std::move(rates->partition);
  options.substeps = std::move(rates->substeps);
  options.step = rates->step;
  return true;
}

}  // namespace

bool choose_cut(const Arguments& arguments, Session& session, model::Context& context,
                simulate::SimulateOptions& options) {
  decouple::AnalysisOptions analysis_options;
  if (!read_analysis_options(arguments, session, analysis_options, session.diagnostics)) return false;
  simulate::OperatingPoint point;
  point.start = options.start.value_or(session.model().description().experiment.start.value_or(0.0));
  point.tolerance = options.tolerance.value_or(1e-6);
  const Outcome<integrate::MethodInfo> method = integrate::find_method(options.method);
  const bool by_step = method.ok() && method->fixed_step;
  // the steps of averaging have nothing to do with which states are fast
  if (method.ok() && !method->stepwise) analysis_options.partition.step.reset();
  const bool multirate = options.method == "multirate";
  const std::string_view certified = multirate ? "mixed-ars222"
                                     : by_step ? std::string_view(options.method)
                                               : "mixed-euler";
  Outcome<decouple::Analysis> analysis =
      simulate::analyze(session.model(), context, point, analysis_options, certified);
  session.diagnostics.append(analysis.diagnostics());
  if (!analysis.ok()) return false;
  if (!analysis->partition) return true;  // no states: nothing to cut
  if (multirate) return choose_rates(arguments, session, context, point, *analysis->partition, options);
  options.partition = analysis->partition->partition;
  if (!by_step) return true;
  if (!options.step) options.step = analysis->partition->step;
  const auto& certificate = analysis->partition->certificate;
  if (certificate && certificate->converged && !certificate->stable)
    session.diagnostics.warning(Code::W0001, {},
                                "the step " + report::duration_text(certificate->step) +
                                    " is not stable for the linearised model (spectral radius " +
                                    rounded(certificate->spectral_radius, 5) + ")");
  return true;
}

simulate::SimulateOptions read_run_options(const Arguments& arguments, Session& session) {
  simulate::SimulateOptions options;
  options.method = arguments.text("--method", "cvode");
  options.step = arguments.number("--step");
  options.start = arguments.number("--start");
  options.stop = arguments.number("--stop");
  options.tolerance = arguments.number("--tolerance");
  options.absolute_tolerance = arguments.number("--absolute-tolerance");
  options.intervals = arguments.count("--intervals");
  options.filter = arguments.text("--filter");
  options.output = arguments.text("--output");
  options.cancel = session.cancel;
  // of a sweep, the threads are for its runs
  if (!arguments.has("--sweep")) options.threads = read_threads(arguments, 1, session.diagnostics);
  if (arguments.text("--events") == "grid") options.events = simulate::EventMode::grid;
  options.period = arguments.number("--period");
  if (const auto steps = arguments.count("--steps-per-jacobian")) options.steps_per_jacobian = *steps;
  if (arguments.text("--start-up") == "graded") options.start_up = simulate::StartUp::graded;
  if (arguments.text("--explicit-update") == "in-place") options.explicit_update = integrate::ExplicitUpdate::in_place;
  return options;
}

bool read_input_files(const Arguments& arguments, Session& session, simulate::SimulateOptions& options) {
  std::vector<std::string> paths;
  for (const std::string& input : arguments.list("--input"))
    if (is_input_file(input)) paths.push_back(input);
  const auto between = arguments.text("--between") == "held" ? model::SampledSignal::Between::held
                                                             : model::SampledSignal::Between::linear;
  Outcome<std::vector<simulate::DrivenInput>> inputs = simulate::read_inputs(session.model(), paths, between);
  session.diagnostics.append(inputs.diagnostics());
  if (!inputs.ok()) return false;
  options.inputs = inputs.take();
  return true;
}

bool read_start(const Arguments& arguments, Session& session, simulate::SimulateOptions& options) {
  if (!arguments.has("--initial-from")) return true;
  const Outcome<simulate::NamedValues> given = simulate::read_named_values(arguments.text("--initial-from"));
  session.diagnostics.append(given.diagnostics());
  if (!given.ok()) return false;
  Outcome<simulate::StartPoint> point = simulate::bind_start(session.model(), *given);
  session.diagnostics.append(point.diagnostics());
  if (!point.ok()) return false;
  options.from = point.take();
  return true;
}

bool options_fit(const Arguments& arguments, const integrate::MethodInfo& method, Diagnostics& diagnostics) {
  if (arguments.has("--substeps") && method.name != "multirate") {
    diagnostics.error(Code::E0610, {}, "--substeps belongs to multirate, not to " + std::string(method.name));
    return false;
  }
  if (method.mixed) return true;
  for (const char* option : {"--fast", "--parts", "--slowest-of-interest", "--alpha", "--self-loop"}) {
    if (arguments.has(option))
      diagnostics
          .error(Code::E0610, {},
                 std::string(option) + " divides the states for the mixed methods; " + std::string(method.name) +
                     " treats all alike")
          .help = "--method mixed-euler, for example";
  }
  if (arguments.has("--explicit-update"))
    diagnostics.error(Code::E0610, {}, "--explicit-update belongs to mixed-euler, not to " + std::string(method.name));
  return !diagnostics.has_errors();
}

}  // namespace sunder::cli

// stability and cosim.
#include <sunder/cosim.hpp>

#include <cmath>

#include "api/support.hpp"
#include "verbs/cosim.hpp"
#include "verbs/stability.hpp"

namespace sunder {
namespace {

/// A system opened. Verbs may add to the texts that its diagnostics point into.
struct Opened {
  Outcome<verbs::LoadedSystem> system;

  [[nodiscard]] std::shared_ptr<const api::Texts> texts() const {
    return std::make_shared<const api::Texts>(system->sources());
  }
};

Opened open(const std::string& path, std::optional<double> communication_step, const verbs::Control& control) {
  verbs::LoadSystemOptions request;
  request.path = path;
  request.communication_step = communication_step;
  return {verbs::load_system(request, control)};
}

/// What was said when the system was opened comes before what the verb says.
template <class Verb>
Outcome<Verb> said_before(const Diagnostics& before, Outcome<Verb> outcome) {
  Diagnostics all = before;
  all.append(outcome.diagnostics());
  return outcome.has_value() ? Outcome<Verb>(outcome.take(), std::move(all)) : Outcome<Verb>(std::move(all));
}

Stability public_stability(const verbs::StabilityResult& result) {
  const report::StabilityAnswer& answer = result.answer;
  Stability out;
  out.verdict = cosimulate::name_of(answer.stability.verdict);
  out.communication_step = answer.step;
  if (answer.stability.spectrum) {
    out.spectral_radius = answer.stability.spectrum->radius;
    out.growth = answer.stability.spectrum->growth;
    if (!std::isnan(answer.stability.spectrum->radius_as_one))
      out.spectral_radius_as_one = answer.stability.spectrum->radius_as_one;
  }
  for (const cosimulate::Interval& one : answer.chosen.growing) out.growing_steps.push_back({one.low, one.high});
  for (const cosimulate::Interval& one : answer.chosen.as_one) out.as_one_steps.push_back({one.low, one.high});
  for (const cosimulate::Interval& one : answer.chosen.intervals) out.stable_steps.push_back({one.low, one.high});
  out.largest_stable_step = answer.chosen.largest;
  out.sentence = report::verdict_sentence(answer);
  return out;
}

CosimRun public_cosim(verbs::CosimResult& result) {
  CosimRun out;
  out.finished = result.run.ok;
  out.reason = result.run.reason;
  out.end = result.run.time;
  out.communication_step = result.run.communication_step;
  out.verdict = cosimulate::name_of(result.stability.verdict);
  if (result.comparison) out.epsilon = result.comparison->equivalence.epsilon;
  out.names = result.run.names;
  out.final_values = result.run.final_values;
  if (result.trajectory) out.trajectory = api::public_trajectory(std::move(*result.trajectory));
  result.trajectory.reset();
  return out;
}

}  // namespace

double CosimRun::final_value(const std::string& name) const { return api::value_of(name, names, final_values); }

Result<Stability> stability(const std::string& path, const StabilityOptions& options) {
  Opened opened = open(path, options.communication_step, {});
  if (!opened.system.ok()) return {std::nullopt, opened.texts()->messages(opened.system.diagnostics())};
  verbs::StabilityOptions request;
  if (options.fixed_substeps)
    request.search =
        *options.fixed_substeps ? cosimulate::SearchMode::fixed_substeps : cosimulate::SearchMode::fixed_steps;
  request.report = options.report;
  Outcome<verbs::StabilityResult> made = verbs::stability(*opened.system, request);
  return api::answer<Stability>(said_before(opened.system.diagnostics(), std::move(made)), opened.texts(),
                                public_stability);
}

Result<CosimRun> cosim(const std::string& path, const CosimOptions& options) {
  const api::Watch watch(options.progress);
  Opened opened = open(path, options.communication_step, watch.control());
  watch.finish();
  if (!opened.system.ok()) return {std::nullopt, opened.texts()->messages(opened.system.diagnostics())};
  verbs::CosimOptions request;
  request.start = options.start;
  request.stop = options.stop;
  request.adaptive = options.adaptive;
  request.tolerance = options.tolerance;
  request.allow_unstable = options.allow_unstable;
  request.compare = options.compare;
  request.keep = options.keep;
  request.output = options.output;
  request.threads = options.threads;
  Outcome<verbs::CosimResult> made = verbs::cosim(*opened.system, request, watch.control());
  watch.finish();
  return api::answer<CosimRun>(said_before(opened.system.diagnostics(), std::move(made)), opened.texts(), public_cosim);
}

}  // namespace sunder

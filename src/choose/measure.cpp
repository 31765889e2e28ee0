// Forecasts held against what happens.
#include <algorithm>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "choose/agreement.hpp"
#include "choose/choose.hpp"
#include "choose/forecast.hpp"
#include "choose/real_time.hpp"

namespace sunder::choose {

namespace {

struct Finished {
  simulate::Simulation run;
  results::Trajectory trajectory;
};

Outcome<Finished> finish(const model::Model& model, const ContextMaker& make_context, simulate::SimulateOptions options,
                         const Candidate& candidate, double tolerance) {
  options.method = candidate.method;
  options.tolerance = tolerance;
  options.output.clear();
  options.progress = nullptr;
  if (candidate.rows) options.partition = model::Partition::two_way(*candidate.rows, model.state_count());
  options.period = candidate.period;
  results::MemoryWriter memory;
  const std::unique_ptr<model::Context> context = make_context();
  Outcome<simulate::Simulation> made = simulate::simulate(model, *context, options, &memory);
  if (!made.has_value()) return Outcome<Finished>(std::move(made.diagnostics()));
  return Finished{made.take(), memory.take()};
}

/// Of averaging only slow states can be compared, the others are means.
std::vector<std::string> compared_states(const model::Model& model, const Candidate& one, const Purpose& purpose) {
  if (!one.period || !purpose.only.empty()) return purpose.only;
  return model::state_names(model, model::complement(*one.rows, model.state_count()));
}

}  // namespace

Diagnostics measure(const model::Model& model, const ContextMaker& make_context,
                    const simulate::SimulateOptions& options, Plan& plan) {
  Diagnostics diagnostics;
  if (plan.candidates.empty()) return diagnostics;
  if (plan.purpose.real_time) return measure_in_real_time(model, make_context, options, plan);
  // means are no reference for anything else
  const Candidate& finest = *std::ranges::find_if(
      plan.candidates, [](const Candidate& one) { return !one.period && !one.refused && one.tolerance > 0; });
  constexpr double finer = 100;
  const Outcome<Finished> reference =
      finish(model, make_context, options, finest, std::max(finest.tolerance / finer, smallest_tolerance));
  if (!reference.has_value()) return reference.diagnostics();
  if (!reference->run.status.ok) {
    diagnostics.warning(
        Code::W0654, {},
        "the reference ended at time " + shortest(reference->run.status.time) + ": " + reference->run.status.reason);
    return diagnostics;
  }
  for (Candidate& one : plan.candidates) {
    if (!one.seconds) continue;  // nothing to measure
    const Outcome<Finished> made = finish(model, make_context, options, one, one.tolerance);
    if (!made.has_value()) return made.diagnostics();
    Measured measured;
    measured.steps = static_cast<double>(made->run.statistics.steps + made->run.statistics.rejected);
    measured.seconds = made->run.simulate_seconds;
    if (!made->run.status.ok) measured.failure = made->run.status.reason;
    const double error = plan.purpose.max_error;
    measured.error = agreement(made->trajectory, reference->trajectory, error,
                               error * (made->run.stop - made->run.start), compared_states(model, one, plan.purpose))
                         .difference;
    one.measured = measured;
    if (options.cancel.requested()) {
      diagnostics.error(Code::E0613, {}, "cancelled: not every candidate was measured");
      break;
    }
  }
  return diagnostics;
}

}  // namespace sunder::choose

#include "choose/coarse_run.hpp"

namespace sunder::choose {

Outcome<CoarseRun> run_coarsely(const model::Model& model, const ContextMaker& make_context,
                                const simulate::SimulateOptions& options, std::optional<model::StateSet> rows) {
  simulate::SimulateOptions coarse = options;
  coarse.method = "rosenbrock";
  coarse.tolerance = coarse_tolerance;
  coarse.absolute_tolerance.reset();
  coarse.output.clear();
  coarse.interval.reset();
  coarse.intervals = 1;
  if (rows) coarse.partition = model::Partition::two_way(std::move(*rows), model.state_count());
  CoarseRun result;
  coarse.trace = &result.trace;
  const std::unique_ptr<model::Context> context = make_context();
  Outcome<simulate::Simulation> made = simulate::simulate(model, *context, coarse);
  if (!made.has_value()) return Outcome<CoarseRun>(std::move(made.diagnostics()));
  result.diagnostics = std::move(made.diagnostics());
  result.run = made.take();
  return result;
}

}  // namespace sunder::choose

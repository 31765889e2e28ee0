#include "choose/coarse_run.hpp"

#include "choose/bounded_memory.hpp"

namespace sunder::choose {

namespace {

/// A run that fails on its way is made again, ten times finer: what a tolerance of 0.1 lets grow without bound (an
/// orbit without friction) a finer one may not.
constexpr int most_finer_runs = 2;

simulate::SimulateOptions coarse_options(const std::string& method, simulate::SimulateOptions options, double tolerance,
                                         Record record) {
  options.method = method;
  options.tolerance = tolerance;
  options.absolute_tolerance.reset();
  options.output.clear();
  if (record == Record::nothing) {
    options.interval.reset();
    options.intervals = 1;
  }
  options.long_steps = true;
  return options;
}

Outcome<CoarseRun> run(const model::Model& model, const ContextMaker& make_context,
                       const simulate::SimulateOptions& options, Record record) {
  CoarseRun result;
  result.tolerance = *options.tolerance;
  const std::unique_ptr<model::Context> context = make_context();
  BoundedMemory memory(largest_memory);
  Outcome<simulate::Simulation> made =
      simulate::simulate(model, *context, options, record == Record::nothing ? nullptr : &memory);
  if (!made.has_value()) return Outcome<CoarseRun>(std::move(made.diagnostics()));
  result.diagnostics = std::move(made.diagnostics());
  result.run = made.take();
  if (!memory.full()) result.recorded = memory.take();
  return result;
}

}  // namespace

Outcome<CoarseRun> run_coarsely(const model::Model& model, const ContextMaker& make_context,
                                const simulate::SimulateOptions& options, std::optional<model::StateSet> rows,
                                double tolerance, Record record) {
  simulate::SimulateOptions coarse = coarse_options("rosenbrock", options, tolerance, record);
  if (rows) coarse.partition = model::Partition::two_way(std::move(*rows), model.state_count());
  for (int finer = 0;; ++finer) {
    integrate::StepTrace trace;
    coarse.trace = &trace;
    Outcome<CoarseRun> made = run(model, make_context, coarse, record);
    if (!made.has_value()) return made;
    made->trace = std::move(trace);
    const bool failed = made->run.status.started && !made->complete() && !options.cancel.requested();
    if (!failed || finer == most_finer_runs) return made;
    *coarse.tolerance /= 10;
  }
}

Outcome<CoarseRun> run_coarsely_by(const std::string& method, const model::Model& model,
                                   const ContextMaker& make_context, const simulate::SimulateOptions& options,
                                   model::StateSet rows, double tolerance, Record record) {
  simulate::SimulateOptions coarse = coarse_options(method, options, tolerance, record);
  coarse.partition = model::Partition::two_way(std::move(rows), model.state_count());
  return run(model, make_context, coarse, record);
}

}  // namespace sunder::choose

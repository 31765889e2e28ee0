#include "verbs/linearize.hpp"

#include <algorithm>
#include <cmath>

#include "simulate/simulate.hpp"
#include "simulate/steady_state.hpp"
#include "verbs/files.hpp"
#include "verbs/operating_point.hpp"

namespace sunder::verbs {
namespace {

std::string_view name_of(simulate::PointKind kind) {
  if (kind == simulate::PointKind::steady) return "steady";
  return kind == simulate::PointKind::initial ? "initial" : "time";
}

/// The context's states are then those of the point.
bool go_to(const simulate::PointRequest& wanted, double start, const model::Model& model, model::Context& context,
           const Control& control, Diagnostics& diagnostics) {
  if (const model::Status done = model.initialise(context, start); !done) {
    model::report(done.fault(), diagnostics);
    return false;
  }
  if (wanted.kind == simulate::PointKind::steady) {
    const Outcome<simulate::SteadyState> steady =
        simulate::find_steady_state(model, context, start, context.states(), control.cancel);
    diagnostics.append(steady.diagnostics());
    if (!steady.ok()) return false;
    std::copy(steady->x.begin(), steady->x.end(), context.states().begin());
  } else if (wanted.kind == simulate::PointKind::time) {
    simulate::SimulateOptions options;
    options.start = start;
    options.stop = wanted.time;
    options.intervals = 1;
    options.cancel = control.cancel;
    const Outcome<simulate::Simulation> run = simulate::simulate(model, context, options);
    diagnostics.append(run.diagnostics());
    if (!run.ok() || !run->status.ok) return false;
  }
  return true;
}

template <class Index>
Eigen::VectorXd taken(const std::vector<double>& all, const std::vector<Index>& which) {
  Eigen::VectorXd values(static_cast<Eigen::Index>(which.size()));
  for (std::size_t i = 0; i < which.size(); ++i) values[static_cast<Eigen::Index>(i)] = all[which[i].index()];
  return values;
}

bool differentiate(const model::Model& model, model::Context& context, LinearizeResult& out, Diagnostics& diagnostics) {
  const std::unique_ptr<model::Evaluator> evaluator = model::open_evaluator(model, context);
  const std::span<double> x = context.states();
  std::vector<double> jacobian(evaluator->pattern().nonzeros()), slopes(x.size());
  std::vector<double> u(model.input_count()), y(model.output_count());
  context.inputs().at(out.time, u);
  const model::Evaluator::At at{x, u};
  const auto fine = [&](const model::Status& done) {
    if (!done) model::report(done.fault(), diagnostics);
    return done.ok();
  };
  if (!fine(evaluator->freeze(out.time, x)) || !fine(evaluator->evaluate(at, {slopes, y})) ||
      !fine(evaluator->jacobian(at, jacobian)))
    return false;
  out.system = model::linear_system(model, *evaluator, jacobian);
  out.offsets.inputs = taken(u, evaluator->varying().inputs);
  out.offsets.outputs = taken(y, evaluator->wanted().outputs);
  for (const double slope : slopes) out.largest_slope = std::max(out.largest_slope, std::abs(slope));
  return true;
}

}  // namespace

Outcome<LinearizeResult> linearize(const LoadedModel& loaded, const LinearizeOptions& options, const Control& control) {
  Diagnostics diagnostics;
  const simulate::OperatingPoint point = operating_point(loaded, {options.at}, control);
  const simulate::PointRequest& wanted = point.points.front();
  LinearizeResult out;
  out.model = loaded.name();
  out.kind = name_of(wanted.kind);
  out.time = wanted.kind == simulate::PointKind::time ? wanted.time : point.start;
  const std::unique_ptr<model::Context> context = loaded.create_context();
  context->listen_to(control.cancel);
  if (!go_to(wanted, point.start, loaded.model(), *context, control, diagnostics) ||
      !differentiate(loaded.model(), *context, out, diagnostics))
    return Outcome<LinearizeResult>(std::move(diagnostics));
  out.output = options.output;
  if (!out.output.empty() && !write_system(out.output, model::dense(out.system), out.model + "Linear",
                                           "linear near " + out.kind + " of " + out.model, out.offsets, diagnostics))
    return Outcome<LinearizeResult>(std::move(diagnostics));
  return {std::move(out), std::move(diagnostics)};
}

}  // namespace sunder::verbs

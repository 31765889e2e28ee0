#include "simulate/linearise.hpp"

#include <cmath>

#include "base/text.hpp"
#include "integrate/certificate.hpp"
#include "simulate/simulate.hpp"

namespace sunder {

namespace {

Outcome<Linearisation> failed(Context& context, double time) {
  Diagnostics diagnostics;
  if (context.fault()) {
    diagnostics.error(context.fault()->code, context.fault()->span, context.fault()->message);
  } else {
    diagnostics.error(Code::E0614, {}, "the model could not be evaluated at time " + shortest(time));
  }
  return Outcome<Linearisation>(std::move(diagnostics));
}

}  // namespace

Outcome<Linearisation> linearise(const Model& model, Context& context, const OperatingPoint& point) {
  Linearisation result;
  result.model = model.name();
  result.time = point.start;
  std::vector<double> x(model.state_count());
  context.clear_fault();
  if (!model.initialise(context, point.start, x)) return failed(context, point.start);
  if (point.time && *point.time != point.start) {
    Diagnostics diagnostics;
    if (!(*point.time > point.start) || !std::isfinite(*point.time)) {
      diagnostics.error(
          Code::E0604, {},
          "the operating point at time " + shortest(*point.time) + " is not after the start " + shortest(point.start));
      return Outcome<Linearisation>(std::move(diagnostics));
    }
    StepperOptions options;
    options.tolerance = point.tolerance;
    options.stop = point.time;
    if (!x.empty()) {
      auto stepper = make_stepper("cvode", model, context, options);
      if (!(*stepper)->step(point.start, *point.time - point.start, x)) return failed(context, *point.time);
    }
    result.time = *point.time;
    result.kind = "time";
  }
  for (std::size_t i = 0; i < x.size(); ++i) result.states.push_back(model.state_name(i));
  if (x.empty()) return result;
  const auto evaluator = full_evaluator(model, context);
  result.jacobian.pattern = evaluator->pattern();
  result.jacobian.values.resize(evaluator->pattern().nonzeros());
  if (!evaluator->freeze(result.time, x) || !evaluator->jacobian(x, result.jacobian.values)) {
    return failed(context, result.time);
  }
  return result;
}

Outcome<Analysis> analyze(const Model& model, Context& context, const OperatingPoint& point,
                          const AnalysisOptions& options, std::string_view method) {
  Outcome<Linearisation> linearisation = linearise(model, context, point);
  if (!linearisation.ok()) return Outcome<Analysis>(std::move(linearisation.diagnostics()));
  const SparseMatrix& jacobian = linearisation->jacobian;
  return analyze(*linearisation, options, [&](const StateSet& fast, double step) {
    const std::optional<StepCertificate> certificate = certify(method, jacobian, fast, step);
    if (certificate) return *certificate;
    StepCertificate none;
    none.method = method;
    none.step = step;
    none.converged = false;
    return none;
  });
}

}  // namespace sunder

// The table of methods: name, what it is, how to make one.
#include <algorithm>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "integrate/additive_methods.hpp"
#include "integrate/cvode_stepper.hpp"
#include "integrate/dopri5_stepper.hpp"
#include "integrate/explicit_methods.hpp"
#include "integrate/mixed_methods.hpp"
#include "integrate/multirate_stepper.hpp"
#include "integrate/realtime_stepper.hpp"
#include "integrate/stepper.hpp"

namespace sunder::integrate {

namespace {

using Factory = std::unique_ptr<Stepper> (*)(const model::Model&, model::Context&, const StepperOptions&);

struct Method {
  MethodInfo info;
  Factory make = nullptr;  ///< null: not built yet, or not made of steps
};

template <const ExplicitTableau& (*tableau)()>
std::unique_ptr<Stepper> make_explicit(const model::Model& model, model::Context& context, const StepperOptions&) {
  return std::make_unique<ExplicitStepper>(model, context, tableau());
}

template <MixedPair pair>
std::unique_ptr<Stepper> make_implicit(const model::Model& model, model::Context& context,
                                       const StepperOptions& options) {
  return std::make_unique<MixedStepper>(model, context, pair, model::all_states(model.state_count()),
                                        ExplicitUpdate::simultaneous, options.threads);
}

template <MixedPair pair>
std::unique_ptr<Stepper> make_mixed(const model::Model& model, model::Context& context, const StepperOptions& options) {
  return std::make_unique<MixedStepper>(model, context, pair, options.fast, options.explicit_update, options.threads);
}

template <const AdditiveTableau& (*tableau)()>
std::unique_ptr<Stepper> make_additive(const model::Model& model, model::Context& context,
                                       const StepperOptions& options) {
  return std::make_unique<AdditiveStepper>(model, context, tableau(), options.fast, options.threads);
}

/// The implicit half alone, on all states.
std::unique_ptr<Stepper> make_sdirk(const model::Model& model, model::Context& context, const StepperOptions& options) {
  return std::make_unique<AdditiveStepper>(model, context, ars343(), model::all_states(model.state_count()),
                                           options.threads);
}

std::unique_ptr<Stepper> make_realtime(const model::Model& model, model::Context& context,
                                       const StepperOptions& options) {
  return std::make_unique<RealtimeStepper>(model, context, options.fast, options.steps_per_jacobian);
}

std::unique_ptr<Stepper> make_multirate(const model::Model& model, model::Context& context,
                                        const StepperOptions& options) {
  return std::make_unique<MultirateStepper>(model, context, options);
}

std::unique_ptr<Stepper> make_cvode(const model::Model& model, model::Context& context, const StepperOptions& options) {
  return std::make_unique<CvodeStepper>(model, context, options);
}

std::unique_ptr<Stepper> make_dopri5(const model::Model& model, model::Context& context,
                                     const StepperOptions& options) {
  return std::make_unique<Dopri5Stepper>(model, context, options);
}

constexpr bool fixed = true, variable = false;

MethodInfo info(std::string_view name, int order, bool fixed_step, bool implicit, bool damps,
                std::string_view summary) {
  MethodInfo result;
  result.name = name;
  result.summary = summary;
  result.order = order;
  result.fixed_step = fixed_step;
  result.mixed = name.starts_with("mixed-") || name == "multirate";
  result.implicit = implicit;
  result.damps_fast = damps;
  return result;
}

/// Needs a set of fast states, chooses its steps itself.
MethodInfo whole_run(std::string_view name, int order, std::string_view summary) {
  MethodInfo result = info(name, order, variable, true, true, summary);
  result.mixed = true;
  result.stepwise = false;
  return result;
}

const std::vector<Method>& table() {
  static const std::vector<Method> methods = {
      {info("euler", 1, fixed, false, true, "explicit Euler"), make_explicit<explicit_euler>},
      {info("heun", 2, fixed, false, true, "Heun, explicit trapezoidal rule"), make_explicit<heun>},
      {info("midpoint", 2, fixed, false, true, "explicit midpoint rule"), make_explicit<explicit_midpoint>},
      {info("rk4", 4, fixed, false, true, "classical Runge-Kutta"), make_explicit<classical_rk4>},
      {info("dopri5", 5, variable, false, true, "Dormand-Prince 5(4), variable step, for non-stiff models"),
       make_dopri5},
      {info("implicit-euler", 1, fixed, true, true, "implicit Euler, damps fast states"),
       make_implicit<MixedPair::euler>},
      {info("implicit-midpoint", 2, fixed, true, false, "implicit midpoint rule"), make_implicit<MixedPair::midpoint>},
      {info("trapezoidal", 2, fixed, true, false, "trapezoidal rule (Lobatto IIIA)"),
       make_implicit<MixedPair::heun_lobatto>},
      {info("sdirk", 3, fixed, true, true, "diagonally implicit Runge-Kutta of third order, damps fast states"),
       make_sdirk},
      {info("cvode", 0, variable, true, true, "CVODE: backward differentiation, variable step and order"), make_cvode},
      {info("mixed-euler", 1, fixed, true, true, "explicit Euler on slow, implicit Euler on fast states"),
       make_mixed<MixedPair::euler>},
      {info("mixed-midpoint", 1, fixed, true, false,
            "explicit and implicit midpoint rule; second order in each part, first order across"),
       make_mixed<MixedPair::midpoint>},
      {info("mixed-heun-lobatto", 1, fixed, true, false,
            "Heun and the trapezoidal rule; second order in each part, first order across"),
       make_mixed<MixedPair::heun_lobatto>},
      {info("mixed-ars222", 2, fixed, true, true, "additive Runge-Kutta (2,2,2), second order in and across the parts"),
       make_additive<ars222>},
      {info("mixed-ars233", 3, fixed, true, false, "additive Runge-Kutta (2,3,3), third order in and across the parts"),
       make_additive<ars233>},
      {info("mixed-ars343", 3, fixed, true, true,
            "additive Runge-Kutta (3,4,3), third order in and across the parts, second in fast states stepped over"),
       make_additive<ars343>},
      {info("mixed-ars443", 3, fixed, true, true,
            "additive Runge-Kutta (4,4,3), third order in and across the parts, stepping over fast states too"),
       make_additive<ars443>},
      {info("multirate", 2, fixed, true, true,
            "each cluster with its own step, second order in and across the parts; slow states see means of fast ones"),
       make_multirate},
      {whole_run("averaging", 3, "long steps of the slow states, driven by means over one period of the fast ones"),
       nullptr},
      {info("mixed-realtime", 1, fixed, true, true, "mixed-euler made linearly implicit: bounded work per step"),
       make_realtime},
  };
  return methods;
}

const Method* lookup(std::string_view name) {
  for (const Method& method : table()) {
    if (method.info.name == name) return &method;
  }
  return nullptr;
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const Method& method : table()) names.emplace_back(method.info.name);
  return names;
}

}  // namespace

const std::vector<MethodInfo>& methods() {
  static const std::vector<MethodInfo> list = [] {
    std::vector<MethodInfo> infos;
    for (const Method& method : table()) infos.push_back(method.info);
    return infos;
  }();
  return list;
}

Outcome<MethodInfo> find_method(std::string_view name) {
  if (const Method* method = lookup(name)) return method->info;
  Diagnostics diagnostics;
  const std::vector<std::string> names = all_names();
  Diagnostic& diagnostic = diagnostics.error(
      Code::E0601, {}, "there is no method '" + std::string(name) + "'; valid are " + enumerated(names));
  const std::vector<std::string> near = closest(name, names);
  if (!near.empty()) diagnostic.help = "did you mean '" + near.front() + "'?";
  return Outcome<MethodInfo>(std::move(diagnostics));
}

Outcome<std::unique_ptr<Stepper>> make_stepper(std::string_view name, const model::Model& model,
                                               model::Context& context, const StepperOptions& options) {
  Outcome<MethodInfo> found = find_method(name);
  if (!found.ok()) return Outcome<std::unique_ptr<Stepper>>(std::move(found.diagnostics()));
  if (options.explicit_update == ExplicitUpdate::in_place && name != "mixed-euler") {
    Diagnostics diagnostics;
    diagnostics.error(Code::E0610, {},
                      "the explicit update in place belongs to mixed-euler, not to " + std::string(name));
    return Outcome<std::unique_ptr<Stepper>>(std::move(diagnostics));
  }
  if (!found->stepwise) {
    Diagnostics diagnostics;
    diagnostics.error(Code::E0610, {}, "the method " + std::string(name) + " is a whole run, not a way to make a step");
    return Outcome<std::unique_ptr<Stepper>>(std::move(diagnostics));
  }
  return lookup(name)->make(model, context, options);
}

}  // namespace sunder::integrate

// The table of methods: name, what it is and needs, its formulas, how to make one.
#include <algorithm>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "integrate/cvode_stepper.hpp"
#include "integrate/dopri5_stepper.hpp"
#include "integrate/multirate_stepper.hpp"
#include "integrate/realtime_stepper.hpp"
#include "integrate/rosenbrock_stepper.hpp"
#include "integrate/scheme.hpp"
#include "integrate/stepper.hpp"

namespace sunder::integrate {

namespace {

using Factory = std::unique_ptr<Stepper> (*)(const model::Model&, model::Context&, const StepperOptions&);

struct Method {
  MethodInfo info;
  std::optional<Scheme> scheme{};  ///< of a linear model, where that is a fixed map
  Factory make = nullptr;          ///< null: by the scheme, or not made of steps
};

std::unique_ptr<Stepper> make_by_scheme(const Scheme& scheme, const model::Model& model, model::Context& context,
                                        const StepperOptions& options) {
  if (scheme.tableau != nullptr) return std::make_unique<ExplicitStepper>(model, context, *scheme.tableau);
  const model::StateSet fast = scheme.all_fast ? model::all_states(model.state_count()) : options.fast;
  return std::make_unique<MixedStepper>(model, context, *scheme.pair, fast, options.explicit_update, options.threads);
}

template <class Made>
std::unique_ptr<Stepper> make(const model::Model& model, model::Context& context, const StepperOptions& options) {
  return std::make_unique<Made>(model, context, options);
}

std::unique_ptr<Stepper> make_realtime(const model::Model& model, model::Context& context,
                                       const StepperOptions& options) {
  return std::make_unique<RealtimeStepper>(model, context, options.fast, options.steps_per_jacobian);
}

std::vector<Method> explicit_methods() {
  return {
      {{.name = "euler", .summary = "explicit Euler", .order = 1}, Scheme{.tableau = &explicit_euler()}},
      {{.name = "heun", .summary = "Heun, explicit trapezoidal rule", .order = 2}, Scheme{.tableau = &heun()}},
      {{.name = "midpoint", .summary = "explicit midpoint rule", .order = 2}, Scheme{.tableau = &explicit_midpoint()}},
      {{.name = "rk4", .summary = "classical Runge-Kutta", .order = 4}, Scheme{.tableau = &classical_rk4()}},
      {{.name = "dopri5",
        .summary = "Dormand-Prince 5(4), variable step, for non-stiff models",
        .order = 5,
        .fixed_step = false,
        .by_nominal = true},
       {},
       make<Dopri5Stepper>},
  };
}

std::vector<Method> implicit_methods() {
  return {
      {{.name = "implicit-euler", .summary = "implicit Euler, damps fast states", .order = 1, .implicit = true},
       Scheme{.pair = MixedPair::euler, .all_fast = true}},
      {{.name = "implicit-midpoint",
        .summary = "implicit midpoint rule",
        .order = 2,
        .implicit = true,
        .damps_fast = false},
       Scheme{.pair = MixedPair::midpoint, .all_fast = true}},
      {{.name = "trapezoidal",
        .summary = "trapezoidal rule (Lobatto IIIA)",
        .order = 2,
        .implicit = true,
        .damps_fast = false},
       Scheme{.pair = MixedPair::heun_lobatto, .all_fast = true}},
      {{.name = "rosenbrock",
        .summary = "linearly implicit, variable step, error control by range: Rodas5P, with --fast only those states "
                   "implicit (ROS34PW2)",
        .order = 5,
        .fixed_step = false,
        .rows = true,
        .implicit = true,
        .certified_as = "mixed-euler"},
       {},
       make<RosenbrockStepper>},
      {{.name = "cvode",
        .summary = "CVODE: backward differentiation, variable step and order",
        .fixed_step = false,
        .by_nominal = true,
        .implicit = true},
       {},
       make<CvodeStepper>},
  };
}

std::vector<Method> mixed_methods() {
  return {
      {{.name = "mixed-euler",
        .summary = "explicit Euler on slow, implicit Euler on fast states",
        .order = 1,
        .mixed = true,
        .implicit = true,
        .updates_in_place = true},
       Scheme{.pair = MixedPair::euler}},
      {{.name = "mixed-midpoint",
        .summary = "explicit and implicit midpoint rule; second order in each part, first order across",
        .order = 1,
        .mixed = true,
        .implicit = true,
        .damps_fast = false},
       Scheme{.pair = MixedPair::midpoint}},
      {{.name = "mixed-heun-lobatto",
        .summary = "Heun and the trapezoidal rule; second order in each part, first order across",
        .order = 1,
        .mixed = true,
        .implicit = true,
        .damps_fast = false},
       Scheme{.pair = MixedPair::heun_lobatto}},
      {{.name = "multirate",
        .summary =
            "each cluster with steps of its own, error control by range; slow states see means of fast ones, fast ones "
            "what slow ones will be",
        .order = 3,
        .fixed_step = false,
        .mixed = true,
        .clusters = true,
        .implicit = true,
        .certified_as = "mixed-euler"},
       {},
       make<MultirateStepper>},
      {{.name = "averaging",
        .summary = "long steps of the slow states, driven by means over one period of the fast ones",
        .order = 3,
        .fixed_step = false,
        .mixed = true,
        .implicit = true,
        .stepwise = false,
        .certified_as = "mixed-euler"}},
      // in a linear model the Jacobian it keeps is exact, and one Newton iteration is all that is needed
      {{.name = "mixed-realtime",
        .summary = "mixed-euler made linearly implicit: bounded work per step",
        .order = 1,
        .mixed = true,
        .implicit = true},
       Scheme{.pair = MixedPair::euler},
       make_realtime},
  };
}

const std::vector<Method>& table() {
  static const std::vector<Method> methods = [] {
    std::vector<Method> all;
    for (std::vector<Method> group : {explicit_methods(), implicit_methods(), mixed_methods()}) {
      for (Method& method : group) {
        if (method.scheme) method.info.certified_as = method.info.name;
        all.push_back(method);
      }
    }
    return all;
  }();
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
  if (options.explicit_update == ExplicitUpdate::in_place && !found->updates_in_place) {
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
  const Method& method = *lookup(name);
  if (method.make == nullptr) return make_by_scheme(*method.scheme, model, context, options);
  return method.make(model, context, options);
}

std::optional<Scheme> scheme_of(std::string_view name) {
  const Method* method = lookup(name);
  return method != nullptr ? method->scheme : std::nullopt;
}

}  // namespace sunder::integrate

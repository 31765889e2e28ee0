#include "causalise/causalise.hpp"

#include <utility>

#include "causalise/passes.hpp"
#include "causalise/verify.hpp"

namespace sunder::causalise {

const PassList<Work>& passes() {
  static const PassList<Work> list{
      {"dae"},
      {{"roles", {}, verify_roles},
       {"aliases", {}, verify_aliases},
       {"final roles", {}, verify_final_roles},
       {"matching", {}, verify_matching},
       {"blocks", print_blocks, verify_continuous},
       {"initial section", {}, verify_initial},
       {"plan", [](const Work& work) { return print(work.plan); }, [](const Work& work) { return verify(work.plan); }}},
      {{{"classify", "finds differentiated variables, derivatives and algebraic variables", {"dae"}, {"roles"}},
        classify},
       {{"alias", "removes variables that equal another one, its negative or a constant", {"roles"}, {"aliases"}, true},
        eliminate_aliases},
       {{"reduce",
         "differentiates equations that constrain states, and selects the states that remain",
         {"roles"},
         {"final roles"}},
        reduce_index},
       {{"match", "decides which equation determines which unknown", {"final roles"}, {"matching"}}, match},
       {{"order",
         "orders the equations, solves them one by one where possible, finds algebraic loops",
         {"matching"},
         {"blocks"}},
        order},
       {{"initialise",
         "completes the initial conditions and orders the initial system",
         {"blocks"},
         {"initial section"}},
        initialise},
       {{"addresses", "gives every variable a place in memory", {"initial section"}, {"plan"}}, assign_addresses}},
  };
  return list;
}

Outcome<ir::Plan> causalise(ir::Dae dae, const PassOptions& options) {
  Work work;
  work.plan.dae = std::move(dae);
  run_passes(passes(), work, options);
  if (work.diagnostics.has_errors()) return Outcome<ir::Plan>(std::move(work.diagnostics));
  return {std::move(work.plan), std::move(work.diagnostics)};
}

}  // namespace sunder::causalise

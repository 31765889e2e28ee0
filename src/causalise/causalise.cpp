#include "causalise/causalise.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/text.hpp"
#include "causalise/passes.hpp"

namespace sunder::causalise {

const std::vector<Pass>& passes() {
  static const std::vector<Pass> list{
      {"classify", "finds states, derivatives and algebraic variables", {"dae"}, {"roles"}, false, classify},
      {"alias",
       "removes variables that equal another one, its negative or a constant",
       {"roles"},
       {"aliases"},
       true,
       eliminate_aliases},
      {"match", "decides which equation determines which unknown", {"roles"}, {"matching"}, false, match},
      {"order",
       "orders the equations, solves them one by one where possible, finds algebraic loops",
       {"matching"},
       {"continuous section"},
       false,
       order},
      {"initialise",
       "completes the initial conditions and orders the initial system",
       {"continuous section"},
       {"initial section"},
       false,
       initialise},
      {"addresses",
       "gives every variable a place in memory",
       {"initial section"},
       {"addresses"},
       false,
       assign_addresses},
  };
  return list;
}

namespace {

void check(const Options& options) {
  std::vector<std::string> valid;
  for (const Pass& pass : passes()) {
    if (pass.optional) valid.emplace_back(pass.id);
  }
  for (const std::string& id : options.without) {
    if (std::ranges::find(valid, id) == valid.end()) {
      throw std::invalid_argument("no optional pass '" + id + "'; these can be left out: " + enumerated(valid));
    }
  }
}

}  // namespace

Outcome<ir::Plan> causalise(ir::Dae dae, const Options& options) {
  check(options);
  Work work;
  work.plan.dae = std::move(dae);
  std::set<std::string_view> facts{"dae"};
  for (const Pass& pass : passes()) {
    const bool skipped = std::ranges::find(options.without, pass.id) != options.without.end();
    const auto begin = std::chrono::steady_clock::now();
    if (!skipped) {
      assert(std::ranges::all_of(pass.needs, [&](std::string_view need) { return facts.contains(need); }));
      pass.run(work);
      facts.insert(pass.gives.begin(), pass.gives.end());
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (options.after_pass) options.after_pass({pass.id, elapsed.count(), skipped}, work.plan);
    if (work.diagnostics.has_errors()) return Outcome<ir::Plan>(std::move(work.diagnostics));
  }
  assert(ir::verify(work.plan).empty());
  return {std::move(work.plan), std::move(work.diagnostics)};
}

}  // namespace sunder::causalise

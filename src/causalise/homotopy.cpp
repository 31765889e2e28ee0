// Part of `classify`: equations say what homotopy() is in the end; how they lead there is kept apart, for the start.
#include <algorithm>
#include <unordered_map>

#include "causalise/passes.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

class HomotopySeparator {
 public:
  HomotopySeparator(Dae& dae, Operand share) : dae_(dae), share_(share) {}

  void run() {
    for (Equation& equation : dae_.equations) {
      const Row mixture = equation;
      if (!take_actual(equation)) continue;
      equation.blended = static_cast<std::uint32_t>(dae_.blended.size());
      dae_.blended.push_back(mixture);
    }
    for (Held& held : dae_.held)
      if (has_row(held.kind)) take_actual(held);
    for (Reinit& reinit : dae_.reinits) {
      take_actual(reinit.condition);
      take_actual(reinit.value);
    }
    for (Check& check : dae_.checks) take_actual(check.condition);
  }

 private:
  struct Made {
    ShapeId shape;
    std::vector<std::uint32_t> order;  // old slot of each new one
  };

  // True: the row reads the share, and does so no longer.
  bool take_actual(Row& row) {
    const auto operands = dae_.operands_of(row);
    const auto at = std::ranges::find(operands, share_);
    if (at == operands.end()) return false;
    const auto slot = static_cast<std::uint32_t>(at - operands.begin());
    const auto [known, added] = made_.try_emplace(std::uint64_t{row.shape.value} << 32U | slot);
    if (added) {
      symbolic::Pool& pool = dae_.shapes->pool();
      const symbolic::NodeId root = pool.substitute(
          dae_.shapes->root(row.shape), [&](std::uint32_t k) { return k == slot ? pool.constant(0) : pool.slot(k); });
      known->second.shape = dae_.shapes->intern(root, known->second.order);
    }
    const std::vector<Operand> before(operands.begin(), operands.end());
    row.shape = known->second.shape;
    row.operands_begin = static_cast<std::uint32_t>(dae_.operands.size());
    for (const std::uint32_t old : known->second.order) dae_.operands.push_back(before[old]);
    return true;
  }

  Dae& dae_;
  Operand share_;
  std::unordered_map<std::uint64_t, Made> made_;
};

}  // namespace

void separate_homotopy(Dae& dae) {
  for (std::size_t i = 0; i < dae.held.size(); ++i)
    if (dae.held[i].kind == HeldKind::simplified) HomotopySeparator(dae, Operand::of(dae.held_variable(i))).run();
}

}  // namespace sunder::causalise

#include "publish/exportable.hpp"

#include <unordered_map>

#include "base/codes.hpp"
#include "emit/c/routine_c.hpp"
#include "symbolic/routine.hpp"
#include "symbolic/walk.hpp"

namespace sunder::publish {

namespace {

/// A routine without C code that a shape calls, itself or by way of others, or null.
class CalledRoutines {
 public:
  explicit CalledRoutines(const symbolic::ShapeTable& shapes) : shapes_(shapes) {}

  const symbolic::Routine* of(symbolic::ShapeId shape) {
    const auto [known, fresh] = found_.try_emplace(shape.value, nullptr);
    if (fresh) known->second = search(shapes_.root(shape));
    return known->second;
  }

 private:
  const symbolic::Routine* search(symbolic::NodeId root) {
    const symbolic::Pool& pool = shapes_.pool();
    for (const symbolic::NodeId node : symbolic::children_first(pool, std::span(&root, 1)))
      if (pool[node].op == symbolic::Op::call)
        if (const symbolic::Routine* found = emit::routine_without_c(*pool.routine(pool[node].payload))) return found;
    return nullptr;
  }

  const symbolic::ShapeTable& shapes_;
  std::unordered_map<std::uint32_t, const symbolic::Routine*> found_;
};

}  // namespace

bool can_export(const ir::Plan& plan, Diagnostics& diagnostics) {
  const ir::Dae& dae = plan.dae;
  CalledRoutines routines(*dae.shapes);
  const auto refuse = [&](const ir::Row& row, ir::OriginId origin) {
    const symbolic::Routine* routine = routines.of(row.shape);
    if (routine == nullptr) return false;
    diagnostics.error(Code::E1215, dae.origins[origin.index()].span,
                      "'" + routine->name() + "' is called in the run and has no C code: the model cannot be exported");
    return true;
  };
  for (const ir::Equation& equation : dae.equations)
    if (refuse(equation, equation.origin)) return false;
  for (const ir::Assignment& parameter : dae.parameters)
    if (refuse(parameter, parameter.origin)) return false;
  for (const ir::Held& held : dae.held) {
    if (ir::has_row(held.kind) && refuse(held, held.origin)) return false;
  }
  for (const ir::Reinit& reinit : dae.reinits)
    if (refuse(reinit.condition, reinit.origin) || refuse(reinit.value, reinit.origin)) return false;
  bool silent = false;
  for (const ir::Check& check : dae.checks) {
    if (refuse(check.condition, check.origin)) return false;
    const Span span = dae.origins[check.origin.index()].span;
    if (check.kind == ir::Check::Kind::speech && check.asserts) {
      diagnostics.error(Code::E1215, span,
                        "this is called for what it asserts, in loops as values of the run say: the model cannot be "
                        "exported");
      return false;
    }
    if (!check.speaks() || (check.in_when && check.kind == ir::Check::Kind::print) || silent) continue;
    silent = true;
    diagnostics.warning(Code::W1219, span, "what is printed or warned of here is not said by the exported model");
  }
  return true;
}

}  // namespace sunder::publish

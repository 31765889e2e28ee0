#include "publish/exportable.hpp"

#include <unordered_map>

#include "base/codes.hpp"
#include "symbolic/routine.hpp"
#include "symbolic/walk.hpp"

namespace sunder::publish {

namespace {

/// The routine that a shape calls, or null.
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
      if (pool[node].op == symbolic::Op::call) return pool.routine(pool[node].payload).get();
    return nullptr;
  }

  const symbolic::ShapeTable& shapes_;
  std::unordered_map<std::uint32_t, const symbolic::Routine*> found_;
};

}  // namespace

bool can_export(const ir::Plan& plan, Diagnostics& diagnostics) {
  const ir::Dae& dae = plan.dae;
  if (!plan.state_sets.empty()) {
    diagnostics.error(
        Code::E1215, {},
        "states of '" + dae.name + "' are chosen again while it runs: such models cannot be exported yet");
    return false;
  }
  if (!dae.delays.empty()) {
    diagnostics.error(Code::E1215, dae.origins[dae.delays.front().origin.index()].span,
                      "models with delays cannot be exported yet");
    return false;
  }
  CalledRoutines routines(*dae.shapes);
  const auto refuse = [&](const ir::Row& row, ir::OriginId origin) {
    const symbolic::Routine* routine = routines.of(row.shape);
    if (routine == nullptr) return false;
    diagnostics
        .error(Code::E1215, dae.origins[origin.index()].span,
               "'" + routine->name() + "' is called in the run: models that call functions cannot be exported yet")
        .help = "functions without loops over values of the run are written out and need no call";
    return true;
  };
  for (const ir::Equation& equation : dae.equations)
    if (refuse(equation, equation.origin)) return false;
  for (const ir::Assignment& parameter : dae.parameters)
    if (refuse(parameter, parameter.origin)) return false;
  for (const ir::Held& held : dae.held)
    if (ir::has_row(held.kind) && refuse(held, held.origin)) return false;
  for (const ir::Reinit& reinit : dae.reinits)
    if (refuse(reinit.condition, reinit.origin) || refuse(reinit.value, reinit.origin)) return false;
  for (const ir::Check& check : dae.checks)
    if (refuse(check.condition, check.origin)) return false;
  return true;
}

}  // namespace sunder::publish

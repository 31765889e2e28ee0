// Part of `classify`: parameters that the initial system determines (fixed = false), and what follows from them.
#include "causalise/passes.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

class FreeParameters {
 public:
  explicit FreeParameters(Work& work) : work_(work), dae_(work.dae()) {}

  void run() {
    if (!find()) return;
    std::vector<Assignment> kept;
    for (const Assignment& assignment : dae_.parameters) {
      bool follows = false;
      for (const Operand operand : dae_.operands_of(assignment))
        follows = follows || (operand.is_variable() && work_.role(operand.variable()) == Role::free_parameter);
      if (follows) {
        free(assignment.target);
        append_equation(assignment);
      } else {
        kept.push_back(assignment);
      }
    }
    dae_.parameters = std::move(kept);
  }

 private:
  bool find() {
    std::vector<bool> assigned;
    bool found = false;
    for (const Declaration& d : dae_.declarations) {
      if (d.variability != Variability::parameter || d.fixed.empty()) continue;
      for (std::uint32_t k = 0; k < d.count; ++k) {
        if (d.fixed_at(k)) continue;
        if (assigned.empty()) {
          assigned.assign(dae_.variable_count, false);
          for (const Assignment& assignment : dae_.parameters) assigned[assignment.target.index()] = true;
        }
        if (assigned[d.first.index() + k]) continue;  // its binding determines it
        work_.roles[d.first.index() + k] = Role::free_parameter;
        found = true;
      }
    }
    return found;
  }

  void free(VariableId variable) {
    work_.roles[variable.index()] = Role::free_parameter;
    Declaration& d = dae_.declarations[dae_.declaration_of(variable).index()];
    if (d.fixed.size() != d.count) d.fixed.assign(d.count, d.fixed.empty() || d.fixed.front());
    d.fixed[variable.value - d.first.value] = false;
  }

  // 0 = target - value, at the start
  void append_equation(const Assignment& assignment) {
    symbolic::ShapeTable& shapes = *dae_.shapes;
    const std::uint32_t slots = shapes.slot_count(assignment.shape);
    std::vector<std::uint32_t> order;
    Equation equation;
    equation.shape =
        shapes.intern(shapes.pool().subtract(shapes.pool().slot(slots), shapes.root(assignment.shape)), order);
    equation.operands_begin = static_cast<std::uint32_t>(dae_.operands.size());
    equation.origin = assignment.origin;
    for (const std::uint32_t slot : order)
      dae_.operands.push_back(slot == slots ? Operand::of(assignment.target)
                                            : dae_.operands[assignment.operands_begin + slot]);
    dae_.equations.push_back(equation);
  }

  Work& work_;
  Dae& dae_;
};

}  // namespace

void find_free_parameters(Work& work) { FreeParameters(work).run(); }

bool is_free_parameter(const Dae& dae, VariableId variable) {
  const Declaration& d = dae.declaration(variable);
  return d.variability == Variability::parameter && !d.fixed.empty() && !d.fixed_at(dae.element_of(variable));
}

}  // namespace sunder::causalise

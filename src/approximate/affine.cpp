#include "approximate/affine.hpp"

#include <algorithm>

#include "base/codes.hpp"
#include "symbolic/shapes.hpp"

namespace sunder::approximate {
namespace {

class AffineCheck {
 public:
  AffineCheck(const ir::Dae& dae, Diagnostics& diagnostics)
      : dae_(dae), shapes_(*dae.shapes), diagnostics_(diagnostics) {}

  bool run() {
    bool fine = true;
    for (const ir::Delay& delay : dae_.delays) fine = wrong(delay.origin, dae_.name_of(delay.now), "its past") && fine;
    for (std::size_t i = 0; i < dae_.initial_begin; ++i) {
      const ir::Equation& equation = dae_.equations[i];
      fine = check(equation, equation.origin, [&] { return print(dae_, equation); }) && fine;
    }
    for (const ir::Held& held : dae_.held)
      if (ir::is_crossing(held.kind)) fine = check(held, held.origin, [&] { return print(dae_, held); }) && fine;
    return fine;
  }

 private:
  /// Changes between events.
  [[nodiscard]] bool moves(ir::Operand operand) const {
    if (!operand.is_variable() || dae_.is_held(operand.variable())) return false;
    return dae_.declaration(operand.variable()).variability == ir::Variability::continuous;
  }

  template <class Print>
  bool check(const ir::Row& row, ir::OriginId origin, const Print& text) {
    const auto operands = dae_.operands_of(row);
    for (std::uint32_t k = 0; k < operands.size(); ++k) {
      if (operands[k].kind() == ir::Operand::Kind::time) return wrong(origin, text(), "time");
      if (!moves(operands[k])) continue;
      const symbolic::NodeId slope = shapes_.partial(row.shape, k);
      for (std::uint32_t j = 0; j < operands.size(); ++j)
        if (moves(operands[j]) && symbolic::contains_slot(shapes_.pool(), slope, j))
          return wrong(origin, text(), name_of(dae_, operands[k]));
    }
    return true;
  }

  bool wrong(ir::OriginId origin, const std::string& text, const std::string& name) {
    Diagnostic& error = diagnostics_.error(
        Code::E1112, dae_.origins[origin.index()].span,
        name == "time" ? "the model is not affine in its modes: an equation depends on time itself"
                       : "the model is not affine in its modes: '" + name + "' does not enter linearly here");
    error.notes.push_back({"in " + text, {}});
    if (name == "time") error.help = "make what depends on time an input of the model";
    return false;
  }

  const ir::Dae& dae_;
  symbolic::ShapeTable& shapes_;
  Diagnostics& diagnostics_;
};

}  // namespace

bool affine_in_modes(const ir::Plan& plan, Diagnostics& diagnostics) {
  return AffineCheck(plan.dae, diagnostics).run();
}

}  // namespace sunder::approximate

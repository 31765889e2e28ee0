// The equations of one part of a cut model, as a system of its own.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "causalise/model_cut.hpp"
#include "ir/dae.hpp"

namespace sunder::causalise {

/// The values of the whole model's variables at the start, by variable; not a number: not known. Those of parameters
/// that the initial system determines are.
using InitialValues = std::vector<double>;
inline constexpr double unknown_value = std::numeric_limits<double>::quiet_NaN();

struct PartDae {
  ir::Dae dae;
  /// What goes in and out as Real numbers: values of other parts, by their places in CutPart::inputs; values for others
  /// and for the outside, by those in CutPart::outputs. Truth is 1 and falsehood 0.
  std::vector<std::string> inputs, outputs;
};

/// States start at the values of the whole model, which is why nothing has to be solved at the start but the part
/// itself. Variables have the names they had; what is computed by several parts stands in each. `name` is that of the
/// part.
PartDae make_part_dae(const ir::Plan& plan, const ModelCut& cut, std::size_t part, const InitialValues& initial,
                      const std::string& name);

/// The name of a value that crosses: "der(x)" could be taken for a derivative of the part that is given it.
std::string crossing_name(const ir::Dae& dae, ir::VariableId variable);

}  // namespace sunder::causalise

// A plan as C: tables and functions in the terms of exported/model.h.
#pragma once

#include <string>
#include <vector>

#include "execute/plan_description.hpp"
#include "graph/rows.hpp"
#include "ir/plan.hpp"
#include "model/sets.hpp"

namespace sunder::publish {

struct CodeOptions {
  model::StateSet implicit_rows;  ///< integrated implicitly by Co-Simulation
  double start = 0, stop = 1, tolerance = 1e-6;
};

/// What the description of the FMU must say as the code does.
struct ModelCode {
  std::string text;   ///< model.c
  std::string token;  ///< {…}, from the text
  /// Derivatives, then outputs: the states (numbers below the count of states) and inputs they depend on.
  graph::Rows dependencies;
  /// The same of event indicators.
  graph::Rows indicator_dependencies;
  std::size_t event_indicators = 0;
  bool learns = false;      ///< wants to be told of accepted steps
  std::vector<bool> fixed;  ///< by variable of the list: a parameter that is read at the start only
  bool depends_on_time = false;
  /// States whose derivatives are no variables of the model: they follow the listed variables as variables of their
  /// own.
  std::vector<std::uint32_t> unnamed_derivatives;
};

/// The listed variable that is the derivative of a state: where that is a state itself, or a copy of one, there may be
/// none.
std::optional<model::VariableIndex> derivative_variable(const ir::Plan& plan, const execute::VariableList& list,
                                                        std::size_t state);

/// The caller holds the lock of the shapes. `description` is of this plan, `parameters` its own values.
ModelCode write_model_code(const ir::Plan& plan, const execute::PlanDescription& description,
                           const std::vector<double>& parameters, const CodeOptions& options);

}  // namespace sunder::publish

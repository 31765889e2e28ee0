// The flat model: all variables and equations of the instance tree in one list, arrays and for-equations kept.
//
// Is:    the output of `flatten`, the input of `lower`.
// Holds: variables are leaves with unique paths; whatever is used is among them; connections have become equations.
// Never: scalar equations per element, shapes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ir/instance.hpp"

namespace sunder::ir {

struct FlatEquation {
  const TypedEquation* equation = nullptr;
  const Instance* owner = nullptr;  ///< the component it stands in
};

struct FlatAlgorithm {
  const Algorithm* algorithm = nullptr;
  const Instance* owner = nullptr;
};

struct FlatModel {
  std::string name;
  std::shared_ptr<const InstanceTree> tree;  ///< owns what the lists point to
  std::vector<const Instance*> variables;
  std::vector<FlatEquation> equations;
  std::vector<FlatEquation> initial_equations;
  std::vector<FlatAlgorithm> algorithms;
  std::vector<FlatAlgorithm> initial_algorithms;
};

/// Modelica text of the flat model, for --dump=flat.
std::string print(const FlatModel& model);
/// Checks everything under "Holds"; returns the violations.
std::vector<std::string> verify(const FlatModel& model);

}  // namespace sunder::ir

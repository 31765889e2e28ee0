// From classes to the instance tree: lookup, modifiers, inheritance, types, dimensions.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "ir/ast.hpp"
#include "ir/evaluation.hpp"
#include "ir/instance.hpp"

namespace sunder::instantiate {

/// A modifier from outside (`--set motor.R=3`): acts like one written where the model is used.
struct Override {
  std::string path;
  ast::Expression* value = nullptr;
  Span span;
  bool drives_input = false;  ///< --input u=sin(time): the path is an input of the model itself
};

/// The models of the files that could be simulated, with their full names: for choosing one.
struct Candidate {
  const ast::Class* class_ = nullptr;
  std::string name;
  bool has_experiment = false;
};
std::vector<Candidate> candidates(std::span<const ast::File* const> files);

/// Instantiates the class with that full name. The files must outlive the tree. `values` answers compile-time questions
/// (sizes, conditions of components, attributes).
Outcome<std::shared_ptr<ir::InstanceTree>> instantiate(std::span<const ast::File* const> files,
                                                       const std::string& class_name,
                                                       std::span<const Override> overrides, ir::ValueSource& values);

}  // namespace sunder::instantiate

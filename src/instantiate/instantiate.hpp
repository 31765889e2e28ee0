// From classes to the instance tree: lookup, modifiers, inheritance, redeclaration, types, dimensions, connections.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "ir/ast.hpp"
#include "ir/class_source.hpp"
#include "ir/evaluation.hpp"
#include "ir/instance.hpp"

namespace sunder::instantiate {

/// A modifier from outside (`--set motor.R=3`): acts like one written where the model is used. A path that ends in
/// subscripts (`k[2]`) names one element of a parameter.
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
/// Whether the class has an experiment annotation.
bool has_experiment(const ast::Class& class_);

/// Instantiates the class with that full name. What `source` gives must outlive the tree. `values` answers compile-time
/// questions (sizes, conditions of components, attributes).
Outcome<std::shared_ptr<ir::InstanceTree>> instantiate(ir::ClassSource& source, const std::string& class_name,
                                                       std::span<const Override> overrides, ir::ValueSource& values);

}  // namespace sunder::instantiate

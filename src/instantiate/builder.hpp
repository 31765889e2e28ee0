// Builds the instance tree. Declarations first, then bindings and equations, so that order of writing does not matter;
// sizes and bindings are worked out when first asked for.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.hpp"
#include "instantiate/instantiate.hpp"
#include "instantiate/modifiers.hpp"
#include "instantiate/scope.hpp"
#include "ir/evaluation.hpp"
#include "ir/instance.hpp"

namespace sunder::instantiate {

class Builder : public ir::BindingSource {
 public:
  Builder(std::span<const ast::File* const> files, const MakeValueSource& make_value_source);

  void build(const std::string& class_name, std::span<const Override> overrides);

  const ir::Expression* binding_of(const ir::Instance& variable) override;

  // What resolving expressions needs.
  ClassTable& classes() { return classes_; }
  Arena& arena() { return *tree_->arena; }
  ir::InstanceTree& tree() { return *tree_; }
  Diagnostics& diagnostics() { return diagnostics_; }
  std::shared_ptr<ir::InstanceTree> take_tree() { return std::move(tree_); }
  Diagnostic& error(Code code, Span span, std::string message) { return diagnostics_.error(code, span, std::move(message)); }
  /// The sizes of a leaf are known after this. False: they cannot be found (diagnosed).
  bool ensure_sizes(ir::Instance& leaf);
  /// The value at compile time; a failure is diagnosed when `what` is not empty ("the size of x", …).
  std::optional<ir::Value> evaluate(const ir::Expression& expression, const std::string& what);
  /// A constant of a package, made when first used; null when there is none of that name.
  ir::Instance* package_constant(std::span<const std::string_view> parts, const ClassScope& from);
  /// The function behind a class, or null after a diagnostic.
  const ir::Function* function_of(const ClassScope& scope, Span used_at);

 private:
  struct Pending {
    Modifiers modifiers;
    std::vector<std::pair<const ast::Expression*, Place>> sizes;
    enum class State { untouched, working, done } sizes_state = State::untouched, binding_state = State::untouched;
  };
  struct Body {
    ir::Instance* instance;
    const ClassScope* scope;
  };

  void add_class(ir::Instance& instance, const ClassScope& scope, const Modifiers& modifiers);
  void add_extends(ir::Instance& instance, const ClassScope& scope, const ast::Element& element, const Modifiers& outer);
  void add_clause(ir::Instance& instance, const ClassScope& scope, const ast::Element& element, const Modifiers& outer);
  void add_component(ir::Instance& parent, const ClassScope& scope, const ast::Element& element,
                     const ast::Component& component, const Modifiers& outer);
  bool present(const ast::Component& component, Place place);
  /// Follows type aliases down to a base type, collecting their modifiers and sizes. False: not a base type.
  bool become_leaf(ir::Instance& leaf, FoundClass found, Pending& pending, Span span);
  void check_names(const ir::Instance& instance, const Modifiers& modifiers);
  void finish_leaf(ir::Instance& leaf);
  void set_attributes(ir::Instance& leaf, const Pending& pending);
  void set_text_attribute(std::string& target, const Modifiers& modifiers, const ir::Instance& leaf);
  void resolve_binding(ir::Instance& leaf, Pending& pending);
  void add_equations(const Body& body);

  ClassTable classes_;
  std::shared_ptr<ir::InstanceTree> tree_ = std::make_shared<ir::InstanceTree>();
  Diagnostics diagnostics_;
  std::unique_ptr<ir::ValueSource> values_;
  std::unordered_map<const ir::Instance*, Pending> pending_;
  std::vector<ir::Instance*> leaves_;
  std::vector<Body> bodies_;
  std::vector<std::unique_ptr<ir::Instance>> package_constants_;
  std::unordered_map<const ast::Component*, ir::Instance*> constant_by_component_;
  std::unordered_map<const ast::Class*, const ir::Function*> functions_;
  std::vector<const ClassScope*> open_classes_;  ///< classes being instantiated, outermost first: finds recursion
};

/// annotation(experiment(...)) of the class.
ir::Experiment read_experiment(const ast::Class& class_, Diagnostics& diagnostics);
/// The string a literal denotes.
std::string unescaped(std::string_view literal);
std::string description_of(const ast::Comment& comment);

}  // namespace sunder::instantiate

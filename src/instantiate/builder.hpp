// Builds the instance tree. Declarations first, then bindings and equations, so that order of writing does not matter;
// sizes and bindings are worked out when first asked for.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/diagnostic.hpp"
#include "instantiate/instantiate.hpp"
#include "instantiate/modifiers.hpp"
#include "instantiate/scope.hpp"
#include "ir/evaluation.hpp"
#include "ir/instance.hpp"

namespace sunder::instantiate {

/// What one level of definitions that need each other takes of the stack, in pieces of about 6 kB where the program
/// is built with sanitizers; `most` of them, and what evaluates constants on top, fit into 8 MB.
struct NestingCost {
  static constexpr int expression = 1, wide_expression = 2, class_ = 2, function = 2, constant = 3;
  static constexpr int most = 1000;
};

class Builder : public ir::BindingSource {
 public:
  /// Counts a level of nesting as long as it lives. When it is one too many, this is said at the place given.
  class Nesting {
   public:
    Nesting(Builder& builder, int cost, Span span) : builder_(builder), cost_(cost) {
      builder_.nesting_ += cost_;
      if (too_deep()) builder_.say_too_deep(span);
    }
    ~Nesting() { builder_.nesting_ -= cost_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    [[nodiscard]] bool too_deep() const { return builder_.nesting_ > NestingCost::most; }

   private:
    Builder& builder_;
    int cost_;
  };

  Builder(std::span<const ast::File* const> files, ir::ValueSource& values);
  ~Builder() override { values_.ask(nullptr); }
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  void build(const std::string& class_name, std::span<const Override> overrides);

  const ir::Expression* binding_of(const ir::Instance& variable) override;
  [[nodiscard]] bool is_being_resolved(const ir::Instance& variable) const override;

  // What resolving expressions needs.
  ClassTable& classes() { return classes_; }
  Arena& arena() { return *tree_->arena; }
  ir::InstanceTree& tree() { return *tree_; }
  Diagnostics& diagnostics() { return diagnostics_; }
  std::shared_ptr<ir::InstanceTree> take_tree() { return std::move(tree_); }
  /// One message of a kind per place: a class may be instantiated a thousand times.
  Diagnostic& error(Code code, Span span, std::string message);
  Diagnostic& warning(Code code, Span span, std::string message);
  /// Says that a name is unknown, and why when it belongs to a library. `message`, `help`: what to say otherwise.
  void unknown(Code code, Span span, std::span<const std::string_view> parts, const ClassScope& from,
               std::string message, std::string help);
  /// The sizes of a leaf are known after this. False: they cannot be found (diagnosed).
  bool ensure_sizes(ir::Instance& leaf);
  /// The value at compile time; a failure is diagnosed when `what` is not empty ("the size of x", …).
  std::optional<ir::Value> evaluate(const ir::Expression& expression, const std::string& what);
  /// The instance of a constant of a package, made when first used; null after a diagnostic.
  ir::Instance* package_constant(const FoundComponent& found);
  /// Whether the component is left out because its condition is false.
  [[nodiscard]] bool is_absent(const ir::Instance& parent, std::string_view name) const {
    return absent_.contains({&parent, name});
  }
  /// The function behind a class, or null after a diagnostic.
  const ir::Function* function_of(const ClassScope& scope, Span used_at);

 private:
  struct Pending {
    Modifiers modifiers;
    std::vector<std::pair<const ast::Expression*, Place>> sizes;
    ast::CausalityPrefix causality = ast::CausalityPrefix::none;  ///< of its type
    enum class State { untouched, working, done } sizes_state = State::untouched, binding_state = State::untouched;
  };
  struct Body {
    ir::Instance* instance;
    const ClassScope* scope;
  };

  bool is_new(Code code, Span span);
  bool check_import(const ast::Element& element);
  void check_imports(const ClassScope& scope);
  void say_too_deep(Span span);
  void add_class(ir::Instance& instance, const ClassScope& scope, const Modifiers& modifiers);
  void add_short_class(ir::Instance& instance, const ClassScope& scope, const Modifiers& modifiers);
  void add_extends(ir::Instance& instance, const ClassScope& scope, const ast::Element& element,
                   const Modifiers& outer);
  void add_clause(ir::Instance& instance, const ClassScope& scope, const ast::Element& element, const Modifiers& outer);
  void add_component(ir::Instance& parent, const ClassScope& scope, const ast::Element& element,
                     const ast::Component& component, const Modifiers& outer);
  bool present(const ast::Component& component, Place place);
  /// Follows type aliases down to a base type, collecting their modifiers and sizes. False: not a base type.
  bool become_leaf(ir::Instance& leaf, FoundClass found, Pending& pending, Span span);
  /// The rest of a component whose class is not a base type.
  void become_class(ir::Instance& child, const ClassScope& scope, const ast::Element& element,
                    const ast::Component& component, const Pending& pending);
  /// What the modifiers name must be among the children from `first` on, and nothing may be named twice.
  void check_names(const ir::Instance& instance, const ClassScope& scope, const Modifiers& modifiers,
                   std::size_t first = 0);
  void check_repeated(const Modifiers& modifiers);
  void check_final(const Modifiers& modifiers, const std::string& what);
  void check_overrides(std::span<const Override> overrides);
  void check_drives_input(const Override& override_, const ir::Instance* instance);
  void finish_leaf(ir::Instance& leaf);
  void set_attributes(ir::Instance& leaf, const Pending& pending);
  void set_text_attribute(std::string& target, const char* name, const Modifiers& modifiers, const ir::Instance& leaf);
  void set_state_select(ir::Instance& leaf, const Modifiers& modifiers);
  void check_attribute_names(const ir::Instance& leaf, const Modifiers& modifiers);
  ir::Expression* attribute_value(ir::Instance& leaf, const char* name, const Modifier& given, ir::BaseType base);
  bool add_size(ir::Instance& leaf, std::size_t d, const ast::Expression& size, Place place);
  void resolve_binding(ir::Instance& leaf, Pending& pending);
  void add_equations(const Body& body);

  ClassTable classes_;
  std::shared_ptr<ir::InstanceTree> tree_ = std::make_shared<ir::InstanceTree>();
  Diagnostics diagnostics_;
  ir::ValueSource& values_;
  std::unordered_map<const ir::Instance*, Pending> pending_;
  std::vector<ir::Instance*> leaves_;
  std::vector<Body> bodies_;
  std::unordered_map<const ast::Component*, ir::Instance*> constant_by_component_;
  std::unordered_map<const ast::Class*, const ir::Function*> functions_;
  std::vector<const ClassScope*> open_classes_;  ///< classes being instantiated, outermost first: finds recursion
  std::unordered_set<const ast::Modification*> checked_;  ///< for names given twice
  std::set<std::tuple<Code, FileId, std::uint32_t, std::uint32_t>> said_;
  std::set<std::pair<const ir::Instance*, std::string_view>> absent_;  ///< components whose condition is false
  Diagnostic repeated_;                                                ///< where the details of a repeated message go
  bool hides_ = false;                                                 ///< inside of `protected extends`
  std::unordered_set<const ClassScope*> imports_checked_;
  int size_depth_ = 0;  ///< sizes that depend on sizes that depend on …
  int nesting_ = 0;     ///< of definitions that need each other
};

/// "did you mean …?", or nothing.
std::string suggestion(std::string_view written, const std::vector<std::string>& candidates);
/// annotation(experiment(...)) of the class.
ir::Experiment read_experiment(const ast::Class& class_, Diagnostics& diagnostics);
/// The string a literal denotes.
std::string unescaped(std::string_view literal);
std::string description_of(const ast::Comment& comment);

}  // namespace sunder::instantiate

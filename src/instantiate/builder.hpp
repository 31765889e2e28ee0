// Builds the instance tree. Declarations first, then bindings, connections and equations, so that order of writing does
// not matter; types, sizes and bindings are worked out when first asked for.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/diagnostic.hpp"
#include "instantiate/classes.hpp"
#include "instantiate/instantiate.hpp"
#include "instantiate/modifiers.hpp"
#include "ir/evaluation.hpp"
#include "ir/instance.hpp"

namespace sunder::instantiate {

/// What one level of definitions that need each other takes of the stack, in pieces of about 6 kB where the program
/// is built with sanitizers; `most` of them, and what evaluates constants on top, fit into 8 MB.
struct NestingCost {
  static constexpr int expression = 1, wide_expression = 2, class_ = 2, function = 2, constant = 3;
  static constexpr int most = 1000;
};

/// What is not in the tree: the declaration of an instance, and how far it has been worked out.
struct Pending {
  enum class State : std::uint8_t { untouched, working, done };
  ClassInstance* home = nullptr;  ///< the class that declares it
  const ast::Element* element = nullptr;
  const ast::Component* component = nullptr;
  const Mod* mod = nullptr;
  ClassInstance* class_ = nullptr;  ///< its class; of leaves: their type
  ir::RareList<std::pair<const ast::Expression*, Scope>> sizes;
  ir::RareList<const Override*> elements;  ///< those of its elements that are set
  State expanded = State::untouched, sized = State::untouched, bound = State::untouched;
  bool is_expandable = false;
  bool is_made_inner = false;         ///< at the top, for an outer component without an inner one
  bool is_declared_in_place = false;  ///< added to an expandable connector by a connection
};

/// Whether the function is an operator of the language under another name.
bool is_builtin_function(const ast::Class& function);

class Builder : public ir::BindingSource, public ModObserver {
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

  Builder(ir::ClassSource& source, ir::ValueSource& values);
  ~Builder() override { values_.ask(nullptr); }
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  void build(const std::string& class_name, std::span<const Override> overrides);

  // compile-time values
  const ir::Expression* binding_of(const ir::Instance& variable) override;
  [[nodiscard]] bool is_being_resolved(const ir::Instance& variable) const override;
  bool complete(const ir::Function& function) override;
  std::optional<double> connection_value(const ir::Expression& call) override;
  /// The value at compile time; a failure is diagnosed when `what` is not empty ("the size of x", …).
  std::optional<ir::Value> evaluate(const ir::Expression& expression, const std::string& what);
  std::optional<ir::Value> evaluate(const ir::Expression& expression, const ir::Environment& environment,
                                    ir::EvaluationFailure& failure);

  // modifications
  void twice(Span second, Span first, std::string_view name) override;
  void against_final(Span outer, Span inner, std::string_view name) override;
  void redeclared_again(Span outer, Span inner) override;

  // what resolving expressions needs
  /// The restrictions of its kind; says once what is wrong.
  void check_class(ClassInstance& class_);
  ClassTable& classes() { return classes_; }
  Mods& mods() { return mods_; }
  Arena& arena() { return *tree_->arena; }
  ir::InstanceTree& tree() { return *tree_; }
  Diagnostics& diagnostics() { return diagnostics_; }
  std::shared_ptr<ir::InstanceTree> take_tree() { return std::move(tree_); }
  Pending& pending(const ir::Instance& instance) { return pending_[instance.number]; }
  /// One message of a kind per place: a class may be instantiated a thousand times.
  Diagnostic& error(Code code, Span span, std::string message);
  Diagnostic& warning(Code code, Span span, std::string message);
  /// In the user's own files: something that could be seen here has the same name.
  void warn_hides(std::string_view name, Span at, Span hidden);
  /// Says that a name is unknown, and why when it belongs to a library. `message`, `help`: what to say otherwise.
  void unknown(Code code, Span span, std::span<const std::string_view> parts, ClassInstance& from, std::string message,
               std::string help);
  /// The child of that name, worked out; null: none. Outer components are replaced by what they stand for.
  ir::Instance* child_of(ir::Instance& instance, std::string_view name);
  /// Type, condition and children are known after this. False: something is wrong with it (diagnosed).
  bool expand(ir::Instance& instance);
  /// The sizes of a leaf are known after this. False: they cannot be found (diagnosed).
  bool ensure_sizes(ir::Instance& leaf);
  /// The instance of a constant of a package, made when first used; null after a diagnostic.
  ir::Instance* package_constant(const Member& member);
  /// An instance of a class that stands in no model: for the fields of a record.
  ir::Instance* prototype(ClassInstance& class_, Span span);
  /// The function behind a class, or null after a diagnostic. Its body may still have to be completed.
  ir::Function* function_of(ClassInstance& class_, Span used_at);
  const ir::RecordType* record_type(const ir::Instance& record);
  /// Adds a component that a connection asks an expandable connector to have.
  /// `sizes`: of a variable
  ir::Instance* add_to_expandable(ir::Instance& bus, std::string_view name, ir::Instance& like,
                                  std::span<const std::int64_t> sizes);
  /// The typed value of a modifier, its steps taken.
  ir::Expression* value_of(const ModValue& value);
  [[nodiscard]] const std::string& model_name() const { return tree_->name; }
  [[nodiscard]] bool is_expandable(const ir::Instance& instance) { return pending(instance).is_expandable; }

  /// The variables of a function as its callers see them: records are one.
  struct Interface {
    struct Formal {
      std::string_view name;
      ir::Expression* variable = nullptr;  ///< a function variable, or a record of them
      bool has_default = false;
    };
    std::vector<Formal> inputs, outputs;
    std::map<std::string_view, ir::Expression*, std::less<>> locals;  ///< all of them by name
    std::unordered_set<const ir::FunctionVariable*> constants;
  };
  std::unordered_map<const ir::Function*, Interface> interfaces;

  struct Connection {
    std::vector<std::pair<ir::Instance*, std::vector<std::int64_t>>> left, right;  ///< element by element
    bool left_outside = false, right_outside = false;
    ir::Instance* owner = nullptr;
    Span span;
  };
  struct GraphCall {  ///< Connections.branch and its like
    enum class Kind { branch, root, potential_root } kind;
    ir::Instance *first = nullptr, *second = nullptr;
    double priority = 0;
    Span span;
  };
  bool in_connection = false;  ///< what is being resolved is part of a connection
  std::vector<Connection> connections;
  std::vector<GraphCall> graph_calls;
  std::vector<ir::Expression*> connection_calls;  ///< cardinality, isRoot, rooted: numbers when all is built
  std::vector<ir::Expression*> stream_calls;      ///< inStream, actualStream: to be replaced when connections are known

 private:
  struct Body {
    ir::Instance* instance;
    ClassInstance* class_;
  };
  friend class Connector;
  friend class EquationBuilder;

  bool is_new(Code code, Span span);
  bool goes_in_a_circle(ClassInstance& class_);
  bool is_record_class(ClassInstance& class_);
  void check_package(const ast::Class& package);
  std::unordered_set<const ast::Class*> checked_packages_;
  void say_too_deep(Span span);
  void check_imports(ClassInstance& class_);
  ir::Instance& make_instance(ir::Instance* parent, std::string_view name, Span span);
  void add_elements(ir::Instance& instance, ClassInstance& class_, const Mod* mod, bool hides);
  const Mod* own_redeclarations(ir::Instance& instance, ClassInstance& class_);
  void add_stub(ir::Instance& parent, ClassInstance& home, const ast::Element& element, const ast::Component& component,
                const Mod* mod, bool hides);
  /// The assignment that such a function is (is_builtin_function); null: it has not one output.
  ast::Statement* builtin_statement(const ir::Function& function, const ast::Class& syntax);
  std::string difference(const Pending& first, ClassInstance& home, const ast::Element& element,
                         const ast::Component& component);
  bool expand_now(ir::Instance& instance);
  bool present(ir::Instance& instance, const ast::Component& component, Scope scope);
  bool find_inner(ir::Instance& outer);
  bool make_inner(ir::Instance& outer);
  bool become_leaf(ir::Instance& leaf, const Aliased& alias);
  bool become_class(ir::Instance& instance, ClassInstance& class_, Span type_span);
  bool become_array(ir::Instance& instance, ClassInstance& class_, Span type_span);
  bool has_constant(const ModValue& record, std::string_view name);
  bool apply_redeclaration(ir::Instance& instance, ast::Name& type, ClassInstance*& scope);
  void prefixes(ir::Instance& instance, ast::CausalityPrefix of_type);
  void expand_all(ir::Instance& instance);
  void warn_unused(const ir::Function& function);
  void warn_hidden_constants(ClassInstance& class_);
  void read_annotations(ClassInstance& class_, ir::Function& function);
  ir::Function* derived_function(ClassInstance& class_);
  void check_sums(ClassInstance& record, const ast::Element& flow);
  void check_each(const ir::Instance& component);
  void check_modified_names(const ir::Instance& instance, ClassInstance& class_, const Mod* mod, bool of_base);
  void check_overrides(std::span<const Override> overrides);
  void check_drives_input(const Override& override_, const ir::Instance* instance);
  [[nodiscard]] ir::Instance* find(std::string_view path);
  void set_element(ir::Instance& leaf, const Override& given);
  void finish_leaf(ir::Instance& leaf);
  void set_attributes(ir::Instance& leaf);
  ir::LeafAttributes& attributes(ir::Instance& leaf);
  void set_text_attribute(std::string_view& target, const char* name, const Mod* mod, const ir::Instance& leaf);
  void set_state_select(ir::Instance& leaf, const Mod* mod);
  void check_attribute_names(const ir::Instance& leaf, const Mod* mod);
  ir::Expression* attribute_value(ir::Instance& leaf, const char* name, const Mod& given, ir::BaseType base);
  bool find_size(ir::Instance& leaf, std::size_t d, const ast::Expression& size, Scope scope, std::int64_t& found);
  std::optional<std::int64_t> size_value(const ast::Expression& size, Scope scope, const ir::Instance& leaf);
  void bind_constants();
  void resolve_binding(ir::Instance& leaf);
  void check_variability(const ir::Instance& leaf);
  void add_equations(const Body& body);
  void add_connections(const Body& body);
  /// Whether a class has what another promises; says what is missing otherwise.
  bool check_subtype(ClassInstance& given, ClassInstance& wanted, Span span, Span declared, const std::string& what);
  void check_redeclared_class(const Mod& mod, const Member& member, std::string_view name);
  void check_access(const ast::Name& name, ClassInstance& from);
  void check_inner_type(const ir::Instance& outer, const ir::Instance& inner);
  void check_prefixes(const ir::Instance& instance, ClassInstance& class_);
  void check_balance_of_connector(ClassInstance& class_, const ir::Instance& instance);
  /// annotation(experiment(...)) of the class of the model.
  ir::Experiment read_experiment(ClassInstance& class_);

  ir::ClassSource& source_;
  std::shared_ptr<ir::InstanceTree> tree_ = std::make_shared<ir::InstanceTree>();
  Mods mods_;
  ClassTable classes_;
  Diagnostics diagnostics_;
  ir::ValueSource& values_;
  std::deque<Pending> pending_;  ///< by number of the instance
  std::vector<ir::Instance*> leaves_;
  std::unordered_map<std::string, std::vector<const Override*>> element_overrides_;  ///< by path without subscripts
  std::vector<Body> bodies_;
  std::vector<std::pair<ClassInstance*, const ir::Instance*>> connectors_;  ///< one of each class, to be checked
  std::unordered_map<const ir::Function*, ClassInstance*> function_classes_;
  std::map<std::tuple<const ast::Expression*, ClassInstance*, const ir::Instance*>, ir::Expression*> values_known_;
  std::map<std::string, const ir::RecordType*> records_;
  std::set<std::tuple<Code, FileId, std::uint32_t, std::uint32_t>> said_;
  std::unordered_map<const ir::Instance*, double> cardinality_;
  std::unordered_map<const ir::Instance*, bool> roots_, rooted_;
  bool connections_known_ = false;
  Diagnostic repeated_;  ///< where the details of a repeated message go
  std::unordered_set<const ast::Class*> imports_checked_;
  int size_depth_ = 0;  ///< sizes that depend on sizes that depend on …
  int nesting_ = 0;     ///< of definitions that need each other
};

/// "did you mean …?", or nothing.
std::string suggestion(std::string_view written, const std::vector<std::string>& candidates);
/// The string a literal denotes.
std::string unescaped(std::string_view literal);
std::string description_of(const ast::Comment& comment);

}  // namespace sunder::instantiate

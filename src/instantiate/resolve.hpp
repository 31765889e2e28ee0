// From written expressions to typed ones: names are looked up, types and sizes checked.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "instantiate/builder.hpp"
#include "ir/typed.hpp"

namespace sunder::instantiate {

/// A built-in function and how many arguments it takes.
struct Signature {
  ir::Builtin builtin;
  std::size_t least;
  std::size_t most;
};

/// Variables of a function by name: what stands for each, a function variable or a record of them.
using Locals = std::map<std::string_view, ir::Expression*, std::less<>>;

/// Components with the dimensions they are arranged in.
struct Selection {
  std::vector<ir::Instance*> items;
  std::vector<std::int64_t> dimensions;
};

/// Every problem is diagnosed once; the result of a problem has the type `error` and silences its users.
class Resolver {
 public:
  Resolver(Builder& builder, Scope scope) : builder_(builder), scope_(scope) {}

  ir::Expression* resolve(const ast::Expression& expression);

  /// Loop variables, innermost last. The range is resolved in the scope around the loop.
  void warn_hidden(const ast::Iterator& iterator);
  ir::IteratorRange open_iterator(const ast::Iterator& iterator, const std::vector<const ast::Expression*>& used_in);
  ir::Expression* literals_of(const ir::Expression& array, std::size_t dimension);
  void open_constant(const ir::IteratorRange& range, double value);
  /// What a loop over a vector of other than counting values goes over; null: it counts.
  [[nodiscard]] const ir::Expression* vector_of(const ir::IteratorRange& range) const {
    const auto found = vectors_.find(range.symbol);
    return found != vectors_.end() ? found->second : nullptr;
  }
  void close_iterator() { iterators_.pop_back(); }
  /// Whether components of arrays were picked by loop variables since the last time: such loops are written out.
  bool take_needs_unrolling() { return std::exchange(needs_unrolling_, false); }
  /// The same of a loop around this place.
  void ask_for_unrolling() { needs_unrolling_ = true; }
  void set_locals(const Locals* locals) { locals_ = locals; }
  [[nodiscard]] bool in_function() const { return locals_ != nullptr; }
  [[nodiscard]] Builder& builder() { return builder_; }
  [[nodiscard]] Scope scope() const { return scope_; }

  /// The components a reference means, with what is left of its last subscripts when it ends at a leaf; empty after a
  /// diagnostic. For connections.
  std::optional<Selection> components(const ast::Expression& e, std::vector<ir::Expression*>& subscripts);

  // building typed expressions
  ir::Expression* make(ir::ExpressionKind kind, Span span, ir::Type type);
  ir::Expression* failed(Span span) { return make(ir::ExpressionKind::number, span, {}); }
  ir::Expression* number(double value, ir::BaseType base, Span span);
  ir::Expression* value_of(ir::Instance& instance, Span span);
  ir::Expression* field(ir::Expression* record, std::string_view name, Span span);
  ir::Expression* indexed(ir::Expression* whole, std::vector<ir::Subscript> subscripts, Span span);
  ir::Expression* stack(const std::vector<ir::Expression*>& items, Span span);
  ir::Type type_of(ir::Type like, const std::vector<std::int64_t>& dimensions);
  ir::Expression* call_function(ir::Function& function, std::vector<ir::Expression*> arguments, Span span);
  ir::BaseType common(ir::BaseType a, ir::BaseType b) const;
  /// Of two types, the one both fit; `error` when there is none. Dimensions are those of `a`.
  ir::Type common(const ir::Type& a, const ir::Type& b);
  std::span<ir::Expression*> copy(const std::vector<ir::Expression*>& items) { return builder_.arena().copy(items); }
  /// All results of a call, as a tuple on the left wants them. A function without outputs is called for its effects:
  /// the call stands for them.
  std::vector<ir::Expression*> results(const ast::Expression& e, bool for_effects = false);
  ClassInstance* callee(const ast::Expression& e, const ir::Expression*& variable);
  ir::Expression* convert(ir::Expression* value, const ir::Type& target);

 private:
  struct Iterator {
    std::string_view name;
    const ir::IteratorSymbol* symbol = nullptr;  ///< null: its value is known
    ir::Type type;
    double value = 0;
    ir::Expression* item = nullptr;  ///< what it means, where it does not count: an element of a vector
  };
  friend class FunctionBuilder;

  ir::Expression* positions_of(ir::Expression& values);
  ir::Expression* element_at(ir::Expression& values, ir::Expression* position);
  ir::Expression* arithmetic(ir::Expression* left, ir::Operation operation, ir::Expression* right);

  ir::Expression* any(const ast::Expression& e);
  ir::Expression* literal(const ast::Expression& e);
  ir::Expression* reference(const ast::Expression& e);
  ir::Expression* from_instance(const ast::Expression& e, ir::Instance& first, std::size_t part);
  ir::Expression* from_class(const ast::Expression& e, ClassInstance& first, std::size_t part);
  ir::Expression* from_expression(const ast::Expression& e, ir::Expression* first, std::size_t part);
  ir::Expression* constant_value(const ir::Value& value, const ir::Type& type, Span span);
  bool select(Selection& selection, const ast::ReferencePart& part, std::vector<ir::Subscript>& late, bool last);
  bool step(Selection& selection, const ast::ReferencePart& part, bool from_outside);
  ir::Expression* subscripted(ir::Expression* whole, std::span<ast::Expression* const> subscripts,
                              const std::string& name);
  ir::Expression* subscript(const ast::Expression& e, std::int64_t size);
  ir::Expression* unary(const ast::Expression& e);
  ir::Expression* binary(const ast::Expression& e);
  ir::Expression* chain(const ast::Expression& e);
  std::vector<ClassInstance*> functions_of_operator(ClassInstance& operator_);
  ir::Expression* overloaded(const std::string& op, const std::vector<ir::Expression*>& operands, Span span,
                             bool by_element = false);
  ir::Type combine(ir::Operation operation, const ir::Expression& a, const ir::Expression& b, Span span);
  ir::Type product(const ir::Expression& a, const ir::Expression& b, ir::BaseType base, Span span);
  ir::Expression* conditional(const ast::Expression& e);
  ir::Expression* array(const ast::Expression& e);
  ir::Expression* make_array(std::vector<ir::Expression*> items, Span span);
  ir::Expression* matrix(const ast::Expression& e);
  ir::Expression* builtin_of(ir::Builtin builtin, const std::vector<ir::Expression*>& operands, bool passes, Span span);
  ir::Expression* concatenate(std::size_t dimension, std::vector<ir::Expression*> items, Span span);
  ir::Expression* range(const ast::Expression& e, bool for_iterator);
  std::optional<std::int64_t> range_length(const ir::Expression& range, bool says);
  /// `reduces`: the items are not kept, so their number need not be known.
  ir::Expression* comprehension(const ast::Expression& e, bool reduces);
  ir::Expression* call(const ast::Expression& e);
  ir::Expression* special_call(const ast::Expression& e, std::string_view name, bool& known);
  ir::Expression* builtin_call(const ast::Expression& e, const Signature& signature);
  ir::Expression* function_call(const ast::Expression& e, ClassInstance& class_);
  ir::Expression* variable_call(const ast::Expression& e, const ir::Expression& variable);
  ir::Expression* record_call(const ast::Expression& e, ClassInstance& class_);
  ir::Expression* conversion(const ast::Expression& e, ClassInstance& class_);
  ir::Expression* string_of(const ast::Expression& e);
  ir::Expression* function_argument(const ast::Expression& e);
  ir::Expression* connector_call(const ast::Expression& e, ir::Builtin builtin);
  ir::Expression* clock_call(const ast::Expression& e, ir::Builtin builtin);
  ir::Expression* reduction(const ast::Expression& e, ir::Builtin builtin);
  ir::Expression* vectorised(ir::Function& function, std::vector<ir::Expression*> arguments, std::size_t extra,
                             const std::vector<std::size_t>& depth, Span span);
  ir::Expression* mark(ir::Builtin builtin, ir::Expression* marked, Span span);
  bool match_arguments(const ast::Expression& e, const ir::Function& function, std::vector<ir::Expression*>& arguments);
  void take_defaults_of_model(const ir::Function& function, std::size_t from, std::vector<ir::Expression*>& operands);
  std::optional<std::int64_t> result_size(const ir::Function& function, const std::vector<ir::Expression*>& operands,
                                          const ir::Expression& size);
  bool builtin_type(ir::Expression& call, Span span);
  bool elementwise_type(ir::Expression& call);
  bool linspace_type(ir::Expression& call);
  ir::Expression* derivative(ir::Expression* of, Span span);
  bool event_type(ir::Expression& call);
  bool fits(const ir::Expression& call, Span span);
  bool shaped_type(ir::Expression& call, Span span, std::size_t first_size);
  void unknown_name(const ast::Expression& e);

  Builder& builder_;
  Scope scope_;
  std::vector<Iterator> iterators_;
  std::unordered_map<const ir::IteratorSymbol*, ir::Expression*> vectors_;  // of loops that do not count
  const Locals* locals_ = nullptr;
  struct End {
    std::int64_t size;
    ir::Expression* whole;
    std::size_t dimension;
  };
  std::vector<End> ends_;  ///< what `end` means, innermost subscript last
  bool needs_unrolling_ = false;
  bool fails_quietly_ = false;
  int choices_ = 0;  ///< if-expressions around: what is not taken need not exist
};

bool same_sizes(std::span<const std::int64_t> a, std::span<const std::int64_t> b);
bool same_enumeration(const ir::Type& a, const ir::Type& b);
bool same_record(const ir::Type& a, const ir::Type& b);
/// Whether `value` may stand where `target` is expected; says why not. `spread`: a scalar may fill an array.
bool check_assignable(Builder& builder, const ir::Type& target, const ir::Expression& value, const std::string& what,
                      bool spread);
/// The leaves of a value, fields in order.
void flatten(ir::Expression* value, std::vector<ir::Expression*>& out);
bool mentions_iterator(const ir::Expression& e);
/// Whether a variable of a function occurs in it, sizes included.
bool mentions_function_variable(const ir::Expression& e);
/// No further than this: its highest variability.
ir::Variability variability_of(const ir::Expression& e);

}  // namespace sunder::instantiate

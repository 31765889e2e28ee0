#include <algorithm>

#include "ir/instance.hpp"
#include "ir/typed_verify.hpp"

namespace sunder::ir {

namespace {

class InstanceVerifier {
 public:
  explicit InstanceVerifier(const InstanceTree& tree) : tree_(tree), expressions_(leaves_, complaints_) {}

  std::vector<std::string> run() {
    const bool rooted = tree_.root != nullptr && !tree_.root->is_leaf() && tree_.root->parent == nullptr;
    complaints_.expect(rooted, "the root is missing, a leaf, or stands in something");
    if (!complaints_.empty()) return complaints_.take();
    component(*tree_.root);
    if (!complaints_.empty()) return complaints_.take();  // references can be judged when the tree is sound
    contents(*tree_.root);
    for (const TypedEquation* equation : tree_.connections) expressions_.equation(*equation);
    for (const Function& function : tree_.functions) expressions_.function(function);
    return complaints_.take();
  }

 private:
  void expect(bool holds, const Instance& instance, std::string_view complaint) {
    if (!holds) complaints_.add("'" + path_of(instance) + "' " + std::string(complaint));
  }

  void component(const Instance& instance) {
    if (instance.target != nullptr) return;
    for (const Instance* child : instance.children) {
      expect(child->parent == &instance, *child, "does not know its parent");
      if (child->is_absent) continue;
      if (child->is_leaf())
        leaf(*child);
      else
        component(*child);
    }
  }

  void leaf(const Instance& leaf) {
    leaves_.insert(&leaf);
    expect(leaf.base != BaseType::error, leaf, "has no base type");
    expect(leaf.children.empty() && leaf.equations.empty() && leaf.initial_equations.empty(), leaf,
           "is a leaf that holds something");
    expect(std::ranges::all_of(leaf.dimensions, [](std::int64_t n) { return n >= 0; }), leaf, "has no known size");
  }

  /// A value is a scalar for all elements, or has the size of the variable.
  void value(const Instance& leaf, const Expression* value, std::string_view what) {
    if (value == nullptr) return;
    if (!value->type.is_scalar() && !std::ranges::equal(value->type.dimensions, leaf.dimensions))
      expect(false, leaf, "has another size than its " + std::string(what));
    expressions_.expression(*value);
  }

  void contents(const Instance& instance) {
    if (instance.target != nullptr || instance.is_absent) return;
    for (const TypedEquation* equation : instance.equations) expressions_.equation(*equation);
    for (const TypedEquation* equation : instance.initial_equations) expressions_.equation(*equation);
    for (const Algorithm& algorithm : instance.algorithms) expressions_.statements(algorithm.statements);
    for (const Algorithm& algorithm : instance.initial_algorithms) expressions_.statements(algorithm.statements);
    for (const Instance* child : instance.children) {
      if (child->is_absent) continue;
      if (!child->is_leaf()) {
        contents(*child);
        continue;
      }
      const LeafAttributes& given = child->attributes();
      value(*child, child->binding, "value");
      for (const ElementValue& one : given.element_values) {
        expect(one.element < static_cast<std::size_t>(element_count(child->dimensions)) && one.value->type.is_scalar(),
               *child, "has a value for an element that it does not have");
        expressions_.expression(*one.value);
      }
      value(*child, given.start.value, "start");
      value(*child, given.fixed.value, "fixed");
      value(*child, given.nominal.value, "nominal");
      value(*child, given.minimum.value, "min");
      value(*child, given.maximum.value, "max");
    }
  }

  const InstanceTree& tree_;
  Complaints complaints_;
  std::unordered_set<const Instance*> leaves_;
  ExpressionVerifier expressions_;
};

}  // namespace

std::vector<std::string> verify(const InstanceTree& tree) { return InstanceVerifier(tree).run(); }

}  // namespace sunder::ir

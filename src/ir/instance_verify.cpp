#include <algorithm>

#include "ir/instance.hpp"
#include "ir/typed_verify.hpp"

namespace sunder::ir {

namespace {

class Verifier {
 public:
  explicit Verifier(const InstanceTree& tree) : tree_(tree), expressions_(leaves_, complaints_) {}

  std::vector<std::string> run() {
    const bool rooted = tree_.root != nullptr && !tree_.root->is_leaf() && tree_.root->parent == nullptr;
    complaints_.expect(rooted && tree_.root->path.empty(), "the root is missing, a leaf, or stands in something");
    if (!complaints_.empty()) return complaints_.take();
    component(*tree_.root);
    if (complaints_.empty()) contents(*tree_.root);  // references can be judged when the tree is sound
    return complaints_.take();
  }

 private:
  void expect(bool holds, const Instance& instance, std::string_view complaint) {
    if (!holds) complaints_.add("'" + instance.path + "' " + std::string(complaint));
  }

  void component(const Instance& instance) {
    expect(instance.by_name.size() == instance.children.size(), instance, "names other children than it has");
    for (const auto& child : instance.children) {
      const auto named = instance.by_name.find(child->name);
      expect(named != instance.by_name.end() && named->second == child.get(), *child, "is not found by its name");
      expect(child->parent == &instance, *child, "does not know its parent");
      expect(child->path == (instance.path.empty() ? "" : instance.path + ".") + child->name, *child,
             "has a path that is not its parent's and its name");
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
    expect(value->type.is_scalar() || std::ranges::equal(value->type.dimensions, leaf.dimensions), leaf,
           "has another size than its " + std::string(what));
    expressions_.expression(*value);
  }

  void contents(const Instance& instance) {
    for (const TypedEquation* equation : instance.equations) expressions_.equation(*equation);
    for (const TypedEquation* equation : instance.initial_equations) expressions_.equation(*equation);
    for (const auto& child : instance.children) {
      if (!child->is_leaf()) {
        contents(*child);
        continue;
      }
      value(*child, child->binding, "value");
      value(*child, child->start.value, "start");
      value(*child, child->fixed.value, "fixed");
      value(*child, child->nominal.value, "nominal");
      value(*child, child->minimum.value, "min");
      value(*child, child->maximum.value, "max");
    }
  }

  const InstanceTree& tree_;
  Complaints complaints_;
  std::unordered_set<const Instance*> leaves_;
  ExpressionVerifier expressions_;
};

}  // namespace

std::vector<std::string> verify(const InstanceTree& tree) { return Verifier(tree).run(); }

}  // namespace sunder::ir

#include <string_view>
#include <unordered_set>

#include "ir/complaints.hpp"
#include "ir/flat.hpp"

namespace sunder::ir {

namespace {

/// Expressions kept their contract in the instance tree, and are the same ones: here it matters that the lists are
/// complete.
class FlatVerifier {
 public:
  explicit FlatVerifier(const FlatModel& model) : model_(model) {}

  std::vector<std::string> run() {
    complaints_.expect(model_.tree != nullptr && !model_.name.empty(), "the model has no name or no owner");
    for (const Instance* variable : model_.variables) {
      complaints_.expect(variable != nullptr && variable->is_leaf(), "a variable is missing or no leaf");
      if (variable == nullptr) continue;
      const auto [path, added] = paths_.insert(path_of(*variable));
      if (!added) complaints_.add("there are two variables '" + *path + "'");
      listed_.insert(variable);
    }
    if (!complaints_.empty()) return complaints_.take();
    for (const Instance* variable : model_.variables)
      for (const Expression* value :
           {variable->binding, variable->attributes().start.value, variable->attributes().nominal.value})
        if (value != nullptr) references(*value);
    for (const auto* list : {&model_.equations, &model_.initial_equations})
      for (const FlatEquation& equation : *list) {
        complaints_.expect(equation.equation != nullptr, "an equation is missing");
        if (equation.equation != nullptr) this->equation(*equation.equation);
      }
    return complaints_.take();
  }

 private:
  void references(const Expression& expression) {
    walk(expression, [this](const Expression& e) {
      if (e.kind != ExpressionKind::variable || listed_.contains(e.variable) || e.variable->is_package_constant) return;
      complaints_.add("'" + path_of(*e.variable) + "' is used and not among the variables");
    });
  }

  void equation(const TypedEquation& equation) {
    for (const Expression* side : {equation.left, equation.right})
      if (side != nullptr) references(*side);
    for (const TypedEquation* inner : equation.body) this->equation(*inner);
    for (const TypedBranch& branch : equation.branches) {
      if (branch.condition != nullptr) references(*branch.condition);
      for (const TypedEquation* inner : branch.body) this->equation(*inner);
    }
  }

  const FlatModel& model_;
  Complaints complaints_;
  std::unordered_set<std::string> paths_;
  std::unordered_set<const Instance*> listed_;
};

}  // namespace

std::vector<std::string> verify(const FlatModel& model) { return FlatVerifier(model).run(); }

}  // namespace sunder::ir

// Pass: a = b, a = -b, a = constant. Sets of variables that are equal up to the sign, by union-find; each set keeps one
// variable (a state or derivative if there is one) or a constant. States that are equal are one state, and so are their
// derivatives; other equations between states, derivatives and constants stay.
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "causalise/merge_attributes.hpp"
#include "causalise/passes.hpp"
#include "causalise/rewrite.hpp"

namespace sunder::causalise {

using namespace ir;
using symbolic::NodeId;
using symbolic::Op;
using symbolic::Pool;

namespace {

// The form of a shape that can be an alias equation: 0 = ±s0 ± s1, or 0 = ±s0 + number.
struct AliasForm {
  enum class Kind : std::uint8_t { none, pair, number };
  Kind kind = Kind::none;
  bool negated = false;  ///< pair: s0 = -s1
  double value = 0;      ///< number: s0 = value
};

// +1 or -1 for a plain or negated slot, 0 for anything else.
int slot_sign(const Pool& pool, NodeId node) {
  if (pool[node].op == Op::slot) return 1;
  return pool[node].op == Op::negate && pool[pool.children(node)[0]].op == Op::slot ? -1 : 0;
}

AliasForm form_of(const symbolic::ShapeTable& shapes, ShapeId shape) {
  const Pool& pool = shapes.pool();
  const NodeId root = shapes.root(shape);
  if (slot_sign(pool, root) != 0) return {AliasForm::Kind::number, false, 0};
  if (pool[root].op != Op::add || pool.children(root).size() != 2) return {};
  const NodeId a = pool.children(root)[0];
  const NodeId b = pool.children(root)[1];
  const int sign_a = slot_sign(pool, a);
  const int sign_b = slot_sign(pool, b);
  if (sign_a != 0 && sign_b != 0) return {AliasForm::Kind::pair, sign_a == sign_b, 0};
  if (sign_a != 0 && pool.is_constant(b)) return {AliasForm::Kind::number, false, -sign_a * pool[b].value};
  if (sign_b != 0 && pool.is_constant(a)) return {AliasForm::Kind::number, false, -sign_b * pool[a].value};
  return {};
}

class AliasPass {
 public:
  explicit AliasPass(Work& work)
      : work_(work), dae_(work.dae()), parent_(dae_.variable_count), negated_(dae_.variable_count, false) {
    for (std::uint32_t v = 0; v < parent_.size(); ++v) parent_[v] = v;
    remembered_.assign(dae_.held.empty() ? 0 : dae_.variable_count, false);
    for (const Held& held : dae_.held) {
      if (held.kind != HeldKind::memory) continue;
      for (const Operand operand : dae_.operands_of(held))
        if (operand.is_variable()) remembered_[operand.variable().index()] = true;
    }
  }

  void run() {
    std::vector<bool> consumed(dae_.equations.size(), false);
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < dae_.initial_begin; ++i) {
      consumed[i] = consume(dae_.equations[i]);
      count += consumed[i] ? 1 : 0;
      if (!consumed[i] && is_rate_equation(dae_.equations[i])) rate_equations_.push_back(i);
    }
    while (const std::size_t more = consume_equal_rates(consumed)) count += more;
    if (count == 0 || work_.diagnostics.has_errors()) return;
    collect_aliases();
    merge_attributes(work_);
    rewrite_rows(work_, consumed);
  }

 private:
  struct Found {
    std::uint32_t root;
    bool negated;
  };

  Found find(std::uint32_t v) {
    // Two walks: to the root, then shorten the path.
    std::uint32_t root = v;
    bool sign = false;
    while (parent_[root] != root) {
      sign = sign != negated_[root];
      root = parent_[root];
    }
    bool remaining = sign;
    while (parent_[v] != root && parent_[v] != v) {
      const std::uint32_t next = parent_[v];
      const bool own = negated_[v];
      parent_[v] = root;
      negated_[v] = remaining;
      remaining = remaining != own;
      v = next;
    }
    return {root, sign};
  }

  // A variable that must stay: it is the representative of its set.
  bool anchored(std::uint32_t root) const {
    const Role role = work_.roles[root];
    return role == Role::state || role == Role::derivative;
  }

  // Something other variables can be bound to and no equation determines; inputs are such, too.
  bool is_constant(Operand operand) const {
    if (operand.kind() == Operand::Kind::literal) return true;
    if (!operand.is_variable()) return false;
    const Role role = work_.role(operand.variable());
    return role == Role::known || role == Role::input;
  }

  bool is_unknown(Operand operand) const {
    if (!operand.is_variable()) return false;
    const Role role = work_.role(operand.variable());
    return role == Role::state || role == Role::derivative || role == Role::algebraic;
  }

  const AliasForm& form(ShapeId shape) {
    if (shape.index() >= forms_.size()) forms_.resize(dae_.shapes->size());
    auto& known = forms_[shape.index()];
    if (!known) known = form_of(*dae_.shapes, shape);
    return *known;
  }

  // True when the equation is used up: it made two sets one, or a set constant.
  bool consume(const Equation& equation) {
    const AliasForm& alias = form(equation.shape);
    if (alias.kind == AliasForm::Kind::none) return false;
    const auto operands = dae_.operands_of(equation);
    if (alias.kind == AliasForm::Kind::number) {
      return is_unknown(operands[0]) && bind(operands[0].variable(), {}, alias.value, false, equation);
    }
    const Operand a = operands[0];
    const Operand b = operands[1];
    if (is_unknown(a) && is_unknown(b)) return unite(a.variable(), b.variable(), alias.negated);
    if (is_unknown(a) && is_constant(b)) return bind(a.variable(), b, 0, alias.negated, equation);
    if (is_unknown(b) && is_constant(a)) return bind(b.variable(), a, 0, alias.negated, equation);
    return false;
  }

  struct Constant {
    Operand operand;  // invalid: the number
    double number = 0;
    bool negated = false;
    OriginId origin;
  };

  std::optional<double> value(const Constant& constant) const {
    double number = constant.number;
    if (constant.operand.valid()) {
      if (constant.operand.is_variable()) return std::nullopt;
      number = dae_.literals[constant.operand.literal_index()];
    }
    return constant.negated ? -number : number;
  }

  Constant* constant_of(std::uint32_t root) {
    const auto at = constants_.find(root);
    return at == constants_.end() ? nullptr : &at->second;
  }

  bool unite(VariableId a, VariableId b, bool negated) {
    const Found left = find(a.value);
    const Found right = find(b.value);
    const bool sign = (left.negated != right.negated) != negated;  // left root = ± right root
    if (left.root == right.root) {
      if (!sign || anchored(left.root) || constant_of(left.root) != nullptr) return false;
      constants_[left.root] = {};  // a = -a
      return true;
    }
    if (is_free_state(left.root) && is_free_state(right.root)) {
      unite_states(left.root, right.root, sign);
      return true;
    }
    const bool same_rank = rank(left.root) == rank(right.root);
    const bool same_kind = discrete(left.root) == discrete(right.root);
    const bool same_memory = is_remembered(left.root) == is_remembered(right.root);
    const bool keep_left = !same_rank     ? rank(left.root) > rank(right.root)
                           : !same_kind   ? discrete(left.root)
                           : !same_memory ? is_remembered(left.root)
                                          : left.root < right.root;
    const std::uint32_t kept = keep_left ? left.root : right.root;
    const std::uint32_t gone = keep_left ? right.root : left.root;
    if (rank(gone) > 0) return false;  // both sides must stay: the equation stays too
    if (is_remembered(gone)) {
      // what they were before the start each says for itself
      if (discrete(gone) && is_remembered(kept)) return false;
      if (const Constant* constant = constant_of(kept); constant != nullptr && loses_start(gone, constant->operand))
        return false;
      remembered_[kept] = true;
    }
    parent_[gone] = kept;
    negated_[gone] = sign;
    return true;
  }

  // pre() of it, or of what is equal to it, is read.
  [[nodiscard]] bool is_remembered(std::uint32_t root) const { return !remembered_.empty() && remembered_[root]; }

  // What a variable was before the start is its start value, which a held value has not, and an input may have another;
  // of a discrete one it may be another than the constant it is from then on.
  [[nodiscard]] bool loses_start(std::uint32_t root, Operand constant) const {
    if (discrete(root)) return true;
    return constant.is_variable() &&
           (dae_.is_held(constant.variable()) || work_.role(constant.variable()) == Role::input);
  }

  bool is_free_state(std::uint32_t root) { return work_.roles[root] == Role::state && constant_of(root) == nullptr; }

  // Their derivatives are equal too.
  void unite_states(std::uint32_t left, std::uint32_t right, bool sign) {
    const StateSelect wish_left = work_.wish(VariableId(left));
    const StateSelect wish_right = work_.wish(VariableId(right));
    const bool keep_left = wish_left != wish_right ? wish_left > wish_right : left < right;
    const std::uint32_t kept = keep_left ? left : right;
    const std::uint32_t gone = keep_left ? right : left;
    parent_[gone] = kept;
    negated_[gone] = sign;
    const Found kept_rate = find(dae_.derivative_of(VariableId(kept)).value);
    const Found gone_rate = find(dae_.derivative_of(VariableId(gone)).value);
    if (kept_rate.root == gone_rate.root) return;
    parent_[gone_rate.root] = kept_rate.root;
    negated_[gone_rate.root] = (kept_rate.negated != gone_rate.negated) != sign;
  }

  // 0 = state ± derivative
  bool is_rate_equation(const Equation& equation) {
    if (form(equation.shape).kind != AliasForm::Kind::pair) return false;
    const auto operands = dae_.operands_of(equation);
    if (!is_unknown(operands[0]) || !is_unknown(operands[1])) return false;
    const Role a = work_.roles[find(operands[0].variable().value).root];
    const Role b = work_.roles[find(operands[1].variable().value).root];
    return (a == Role::state && b == Role::derivative) || (a == Role::derivative && b == Role::state);
  }

  // States that are equal to the same derivative are equal: of two such equations the second says only that.
  std::size_t consume_equal_rates(std::vector<bool>& consumed) {
    std::unordered_map<std::uint32_t, Found> state_of;  // by derivative
    std::size_t count = 0;
    for (const std::uint32_t i : rate_equations_) {
      if (consumed[i]) continue;
      const auto operands = dae_.operands_of(dae_.equations[i]);
      Found state = find(operands[0].variable().value);
      Found rate = find(operands[1].variable().value);
      if (work_.roles[state.root] == Role::derivative) std::swap(state, rate);
      const bool sign = (state.negated != rate.negated) != form(dae_.equations[i].shape).negated;
      const auto [known, added] = state_of.try_emplace(rate.root, Found{state.root, sign});
      const Found now = find(known->second.root);  // which may have become one with another since
      const Found other{now.root, known->second.negated != now.negated};
      if (added || !is_free_state(state.root) || !is_free_state(other.root) || other.root == state.root) continue;
      unite_states(state.root, other.root, sign != other.negated);
      consumed[i] = true;
      ++count;
    }
    return count;
  }

  [[nodiscard]] bool discrete(std::uint32_t root) const {
    return !dae_.held.empty() && dae_.declaration(VariableId(root)).variability == Variability::discrete;
  }

  // Sets that may not be merged into another one have a rank above 0.
  int rank(std::uint32_t root) { return anchored(root) || constant_of(root) != nullptr ? 1 : 0; }

  bool bind(VariableId variable, Operand operand, double number, bool negated, const Equation& equation) {
    const Found found = find(variable.value);
    if (anchored(found.root)) return false;
    if (is_remembered(found.root) && loses_start(found.root, operand)) return false;
    const Constant constant{operand, number, negated != found.negated, equation.origin};
    if (const Constant* other = constant_of(found.root)) {
      const auto old_value = value(*other);
      const auto new_value = value(constant);
      if (old_value && new_value && *old_value != *new_value) contradict(variable, found.negated, *other, constant);
      return false;
    }
    constants_[found.root] = constant;
    return true;
  }

  void contradict(VariableId variable, bool negated, const Constant& first, const Constant& second) {
    const auto text = [&](const Constant& c) { return shortest(negated ? -*value(c) : *value(c)); };
    Diagnostic& error = work_.diagnostics.error(
        Code::E0406, dae_.origins[second.origin.index()].span,
        "contradictory equations: " + dae_.name_of(variable) + " = " + text(second) + ", but also " + text(first));
    if (first.origin.valid())
      error.notes.push_back({"the other value comes from here", dae_.origins[first.origin.index()].span});
  }

  void collect_aliases() {
    for (std::uint32_t v = 0; v < parent_.size(); ++v) {
      const Role role = work_.roles[v];
      if (role != Role::algebraic && role != Role::state && role != Role::derivative) continue;
      const Found found = find(v);
      const Constant* constant = constant_of(found.root);
      if (constant == nullptr && found.root == v) continue;
      Alias alias{VariableId(v), Operand::of(VariableId(found.root)), found.negated};
      if (constant != nullptr) {
        alias.target = constant->operand;
        alias.negated = constant->negated != found.negated;
        if (const auto number = value(*constant); number && !constant->operand.valid()) {
          alias.target = number_operand(found.negated ? -*number : *number);
          alias.negated = false;
        }
      }
      work_.plan.aliases.push_back(alias);
    }
    for (const Alias& alias : work_.plan.aliases) work_.roles[alias.variable.index()] = Role::alias;
  }

  // Only numbers that are part of shapes come here, so the table stays small.
  Operand number_operand(double number) {
    const auto [at, added] = numbers_.try_emplace(number == 0 ? 0.0 : number);
    if (added) at->second = literal(dae_, at->first);
    return at->second;
  }

  Work& work_;
  Dae& dae_;
  std::vector<std::uint32_t> parent_;
  std::vector<bool> negated_;
  std::vector<bool> remembered_;                           // by root
  std::unordered_map<std::uint32_t, Constant> constants_;  // by root
  std::vector<std::optional<AliasForm>> forms_;
  std::unordered_map<double, Operand> numbers_;
  std::vector<std::uint32_t> rate_equations_;
};

}  // namespace

void eliminate_aliases(Work& work) { AliasPass(work).run(); }

}  // namespace sunder::causalise

// Statements of functions, run with numbers.
#include "evaluate/evaluation.hpp"

namespace sunder::evaluate {

namespace {

static void spread(Value& value, const std::vector<std::int64_t>& sizes) {
  const auto n = static_cast<std::size_t>(ir::element_count(sizes));
  if (value.base == BaseType::string)
    value.strings.resize(n, value.strings.empty() ? "" : std::string(value.strings.front()));
  else
    value.numbers.assign(n, value.numbers.empty() ? 0.0 : value.numbers.front());
  value.dimensions = sizes;
}

}  // namespace

/// The value before the first statement: the binding, or zeros of the declared size.
/// Whether a value has the sizes that are written for the variable, as far as they are known.
bool Evaluation::is_of_its_size(const ir::FunctionVariable& variable, const Value& given, const std::string& what,
                                const Expression& at) {
  if (given.dimensions.size() != variable.sizes.size()) return true;
  for (std::size_t d = 0; d < variable.sizes.size(); ++d) {
    if (variable.sizes[d] == nullptr || variable.type.dimensions[d] != ir::open_size) continue;
    ir::EvaluationFailure ignored;  // not known here
    const auto wanted = Evaluation(owner_, environment_, ignored).value(*variable.sizes[d]);
    if (!wanted || wanted->number() == static_cast<double>(given.dimensions[d])) continue;
    fail(at, what + " has size " + std::to_string(given.dimensions[d]) + " in dimension " + std::to_string(d + 1) +
                 ", where " + ir::print(*variable.sizes[d]) + " is " + shortest(wanted->number()));
    return false;
  }
  return true;
}

bool Evaluation::declare(const ir::FunctionVariable& variable, ir::Environment& inner) {
  std::vector<std::int64_t> sizes;
  bool sized = true;
  for (std::size_t d = 0; d < variable.type.dimensions.size(); ++d) {
    std::int64_t size = variable.type.dimensions[d];
    if (size == ir::open_size && d < variable.sizes.size() && variable.sizes[d] != nullptr) {
      const std::optional<Value> found = value(*variable.sizes[d]);
      if (!found) return false;
      size = static_cast<std::int64_t>(found->number());
    }
    if (size == ir::open_size) sized = false;
    sizes.push_back(size);
  }
  if (variable.binding != nullptr) {
    std::optional<Value> found = value(*variable.binding);
    if (!found) return false;
    if (variable.type.base == BaseType::real) found->base = BaseType::real;
    if (found->dimensions.empty() && !sizes.empty() && sized) spread(*found, sizes);
    if (!is_of_its_size(variable, *found, "the value of '" + std::string(variable.name) + "'", *variable.binding))
      return false;
    inner.function_variables[&variable] = std::move(*found);
    return true;
  }
  Value zero;
  zero.base = variable.type.base;
  if (!sized) std::replace(sizes.begin(), sizes.end(), ir::open_size, std::int64_t{0});
  zero.dimensions = sizes;
  const std::int64_t count = ir::element_count(sizes);
  if (count < 0 || count > ir::largest_count) return false;
  if (zero.base == BaseType::string)
    zero.strings.resize(static_cast<std::size_t>(count));
  else
    zero.numbers.resize(static_cast<std::size_t>(count), zero.base == BaseType::enumeration ? 1.0 : 0.0);
  inner.function_variables[&variable] = std::move(zero);
  return true;
}

Evaluation::Flow Evaluation::run(std::span<ir::Statement* const> statements, ir::Environment& inner) {
  for (const ir::Statement* statement : statements) {
    const Flow flow = run(*statement, inner);
    if (flow != Flow::next) return flow;
  }
  return Flow::next;
}

Evaluation::Flow Evaluation::run(const ir::Statement& statement, ir::Environment& inner) {
  using Kind = ir::StatementKind;
  if (++owner_.steps_ > maximum_steps) {
    if (failure_.message.empty()) failure_ = {statement.span, "it takes more than ten million steps", false};
    return Flow::failed;
  }
  switch (statement.kind) {
    case Kind::assign: return assign(statement, inner) ? Flow::next : Flow::failed;
    case Kind::break_: return Flow::break_;
    case Kind::return_: return Flow::return_;
    case Kind::call: return value(*statement.right[0]) ? Flow::next : Flow::failed;
    case Kind::assert_: {
      owner_.last_call_ = {};
      const std::optional<Value> condition = value(*statement.left[0]);
      if (!condition) return Flow::failed;
      if (condition->number() != 0 || statement.warns) return Flow::next;
      const std::optional<Value> message = value(*statement.left[1]);
      if (message && failure_.message.empty())
        failure_ = {statement.span, "assertion violated: " + message->strings.front(), false};
      return Flow::failed;
    }
    case Kind::if_:
      for (const ir::StatementBranch& branch : statement.branches) {
        if (branch.condition != nullptr) {
          owner_.last_call_ = {};
          const std::optional<Value> condition = value(*branch.condition);
          if (!condition) return Flow::failed;
          if (condition->number() == 0) continue;
        }
        return run(branch.body, inner);
      }
      return Flow::next;
    case Kind::while_:
      for (;;) {
        owner_.last_call_ = {};
        const std::optional<Value> condition = value(*statement.condition);
        if (!condition) return Flow::failed;
        if (condition->number() == 0) return Flow::next;
        if (++owner_.steps_ > maximum_steps) {
          if (failure_.message.empty()) failure_ = {statement.span, "the loop does not end", false};
          return Flow::failed;
        }
        const Flow flow = run(statement.body, inner);
        if (flow == Flow::break_) return Flow::next;
        if (flow != Flow::next) return flow;
      }
    case Kind::for_: return loop(statement, 0, inner);
    default: break;
  }
  if (failure_.message.empty()) failure_ = {statement.span, "this is a matter of the run", false};
  return Flow::failed;
}

Evaluation::Flow Evaluation::loop(const ir::Statement& statement, std::size_t depth, ir::Environment& inner) {
  if (depth == statement.iterators.size()) return run(statement.body, inner);
  const ir::IteratorRange& it = statement.iterators[depth];
  owner_.last_call_ = {};
  const std::optional<Value> range = value(*it.range);
  if (!range) return Flow::failed;
  for (const double number : range->numbers) {
    inner.iterators[it.symbol] = number;
    const Flow flow = loop(statement, depth + 1, inner);
    if (flow == Flow::break_) return Flow::next;
    if (flow != Flow::next) return flow;
  }
  return Flow::next;
}

/// Arrays have the sizes they were declared with, unless these are open: [:].
bool Evaluation::keeps_its_size(const Expression& left, const Value& before, const Value& after) {
  const ir::FunctionVariable& variable = *left.function_variable;
  for (std::size_t d = 0; d < before.dimensions.size() && d < after.dimensions.size(); ++d) {
    const bool open =
        variable.type.dimensions[d] == ir::open_size && (d >= variable.sizes.size() || variable.sizes[d] == nullptr);
    if (open || before.dimensions[d] == after.dimensions[d]) continue;
    fail(left, "'" + std::string(variable.name) + "' has size " + std::to_string(before.dimensions[d]) +
                   " in dimension " + std::to_string(d + 1) + ", the value " + std::to_string(after.dimensions[d]));
    return false;
  }
  return true;
}

bool Evaluation::assign(const ir::Statement& statement, ir::Environment& inner) {
  std::vector<Value> values;
  owner_.last_call_ = {};
  for (const Expression* right : statement.right) {
    std::optional<Value> one = value(*right);
    if (!one) return false;
    values.push_back(std::move(*one));
  }
  owner_.last_call_ = {};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Expression& left = *statement.left[i];
    if (left.kind != ExpressionKind::function_variable) {
      fail(left, "variables of the model have no value at compile time");
      return false;
    }
    if (left.type.base == BaseType::real) values[i].base = BaseType::real;
    const auto target = inner.function_variables.find(left.function_variable);
    if (left.subscripts.empty()) {
      if (target != inner.function_variables.end() && !keeps_its_size(left, target->second, values[i])) return false;
      inner.function_variables[left.function_variable] = std::move(values[i]);
      continue;
    }
    if (target == inner.function_variables.end()) {
      fail(left, "'" + std::string(left.function_variable->name) + "' has no size yet");
      return false;
    }
    if (!put(left, target->second, values[i])) return false;
  }
  return true;
}

/// Writes into the picked elements.
bool Evaluation::put(const Expression& left, Value& whole, const Value& part) {
  std::vector<std::vector<std::int64_t>> picks;
  for (std::size_t d = 0; d < left.subscripts.size(); ++d) {
    std::vector<std::int64_t>& pick = picks.emplace_back();
    if (left.subscripts[d].value == nullptr) {
      for (std::int64_t i = 1; i <= whole.dimensions[d]; ++i) pick.push_back(i);
      continue;
    }
    const std::optional<Value> index = value(*left.subscripts[d].value);
    if (!index) return false;
    for (const double number : index->numbers) {
      if (number < 1 || number > static_cast<double>(whole.dimensions[d])) {
        fail(*left.subscripts[d].value, "subscript " + std::to_string(static_cast<long>(number)) +
                                            " is outside 1:" + std::to_string(whole.dimensions[d]));
        return false;
      }
      pick.push_back(static_cast<std::int64_t>(number));
    }
  }
  std::size_t next = 0;
  bool fits = true;
  const auto each = [&](std::size_t d, std::int64_t at, const auto& self) -> void {
    if (d == picks.size()) {
      if (next >= part.size()) {
        fits = false;
      } else if (whole.base == BaseType::string) {
        whole.strings[static_cast<std::size_t>(at)] = part.strings[next++];
      } else {
        whole.numbers[static_cast<std::size_t>(at)] = part.numbers[next++];
      }
      return;
    }
    for (const std::int64_t index : picks[d]) self(d + 1, at * whole.dimensions[d] + index - 1, self);
  };
  each(0, 0, each);
  if (!fits || next != part.size()) {
    fail(left, "the sizes do not fit");
    return false;
  }
  return true;
}

}  // namespace sunder::evaluate

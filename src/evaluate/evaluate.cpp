#include "evaluate/evaluate.hpp"

#include <algorithm>
#include <cmath>

#include "evaluate/arrays.hpp"
#include "evaluate/builtins.hpp"

namespace sunder::evaluate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using ir::Operation;
using ir::Value;

// Parameters bound to parameters bound to …: deeper chains than this are refused rather than risking the stack.
constexpr int maximum_binding_depth = 2000;

/// One question. Throws nothing: a failure is remembered and unwinds as empty optionals.
class Evaluation {
 public:
  Evaluation(ConstantEvaluator& owner, const ir::Environment& environment, ir::EvaluationFailure& failure)
      : owner_(owner), environment_(environment), failure_(failure) {}

  std::optional<Value> value(const Expression& e) {
    switch (e.kind) {
      case ExpressionKind::number: return Value::scalar(e.type.base, e.number);
      case ExpressionKind::boolean: return Value::scalar(BaseType::boolean, e.number);
      case ExpressionKind::string: return Value{BaseType::string, {}, {}, {std::string(e.text)}};
      case ExpressionKind::enumeration: return Value{BaseType::enumeration, {}, {e.number}, {std::string(e.text)}};
      case ExpressionKind::variable: return variable(e);
      case ExpressionKind::function_variable: return function_variable(e);
      case ExpressionKind::iterator: return iterator(e);
      case ExpressionKind::time: return fail(e, "time is not known at compile time");
      case ExpressionKind::negate: return unary(e, [](double x) { return -x; });
      case ExpressionKind::logical_not: return unary(e, [](double x) { return x == 0 ? 1.0 : 0.0; });
      case ExpressionKind::chain: return chain(e);
      case ExpressionKind::relation: case ExpressionKind::power: return pair(e);
      case ExpressionKind::if_: return conditional(e);
      case ExpressionKind::builtin: return builtin(e);
      case ExpressionKind::call: return call(e);
      case ExpressionKind::array: return array(e);
      case ExpressionKind::range: return range(e);
      case ExpressionKind::comprehension: case ExpressionKind::reduction: return loop(e);
    }
    return std::nullopt;
  }

 private:
  std::nullopt_t fail(const Expression& e, std::string message) {
    if (failure_.message.empty()) failure_ = {e.span, std::move(message)};
    return std::nullopt;
  }

  std::optional<Value> variable(const Expression& e) {
    const ir::Instance& instance = *e.variable;
    auto found = owner_.known_.find(&instance);
    if (found == owner_.known_.end()) {
      if (instance.variability != ir::Variability::parameter && instance.variability != ir::Variability::constant)
        return fail(e, "'" + instance.path + "' is not a parameter: its value is not known at compile time");
      if (!owner_.in_progress_.insert(&instance).second)
        return fail(e, "the value of '" + instance.path + "' depends on itself");
      std::optional<Value> bound = binding_value(e, instance);
      owner_.in_progress_.erase(&instance);
      if (!bound) return std::nullopt;
      found = owner_.known_.emplace(&instance, std::move(*bound)).first;
    }
    return subscripted(e, found->second);
  }

  std::optional<Value> binding_value(const Expression& e, const ir::Instance& instance) {
    const Expression* binding = owner_.bindings_.binding_of(instance);
    if (binding == nullptr) binding = instance.start.value;
    if (binding == nullptr) return fail(e, "'" + instance.path + "' has no value");
    if (++owner_.depth_ > maximum_binding_depth) {
      --owner_.depth_;
      return fail(e, "the value depends on a chain of more than 2000 parameters");
    }
    const ir::Environment none;
    std::optional<Value> bound = Evaluation(owner_, none, failure_).value(*binding);
    --owner_.depth_;
    if (!bound) return std::nullopt;
    const std::vector<std::int64_t>& declared = instance.dimensions;
    if (bound->dimensions.empty() && !declared.empty()) {  // one value for every element (each)
      const auto n = static_cast<std::size_t>(ir::element_count(declared));
      if (bound->base == BaseType::string) bound->strings.resize(n, bound->strings.front());
      else bound->numbers.resize(n, bound->numbers.front());
      bound->dimensions = declared;
    }
    return bound;
  }

  std::optional<Value> function_variable(const Expression& e) {
    const auto found = environment_.function_variables.find(e.function_variable);
    if (found == environment_.function_variables.end())
      return fail(e, "'" + std::string(e.function_variable->name) + "' has no value here");
    return subscripted(e, found->second);
  }

  std::optional<Value> iterator(const Expression& e) {
    const auto found = environment_.iterators.find(e.iterator);
    if (found == environment_.iterators.end())
      return fail(e, "the loop variable '" + std::string(e.iterator->name) + "' has no value here");
    return Value::scalar(e.type.base, found->second);
  }

  /// Picks elements; every subscript is an index, a vector of indices or the whole dimension.
  std::optional<Value> subscripted(const Expression& e, const Value& whole) {
    if (e.subscripts.empty()) return whole;
    std::vector<std::vector<std::int64_t>> picks;
    Value out{whole.base, {}, {}, {}};
    for (std::size_t d = 0; d < e.subscripts.size(); ++d) {
      std::vector<std::int64_t> pick;
      if (e.subscripts[d].value == nullptr) {
        for (std::int64_t i = 1; i <= whole.dimensions[d]; ++i) pick.push_back(i);
        out.dimensions.push_back(whole.dimensions[d]);
      } else {
        const std::optional<Value> index = value(*e.subscripts[d].value);
        if (!index) return std::nullopt;
        for (const double number : index->numbers) {
          if (number < 1 || number > static_cast<double>(whole.dimensions[d]))
            return fail(*e.subscripts[d].value, "subscript " + std::to_string(static_cast<long>(number)) +
                                                    " is outside 1:" + std::to_string(whole.dimensions[d]));
          pick.push_back(static_cast<std::int64_t>(number));
        }
        if (!index->dimensions.empty()) out.dimensions.push_back(index->dimensions[0]);
      }
      picks.push_back(std::move(pick));
    }
    gather(whole, picks, 0, 0, out);
    return out;
  }

  static void gather(const Value& whole, const std::vector<std::vector<std::int64_t>>& picks, std::size_t d,
                     std::int64_t at, Value& out) {
    if (d == picks.size()) {
      if (whole.base == BaseType::string) out.strings.push_back(whole.strings[static_cast<std::size_t>(at)]);
      else out.numbers.push_back(whole.numbers[static_cast<std::size_t>(at)]);
      return;
    }
    for (const std::int64_t index : picks[d]) gather(whole, picks, d + 1, at * whole.dimensions[d] + index - 1, out);
  }

  std::optional<Value> unary(const Expression& e, double (*f)(double)) {
    const std::optional<Value> operand = value(*e.operands[0]);
    if (!operand) return std::nullopt;
    return elementwise(*operand, e.type.base, f);
  }

  std::optional<Value> chain(const Expression& e) {
    std::optional<Value> left = value(*e.operands[0]);
    for (std::size_t i = 0; i < e.operations.size() && left; ++i) {
      const std::optional<Value> right = value(*e.operands[i + 1]);
      if (!right) return std::nullopt;
      left = apply(e, e.operations[i], *left, *right);
    }
    return left;
  }

  std::optional<Value> pair(const Expression& e) {
    const std::optional<Value> left = value(*e.operands[0]);
    const std::optional<Value> right = left ? value(*e.operands[1]) : std::nullopt;
    if (!right) return std::nullopt;
    return apply(e, e.operations[0], *left, *right);
  }

  std::optional<Value> apply(const Expression& e, Operation operation, const Value& a, const Value& b) {
    if (a.base == BaseType::string || b.base == BaseType::string) return strings(e, operation, a, b);
    if ((operation == Operation::divide || operation == Operation::element_divide) &&
        std::find(b.numbers.begin(), b.numbers.end(), 0.0) != b.numbers.end())
      return fail(e, "division by zero");
    const bool real = operation == Operation::divide || operation == Operation::element_divide ||
                      operation == Operation::power || operation == Operation::element_power ||
                      a.base == BaseType::real || b.base == BaseType::real;
    const BaseType numeric = real ? BaseType::real : BaseType::integer;
    std::optional<Value> out;
    if (operation == Operation::multiply) {
      out = product(a, b, numeric);
    } else {
      const bool condition = operation >= Operation::logical_and;
      out = elementwise(a, b, condition ? BaseType::boolean : numeric,
                        [operation](double x, double y) { return scalar_operation(operation, x, y); });
    }
    if (!out) return fail(e, "the sizes of the operands do not fit");
    for (const double number : out->numbers)
      if (!std::isfinite(number)) return fail(e, "the result is not a finite number");
    return out;
  }

  std::optional<Value> strings(const Expression& e, Operation operation, const Value& a, const Value& b) {
    if (a.base != b.base || !a.dimensions.empty() || !b.dimensions.empty())
      return fail(e, "this operation is not defined for these operands");
    switch (operation) {
      case Operation::add: return Value{BaseType::string, {}, {}, {a.strings[0] + b.strings[0]}};
      case Operation::equal: return Value::scalar(BaseType::boolean, a.strings[0] == b.strings[0] ? 1 : 0);
      case Operation::not_equal: return Value::scalar(BaseType::boolean, a.strings[0] != b.strings[0] ? 1 : 0);
      default: return fail(e, "this operation is not defined for strings");
    }
  }

  std::optional<Value> conditional(const Expression& e) {
    for (std::size_t i = 0; i + 1 < e.operands.size(); i += 2) {
      const std::optional<Value> condition = value(*e.operands[i]);
      if (!condition) return std::nullopt;
      if (condition->number() != 0) return value(*e.operands[i + 1]);
    }
    return value(*e.operands.back());
  }

  std::optional<Value> builtin(const Expression& e) {
    if (e.builtin == ir::Builtin::size || e.builtin == ir::Builtin::ndims) return size_of(e);
    std::vector<Value> arguments;
    for (const Expression* operand : e.operands) {
      std::optional<Value> argument = value(*operand);
      if (!argument) return std::nullopt;
      arguments.push_back(std::move(*argument));
    }
    std::string message;
    std::optional<Value> out = call_builtin(e.builtin, arguments, e.type, message);
    if (!out) return fail(e, message);
    return out;
  }

  std::optional<Value> size_of(const Expression& e) {
    const std::span<const std::int64_t> dimensions = e.operands[0]->type.dimensions;
    if (e.builtin == ir::Builtin::ndims) return Value::scalar(BaseType::integer, static_cast<double>(dimensions.size()));
    if (e.operands.size() == 1) {
      Value out{BaseType::integer, {static_cast<std::int64_t>(dimensions.size())}, {}, {}};
      for (const std::int64_t n : dimensions) out.numbers.push_back(static_cast<double>(n));
      return out;
    }
    const std::optional<Value> which = value(*e.operands[1]);
    if (!which) return std::nullopt;
    const double d = which->number();
    if (d < 1 || d > static_cast<double>(dimensions.size()))
      return fail(*e.operands[1], "there is no dimension " + std::to_string(static_cast<long>(d)));
    return Value::scalar(BaseType::integer, static_cast<double>(dimensions[static_cast<std::size_t>(d) - 1]));
  }

  std::optional<Value> call(const Expression& e) {
    ir::Environment inner;
    for (std::size_t i = 0; i < e.operands.size(); ++i) {
      std::optional<Value> argument = value(*e.operands[i]);
      if (!argument) return std::nullopt;
      inner.function_variables[e.function->inputs[i]] = std::move(*argument);
    }
    if (++owner_.depth_ > maximum_binding_depth) {
      --owner_.depth_;
      return fail(e, "the function calls are nested too deeply (a recursion without end?)");
    }
    bool ok = true;
    for (const ir::FunctionAssignment& assignment : e.function->body) {
      std::optional<Value> result = Evaluation(owner_, inner, failure_).value(*assignment.value);
      if (!result) {
        ok = false;
        break;
      }
      inner.function_variables[assignment.target] = std::move(*result);
    }
    --owner_.depth_;
    if (!ok) return std::nullopt;
    const auto result = inner.function_variables.find(e.function->outputs.front());
    if (result == inner.function_variables.end()) return fail(e, "the function gives its output no value");
    return result->second;
  }

  std::optional<Value> array(const Expression& e) {
    std::vector<Value> items;
    for (const Expression* operand : e.operands) {
      std::optional<Value> item = value(*operand);
      if (!item) return std::nullopt;
      items.push_back(std::move(*item));
    }
    return stack(items, e.type.base, e.type.dimensions.subspan(1));
  }

  std::optional<Value> range(const Expression& e) {
    std::vector<double> limits;
    for (const Expression* operand : e.operands) {
      const std::optional<Value> limit = value(*operand);
      if (!limit) return std::nullopt;
      limits.push_back(limit->number());
    }
    const double step = limits.size() == 3 ? limits[1] : 1.0;
    if (step == 0) return fail(e, "the step of the range is zero");
    // the small allowance keeps 0:0.1:1 at eleven points although 0.1 is not exact
    const double count = std::floor((limits.back() - limits.front()) / step + 1e-10) + 1;
    if (count > 1e8) return fail(e, "the range has more than 100 million elements");
    Value out{e.type.base, {static_cast<std::int64_t>(std::max(count, 0.0))}, {}, {}};
    for (std::int64_t i = 0; i < out.dimensions[0]; ++i)
      out.numbers.push_back(limits.front() + static_cast<double>(i) * step);
    return out;
  }

  std::optional<Value> loop(const Expression& e) {
    std::vector<Value> items;
    ir::Environment inner = environment_;
    if (!iterate(e, 0, inner, items)) return std::nullopt;
    if (e.kind == ExpressionKind::comprehension) {
      const std::size_t item_rank = e.type.dimensions.size() - e.iterators.size();
      Value out = stack(items, e.type.base, e.type.dimensions.last(item_rank));
      out.dimensions.assign(e.type.dimensions.begin(), e.type.dimensions.end());
      return out;
    }
    std::string message;
    std::optional<Value> out = call_builtin(e.builtin, {stack(items, e.type.base, {})}, e.type, message);
    if (!out) return fail(e, message);
    return out;
  }

  /// The last iterator is the outermost dimension: {f(i,j) for i in a, j in b} is a matrix of size(b) by size(a).
  bool iterate(const Expression& e, std::size_t depth, ir::Environment& inner, std::vector<Value>& items) {
    if (depth == e.iterators.size()) {
      std::optional<Value> item = Evaluation(owner_, inner, failure_).value(*e.operands[0]);
      if (!item) return false;
      items.push_back(std::move(*item));
      return true;
    }
    const ir::IteratorRange& it = e.iterators[e.iterators.size() - 1 - depth];
    const std::optional<Value> range_value = Evaluation(owner_, inner, failure_).value(*it.range);
    if (!range_value) return false;
    for (const double number : range_value->numbers) {
      inner.iterators[it.symbol] = number;
      if (!iterate(e, depth + 1, inner, items)) return false;
    }
    return true;
  }

  ConstantEvaluator& owner_;
  const ir::Environment& environment_;
  ir::EvaluationFailure& failure_;
};

std::optional<ir::Value> ConstantEvaluator::value_of(const ir::Expression& expression,
                                                     const ir::Environment& environment,
                                                     ir::EvaluationFailure& failure) {
  return Evaluation(*this, environment, failure).value(expression);
}

}  // namespace sunder::evaluate

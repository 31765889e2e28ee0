#include "evaluate/evaluate.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "evaluate/arrays.hpp"
#include "evaluate/builtins.hpp"
#include "symbolic/apply.hpp"

namespace sunder::evaluate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using ir::Operation;
using ir::Value;

// Functions that call functions: deeper nests than this are refused rather than risking the stack.
constexpr int maximum_call_depth = 100;
// Likewise expressions inside of expressions, those of called functions included.
constexpr int maximum_depth = 500;

/// One question. Throws nothing: a failure is remembered and unwinds as empty optionals.
class Evaluation {
 public:
  Evaluation(ConstantEvaluator& owner, const ir::Environment& environment, ir::EvaluationFailure& failure)
      : owner_(owner), environment_(environment), failure_(failure) {}

  std::optional<Value> value(const Expression& e) {
    if (owner_.depth_ >= maximum_depth) return fail(e, "it is nested more than 500 levels deep");
    ++owner_.depth_;
    std::optional<Value> found = any(e);
    --owner_.depth_;
    if (!found || found->base != BaseType::integer) return found;
    for (const double number : found->numbers)
      if (number > ir::largest_integer || number < ir::smallest_integer)
        return fail(e, shortest(number) + " is outside the range of Integer, from " + shortest(ir::smallest_integer) +
                           " to " + shortest(ir::largest_integer));
    return found;
  }

 private:
  std::optional<Value> any(const Expression& e) {
    if (e.type.base == BaseType::error) {
      if (failure_.message.empty()) failure_ = {e.span, "it is not valid", true};
      return std::nullopt;
    }
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
      case ExpressionKind::relation:
      case ExpressionKind::power: return pair(e);
      case ExpressionKind::if_: return conditional(e);
      case ExpressionKind::builtin: return builtin(e);
      case ExpressionKind::call: return call(e);
      case ExpressionKind::array: return array(e);
      case ExpressionKind::range: return range(e);
      case ExpressionKind::comprehension:
      case ExpressionKind::reduction: return loop(e);
    }
    return std::nullopt;
  }

  std::nullopt_t fail(const Expression& e, std::string message) {
    if (failure_.message.empty()) failure_ = {e.span, std::move(message), false};
    return std::nullopt;
  }

  std::optional<Value> variable(const Expression& e) {
    const ir::Instance& instance = *e.variable;
    if (instance.variability != ir::Variability::parameter && instance.variability != ir::Variability::constant)
      return fail(e, "'" + instance.path + "' is not a parameter: its value is not known at compile time");
    auto found = owner_.known_.find(&instance);
    if (found == owner_.known_.end()) {
      if (owner_.circular_.contains(&instance)) {
        owner_.circle_ = true;
        if (failure_.message.empty()) failure_ = owner_.circle_failure_;
        return std::nullopt;
      }
      if (owner_.in_progress_.contains(&instance) || owner_.is_being_resolved(instance)) {
        owner_.circle_ = true;
        owner_.circle_failure_ = {e.span, "the value of '" + instance.path + "' depends on itself", false};
        return fail(e, owner_.circle_failure_.message);
      }
      owner_.compute(instance);
      found = owner_.known_.find(&instance);
    }
    if (found != owner_.known_.end()) {
      owner_.reads_.try_emplace(&instance, e.span);
      return subscripted(e, found->second);
    }
    const auto why = owner_.failed_.find(&instance);
    const ir::EvaluationFailure& reason = why != owner_.failed_.end() ? why->second : owner_.circle_failure_;
    if (failure_.message.empty())
      failure_ = {reason.span.valid() ? reason.span : e.span, reason.message, reason.diagnosed};
    return std::nullopt;
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
      if (whole.base == BaseType::string)
        out.strings.push_back(whole.strings[static_cast<std::size_t>(at)]);
      else
        out.numbers.push_back(whole.numbers[static_cast<std::size_t>(at)]);
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

  /// Whole exponents that are written as numbers are products, as they are at run time.
  static bool is_written_integer(const Expression& exponent) {
    const Expression& digits = exponent.kind == ExpressionKind::negate ? *exponent.operands[0] : exponent;
    return digits.kind == ExpressionKind::number && digits.number == std::floor(digits.number) &&
           std::fabs(digits.number) <= 64;
  }

  std::optional<Value> apply(const Expression& e, Operation operation, const Value& a, const Value& b) {
    if (a.base == BaseType::string || b.base == BaseType::string) return strings(e, operation, a, b);
    if ((operation == Operation::divide || operation == Operation::element_divide) &&
        std::find(b.numbers.begin(), b.numbers.end(), 0.0) != b.numbers.end())
      return fail(e, "division by zero");
    const bool powers = operation == Operation::power || operation == Operation::element_power;
    const bool real = operation == Operation::divide || operation == Operation::element_divide || powers ||
                      a.base == BaseType::real || b.base == BaseType::real;
    const BaseType numeric = real ? BaseType::real : BaseType::integer;
    std::optional<Value> out;
    if (operation == Operation::multiply) {
      out = product(a, b, numeric);
    } else if (powers && is_written_integer(*e.operands[1])) {
      out = elementwise(a, b, numeric,
                        [](double x, double y) { return symbolic::integer_power(x, static_cast<std::int32_t>(y)); });
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
    const int order = a.strings[0].compare(b.strings[0]);
    const auto truth = [](bool value) { return Value::scalar(BaseType::boolean, value ? 1 : 0); };
    switch (operation) {
      case Operation::add: return Value{BaseType::string, {}, {}, {a.strings[0] + b.strings[0]}};
      case Operation::equal: return truth(order == 0);
      case Operation::not_equal: return truth(order != 0);
      case Operation::less: return truth(order < 0);
      case Operation::less_equal: return truth(order <= 0);
      case Operation::greater: return truth(order > 0);
      case Operation::greater_equal: return truth(order >= 0);
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
    if (e.builtin == ir::Builtin::ndims)
      return Value::scalar(BaseType::integer, static_cast<double>(dimensions.size()));
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
      if (e.operands[i] == nullptr) continue;
      std::optional<Value> argument = value(*e.operands[i]);
      if (!argument) return std::nullopt;
      inner.function_variables[e.function->inputs[i]] = std::move(*argument);
    }
    if (owner_.calls_ >= maximum_call_depth) return fail(e, "the function calls are nested more than 100 levels deep");
    ++owner_.calls_;
    const bool good = run_function(e, inner);
    --owner_.calls_;
    if (!good) return std::nullopt;
    const auto result = inner.function_variables.find(e.function->outputs.front());
    if (result == inner.function_variables.end())
      return fail(e, "'" + e.function->name + "' gives its output no value");
    return result->second;
  }

  /// Defaults may speak of the other inputs: they are evaluated inside.
  bool run_function(const Expression& e, ir::Environment& inner) {
    const auto set = [&](const ir::FunctionVariable* target, const Expression& from) {
      std::optional<Value> result = Evaluation(owner_, inner, failure_).value(from);
      if (result) inner.function_variables[target] = std::move(*result);
      return result.has_value();
    };
    for (std::size_t i = 0; i < e.operands.size(); ++i)
      if (e.operands[i] == nullptr && !set(e.function->inputs[i], *e.function->defaults[i])) return false;
    return std::all_of(e.function->body.begin(), e.function->body.end(), [&](const ir::FunctionAssignment& assignment) {
      return set(assignment.target, *assignment.value);
    });
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
    const auto count = ir::range_length(limits.front(), step, limits.back());
    if (!count) return fail(e, "the range has more than 100 million elements");
    Value out{e.type.base, {*count}, {}, {}};
    out.numbers.resize(static_cast<std::size_t>(*count));
    for (std::size_t i = 0; i < out.numbers.size(); ++i)
      out.numbers[i] = limits.front() + static_cast<double>(i) * step;
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
  /// Reductions go the other way, so that the range of a later iterator may speak of the earlier ones.
  bool iterate(const Expression& e, std::size_t depth, ir::Environment& inner, std::vector<Value>& items) {
    if (depth == e.iterators.size()) {
      std::optional<Value> item = Evaluation(owner_, inner, failure_).value(*e.operands[0]);
      if (!item) return false;
      items.push_back(std::move(*item));
      return true;
    }
    const bool reduces = e.kind == ExpressionKind::reduction;
    const ir::IteratorRange& it = e.iterators[reduces ? depth : e.iterators.size() - 1 - depth];
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

/// What has no binding takes its start value.
const ir::Expression* ConstantEvaluator::binding_of(const ir::Instance& variable) {
  const ir::Expression* binding = bindings_ != nullptr ? bindings_->binding_of(variable) : variable.binding;
  return binding != nullptr ? binding : variable.start.value;
}

std::vector<const ir::Instance*> ConstantEvaluator::open_needs(const ir::Instance& variable) {
  std::vector<const ir::Instance*> needs;
  const ir::Expression* binding = binding_of(variable);
  if (binding == nullptr) return needs;
  ir::walk(*binding, [&](const Expression& e) {
    if (e.kind != ExpressionKind::variable || e.variable->variability > ir::Variability::parameter) return;
    const bool settled =
        known_.contains(e.variable) || failed_.contains(e.variable) || in_progress_.contains(e.variable);
    if (!settled && !is_being_resolved(*e.variable)) needs.push_back(e.variable);
  });
  return needs;
}

std::optional<Value> ConstantEvaluator::bound_value(const ir::Instance& variable, ir::EvaluationFailure& failure) {
  const Expression* binding = binding_of(variable);
  if (binding == nullptr) {
    failure = {{}, "'" + variable.path + "' has no value", false};
    return std::nullopt;
  }
  const ir::Environment none;
  std::optional<Value> bound = Evaluation(*this, none, failure).value(*binding);
  if (!bound) return std::nullopt;
  const std::vector<std::int64_t>& declared = variable.dimensions;
  if (bound->dimensions.empty() && !declared.empty()) {  // one value for every element (each)
    const auto n = static_cast<std::size_t>(ir::element_count(declared));
    if (bound->base == BaseType::string)
      bound->strings.resize(n, std::string(bound->strings.front()));
    else
      bound->numbers.assign(n, bound->numbers.front());
    bound->dimensions = declared;
  }
  return bound;
}

void ConstantEvaluator::finish(const ir::Instance& variable) {
  ir::EvaluationFailure failure;
  circle_ = false;
  std::optional<Value> bound = bound_value(variable, failure);
  in_progress_.erase(&variable);
  if (bound) {
    known_.emplace(&variable, std::move(*bound));
    circular_.clear();  // what failed because this one was open may have a value now
  } else if (circle_) {
    circular_.insert(&variable);
  } else {
    failed_.emplace(&variable, std::move(failure));
  }
  if (in_progress_.empty()) circular_.clear();
}

void ConstantEvaluator::compute(const ir::Instance& root) {
  struct Visit {
    const ir::Instance* variable;
    std::vector<const ir::Instance*> needs;
    std::size_t next = 0;
  };
  if (known_.contains(&root) || failed_.contains(&root)) return;
  std::vector<Visit> stack;
  const auto open = [&](const ir::Instance& variable) {
    in_progress_.insert(&variable);
    stack.push_back({&variable, open_needs(variable)});
  };
  open(root);
  while (!stack.empty()) {
    Visit& top = stack.back();
    if (top.next == top.needs.size()) {
      finish(*top.variable);
      stack.pop_back();
      continue;
    }
    const ir::Instance* need = top.needs[top.next++];
    if (!known_.contains(need) && !failed_.contains(need) && !in_progress_.contains(need)) open(*need);
  }
}

std::optional<ir::Value> ConstantEvaluator::value_of(const ir::Expression& expression,
                                                     const ir::Environment& environment,
                                                     ir::EvaluationFailure& failure) {
  return Evaluation(*this, environment, failure).value(expression);
}

}  // namespace sunder::evaluate

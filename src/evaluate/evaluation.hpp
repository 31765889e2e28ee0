// One question to the evaluator, on its way through an expression.
#pragma once

#include <algorithm>
#include <cmath>

#include "algebra/lapack.hpp"
#include "base/stop_point.hpp"
#include "base/text.hpp"
#include "evaluate/arrays.hpp"
#include "evaluate/builtins.hpp"
#include "evaluate/evaluate.hpp"
#include "evaluate/external.hpp"
#include "foreign/function.hpp"
#include "symbolic/apply.hpp"
#include "symbolic/texts.hpp"

namespace sunder::evaluate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using ir::Operation;
using ir::Value;

// Functions that call functions: deeper nests than this are refused rather than risking the stack.
inline constexpr int maximum_call_depth = 100;
// Likewise expressions inside of expressions, those of called functions included.
inline constexpr int maximum_depth = 500;
// Loops of functions: what takes longer is no matter for a compiler.
inline constexpr std::int64_t maximum_steps = 10'000'000;

/// One question. Throws nothing: a failure is remembered and unwinds as empty optionals.
class Evaluation {
 public:
  Evaluation(ConstantEvaluator& owner, const ir::Environment& environment, ir::EvaluationFailure& failure)
      : owner_(owner), environment_(environment), failure_(failure) {}

  std::optional<Value> value(const Expression& e) {
    stop_point();
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
      case ExpressionKind::string: return Value{BaseType::string, {}, {}, {std::string(e.text)}, nullptr};
      case ExpressionKind::enumeration: return Value::scalar(BaseType::enumeration, e.number);
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
      case ExpressionKind::index: {
        const std::optional<Value> whole = value(*e.operands[0]);
        return whole ? subscripted(e, *whole) : std::nullopt;
      }
      case ExpressionKind::record: return fail(e, "a whole record has no single value");
      case ExpressionKind::function_reference: {
        Value out;
        out.base = BaseType::function;
        out.function = &e;
        return out;
      }
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
      return fail(e, "'" + path_of(instance) + "' is not a parameter: its value is not known at compile time");
    auto found = owner_.known_.find(&instance);
    if (found == owner_.known_.end()) {
      if (owner_.circular_.contains(&instance)) {
        owner_.circle_ = true;
        if (failure_.message.empty()) failure_ = owner_.circle_failure_;
        return std::nullopt;
      }
      if (owner_.in_progress_.contains(&instance) || owner_.is_being_resolved(instance)) {
        owner_.circle_ = true;
        owner_.circle_failure_ = {e.span, "the value of '" + path_of(instance) + "' depends on itself", false};
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
    if (found->second.base != BaseType::function &&
        static_cast<std::int64_t>(found->second.size()) != ir::element_count(found->second.dimensions))
      return fail(e, "the value of '" + std::string(e.function_variable->name) + "' is not known");
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
    Value out{whole.base, {}, {}, {}, nullptr};
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
    } else if (operation == Operation::power && a.dimensions.size() == 2) {
      const auto n = static_cast<std::size_t>(a.dimensions[0]);
      Value result{BaseType::real, a.dimensions, std::vector<double>(n * n, 0.0), {}, nullptr};
      for (std::size_t i = 0; i < n; ++i) result.numbers[i * n + i] = 1;
      for (int k = 0; k < static_cast<int>(b.number()) && k < 10000; ++k) result = *product(result, a, BaseType::real);
      out = std::move(result);
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
      case Operation::add: return Value{BaseType::string, {}, {}, {a.strings[0] + b.strings[0]}, nullptr};
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
    using ir::Builtin;
    if (e.builtin == Builtin::size || e.builtin == Builtin::ndims) return size_of(e);
    if (e.builtin == Builtin::cardinality || e.builtin == Builtin::is_root || e.builtin == Builtin::rooted) {
      const auto known = owner_.bindings_ != nullptr ? owner_.bindings_->connection_value(e) : std::nullopt;
      if (!known) return fail(e, "connections are not known yet");
      return Value::scalar(e.type.base, *known);
    }
    if (e.builtin == Builtin::initial || e.builtin == Builtin::terminal)
      return fail(e, std::string(ir::name_of(e.builtin)) + "() is a matter of the run");
    std::vector<Value> arguments;
    for (const Expression* operand : e.operands) {
      std::optional<Value> argument = value(*operand);
      if (!argument) return std::nullopt;
      arguments.push_back(std::move(*argument));
    }
    if (e.builtin == Builtin::string_of) return text_of(e, arguments);
    if (e.builtin == Builtin::integer_of || e.builtin == Builtin::enumeration_of) {
      Value out = std::move(arguments[0]);
      out.base = e.type.base;
      if (e.operands[0]->type.base == BaseType::boolean)
        for (double& number : out.numbers) number += 1;  // as a subscript: false is 1
      return out;
    }
    std::string message;
    std::optional<Value> out = call_builtin(e.builtin, arguments, e.type, message);
    if (!out) return fail(e, message);
    return out;
  }

  std::optional<Value> text_of(const Expression& e, const std::vector<Value>& arguments) {
    const Value& of = arguments[0];
    using Kind = symbolic::TextFormat::Kind;
    symbolic::TextFormat format;
    format.kind = of.base == BaseType::boolean       ? Kind::boolean
                  : of.base == BaseType::integer     ? Kind::integer
                  : of.base == BaseType::enumeration ? Kind::enumeration
                                                     : Kind::real;
    if (const ir::EnumerationType* type = e.operands[0]->type.enumeration; type != nullptr)
      format.literals.assign(type->literals.begin(), type->literals.end());
    format.digits = static_cast<int>(arguments[1].number());
    format.length = static_cast<std::size_t>(std::max(0.0, arguments[2].number()));
    format.left = arguments[3].number() != 0;
    if (arguments.size() > 4) format.format = arguments[4].strings[0];
    if (of.base != BaseType::string)
      return Value{BaseType::string, {}, {}, {symbolic::written(format, of.number(), nullptr)}, nullptr};
    std::string text = of.strings[0];
    if (text.size() < format.length) text.insert(format.left ? text.size() : 0, format.length - text.size(), ' ');
    return Value{BaseType::string, {}, {}, {std::move(text)}, nullptr};
  }

  std::optional<Value> size_of(const Expression& e) {
    std::vector<std::int64_t> dimensions(e.operands[0]->type.dimensions.begin(), e.operands[0]->type.dimensions.end());
    if (std::find(dimensions.begin(), dimensions.end(), ir::open_size) != dimensions.end()) {
      // inside of a function: as it is at this very call
      const Expression& whole_of = *e.operands[0];
      const Expression* first = &whole_of;  // a record has the dimensions that come first in each of its fields
      while (first->kind == ExpressionKind::record && !first->operands.empty()) first = first->operands[0];
      const Expression& of = *first;
      const std::size_t rank = dimensions.size();
      if (of.kind == ExpressionKind::function_variable && of.subscripts.empty()) {
        const auto found = environment_.function_variables.find(of.function_variable);
        if (found == environment_.function_variables.end())
          return fail(e, "'" + std::string(of.function_variable->name) + "' has no value here");
        dimensions = found->second.dimensions;
      } else {
        const std::optional<Value> whole = value(of);
        if (!whole) return std::nullopt;
        dimensions = whole->dimensions;
      }
      dimensions.resize(std::min(rank, dimensions.size()));
    }
    if (e.builtin == ir::Builtin::ndims)
      return Value::scalar(BaseType::integer, static_cast<double>(dimensions.size()));
    if (e.operands.size() == 1) {
      Value out{BaseType::integer, {static_cast<std::int64_t>(dimensions.size())}, {}, {}, nullptr};
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
    // another result of the call that was just made
    if (owner_.last_call_.data == e.operands.data() && !e.operands.empty() &&
        owner_.last_call_.function == e.function && owner_.last_call_.environment == &environment_ &&
        e.result < owner_.last_call_.results.size())
      return owner_.last_call_.results[e.result];
    std::vector<std::optional<Value>> given;
    for (const Expression* operand : e.operands) {
      given.emplace_back();
      if (operand == nullptr) continue;
      given.back() = value(*operand);
      if (!given.back()) return std::nullopt;
    }
    const ir::Function* function = e.function;
    if (function == nullptr) {  // a function that was given as an argument, some inputs of it too
      const auto found = environment_.function_variables.find(e.function_variable);
      if (found == environment_.function_variables.end() || found->second.function == nullptr)
        return fail(e, "the function '" + std::string(e.function_variable->name) + "' is not known");
      const Expression& reference = *found->second.function;
      function = reference.function;
      std::vector<std::optional<Value>> all(function->inputs.size());
      std::size_t next = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (i < reference.operands.size() && reference.operands[i] != nullptr) {
          all[i] = value(*reference.operands[i]);
          if (!all[i]) return std::nullopt;
        } else if (next < given.size()) {
          all[i] = std::move(given[next++]);
        }
      }
      given = std::move(all);
    }
    if (owner_.calls_ >= maximum_call_depth) return fail(e, "the function calls are nested more than 100 levels deep");
    ++owner_.calls_;
    std::vector<Value> results;
    const bool good = run_function(e, *function, std::move(given), results);
    --owner_.calls_;
    if (!good) return std::nullopt;
    if (function->outputs.empty()) return Value::scalar(BaseType::boolean, 1);  // called for its effects: done
    if (e.result >= results.size()) return fail(e, "'" + function->name + "' gives no value");
    owner_.last_call_ = {e.operands.data(), e.function, &environment_, results};
    return results[e.result];
  }

  /// Defaults may speak of the other inputs: they are evaluated inside.
  bool run_function(const Expression& e, const ir::Function& function, std::vector<std::optional<Value>> given,
                    std::vector<Value>& results) {
    if (owner_.bindings_ != nullptr && !owner_.bindings_->complete(function)) {
      fail(e, "'" + function.name + "' is not valid");
      failure_.diagnosed = true;
      return false;
    }
    ir::Environment inner;
    for (std::size_t i = 0; i < function.inputs.size(); ++i)
      if (i < given.size() && given[i]) {
        if (function.inputs[i]->type.base == BaseType::real) given[i]->base = BaseType::real;
        inner.function_variables[function.inputs[i]] = std::move(*given[i]);
      }
    Evaluation body(owner_, inner, failure_);
    for (std::size_t i = 0; i < function.inputs.size(); ++i) {
      if (inner.function_variables.contains(function.inputs[i])) continue;
      const Expression* from = i < function.defaults.size() ? function.defaults[i] : nullptr;
      if (from == nullptr) {
        fail(e, "the input '" + std::string(function.inputs[i]->name) + "' is not given");
        return false;
      }
      std::optional<Value> value = body.value(*from);
      if (!value) return false;
      inner.function_variables[function.inputs[i]] = std::move(*value);
    }
    for (const ir::FunctionVariable* input : function.inputs)
      if (!body.is_of_its_size(*input, inner.function_variables.at(input),
                               "the input '" + std::string(input->name) + "' of '" + function.name + "'", e))
        return false;
    const bool is_subroutine = algebra::is_lapack(function.external) && !function.external_arguments.empty();
    const bool is_foreign = !function.external.empty() && !is_subroutine && !is_implemented(function.external);
    if (!function.external.empty() && !is_subroutine && !is_foreign) {
      std::vector<Value> arguments;
      for (const ir::FunctionVariable* input : function.inputs) arguments.push_back(inner.function_variables.at(input));
      std::string message;
      if (function.external == "ModelicaRandom_setInternalState_xorshift1024star") {
        owner_.hidden_state_ = arguments.front().numbers;
        return true;
      }
      if (call_external(function, arguments, owner_.libraries_, results, message)) return true;
      fail(e, message);
      return false;
    }
    if (function.derived_from != nullptr) {
      fail(e, "the derivative of a function is a matter of the run");
      return false;
    }
    // locals may be bound in any order: those that need others wait
    std::vector<const ir::FunctionVariable*> open(function.outputs.begin(), function.outputs.end());
    open.insert(open.end(), function.locals.begin(), function.locals.end());
    if (is_foreign)  // what its constructor returns is nothing before
      std::erase_if(open, [](const ir::FunctionVariable* variable) { return variable->type.base == BaseType::object; });
    ir::EvaluationFailure last;
    for (std::size_t round = 0; !open.empty() && round <= function.locals.size() + function.outputs.size(); ++round) {
      std::vector<const ir::FunctionVariable*> again;
      for (const ir::FunctionVariable* variable : open) {
        ir::EvaluationFailure why;
        Evaluation attempt(owner_, inner, why);
        if (!attempt.declare(*variable, inner)) {
          again.push_back(variable);
          last = why;
        }
      }
      if (again.size() == open.size()) break;
      open = std::move(again);
    }
    if (!open.empty()) {
      if (failure_.message.empty()) failure_ = last;
      return false;
    }
    if (is_subroutine && !body.call_subroutine(e, function, inner)) return false;
    if (is_foreign && !body.call_foreign(e, function, inner)) return false;
    if (body.run(function.body, inner) == Flow::failed) {
      if (failure_.message.empty()) fail(e, "'" + function.name + "' fails");
      return false;
    }
    for (const ir::FunctionVariable* output : function.outputs) {
      const auto result = inner.function_variables.find(output);
      if (result == inner.function_variables.end()) {
        fail(e, "'" + function.name + "' gives its output no value");
        return false;
      }
      results.push_back(std::move(result->second));
    }
    for (const ir::FunctionVariable* local : function.locals)  // objects of a call end with it
      if (const auto made = inner.function_variables.find(local);
          local->type.base == BaseType::object && made != inner.function_variables.end())
        for (const double number : made->second.numbers) owner_.objects_.erase(number);
    return true;
  }

  // statements: see statements.cpp
 public:
  enum class Flow { next, break_, return_, failed };
  bool declare(const ir::FunctionVariable& variable, ir::Environment& inner);
  Flow run(std::span<ir::Statement* const> statements, ir::Environment& inner);

 private:
  Flow run(const ir::Statement& statement, ir::Environment& inner);
  Flow loop(const ir::Statement& statement, std::size_t depth, ir::Environment& inner);
  bool assign(const ir::Statement& statement, ir::Environment& inner);
  bool call_subroutine(const Expression& e, const ir::Function& function, ir::Environment& inner);
  bool is_of_its_size(const ir::FunctionVariable& variable, const Value& given, const std::string& what,
                      const Expression& at);
  bool call_foreign(const Expression& e, const ir::Function& function, ir::Environment& inner);
  bool keeps_its_size(const Expression& left, const Value& before, const Value& after);
  bool put(const Expression& left, Value& whole, const Value& part);

  std::optional<Value> array(const Expression& e) {
    std::vector<Value> items;
    for (const Expression* operand : e.operands) {
      std::optional<Value> item = value(*operand);
      if (!item) return std::nullopt;
      items.push_back(std::move(*item));
    }
    std::vector<std::int64_t> rest(e.type.dimensions.begin() + 1, e.type.dimensions.end());
    if (!items.empty()) rest = items.front().dimensions;
    return stack(items, e.type.base, rest);
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
    Value out{e.type.base, {*count}, {}, {}, nullptr};
    out.numbers.resize(static_cast<std::size_t>(*count));
    for (std::size_t i = 0; i < out.numbers.size(); ++i)
      out.numbers[i] = limits.front() + static_cast<double>(i) * step;
    return out;
  }

  std::optional<Value> loop(const Expression& e) {
    std::vector<Value> items;
    ir::Environment inner = environment_;
    std::vector<std::int64_t> sizes;
    if (!iterate(e, 0, inner, items, sizes)) return std::nullopt;
    if (e.kind == ExpressionKind::comprehension) {
      std::vector<std::int64_t> item =
          items.empty()
              ? std::vector<std::int64_t>(e.type.dimensions.begin() + static_cast<std::ptrdiff_t>(e.iterators.size()),
                                          e.type.dimensions.end())
              : items.front().dimensions;
      Value out = stack(items, e.type.base, item);
      sizes.resize(e.iterators.size(), 0);
      sizes.insert(sizes.end(), item.begin(), item.end());
      out.dimensions = std::move(sizes);
      return out;
    }
    if (!e.type.is_scalar()) {  // a sum of arrays
      Value total{e.type.base, {e.type.dimensions.begin(), e.type.dimensions.end()}, {}, {}, nullptr};
      if (!items.empty()) total.dimensions = items.front().dimensions;
      total.numbers.assign(static_cast<std::size_t>(std::max<std::int64_t>(0, ir::element_count(total.dimensions))),
                           0.0);
      for (const Value& item : items)
        for (std::size_t i = 0; i < total.numbers.size() && i < item.numbers.size(); ++i)
          total.numbers[i] += item.numbers[i];
      return total;
    }
    std::string message;
    std::optional<Value> out = call_builtin(e.builtin, {stack(items, e.type.base, {})}, e.type, message);
    if (!out) return fail(e, message);
    return out;
  }

  /// The last iterator is the outermost dimension: {f(i,j) for i in a, j in b} is a matrix of size(b) by size(a).
  /// Reductions go the other way, so that the range of a later iterator may speak of the earlier ones.
  bool iterate(const Expression& e, std::size_t depth, ir::Environment& inner, std::vector<Value>& items,
               std::vector<std::int64_t>& sizes) {
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
    if (sizes.size() <= depth) sizes.push_back(static_cast<std::int64_t>(range_value->numbers.size()));
    for (const double number : range_value->numbers) {
      inner.iterators[it.symbol] = number;
      owner_.last_call_ = {};
      if (!iterate(e, depth + 1, inner, items, sizes)) return false;
    }
    return true;
  }

  ConstantEvaluator& owner_;
  const ir::Environment& environment_;
  ir::EvaluationFailure& failure_;
};

}  // namespace sunder::evaluate

#include "evaluate/builtins.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "evaluate/arrays.hpp"
#include "symbolic/apply.hpp"

namespace sunder::evaluate {

using ir::BaseType;
using ir::Builtin;
using ir::Operation;
using ir::Value;

using symbolic::Op;

double scalar_operation(Operation operation, double a, double b) {
  if (operation == Operation::subtract || operation == Operation::element_subtract) return a - b;
  const auto op = [&] {
    switch (operation) {
      case Operation::multiply:
      case Operation::element_multiply: return Op::multiply;
      case Operation::divide:
      case Operation::element_divide: return Op::divide;
      case Operation::power:
      case Operation::element_power: return Op::power;
      case Operation::logical_and: return Op::logical_and;
      case Operation::logical_or: return Op::logical_or;
      case Operation::less: return Op::less;
      case Operation::less_equal: return Op::less_equal;
      case Operation::greater: return Op::greater;
      case Operation::greater_equal: return Op::greater_equal;
      case Operation::equal: return Op::equal;
      case Operation::not_equal: return Op::not_equal;
      default: return Op::add;
    }
  }();
  return symbolic::apply(op, std::array{a, b}, 0);
}

namespace {

/// The operation at run time, whose meaning is the meaning here too; empty for those on whole arrays.
std::optional<Op> scalar_function(Builtin builtin) {
  static constexpr std::array unary = {Op::sin,  Op::cos,  Op::tan,  Op::asin,  Op::acos, Op::atan,
                                       Op::sinh, Op::cosh, Op::tanh, Op::exp,   Op::log,  Op::log10,
                                       Op::sqrt, Op::abs,  Op::sign, Op::floor, Op::ceil, Op::floor};
  static_assert(unary.size() == static_cast<std::size_t>(Builtin::integer) + 1);
  if (builtin <= Builtin::integer) return unary[static_cast<std::size_t>(builtin)];
  switch (builtin) {
    case Builtin::atan2: return Op::atan2;
    case Builtin::mod: return Op::mod;
    case Builtin::rem: return Op::rem;
    case Builtin::div: return Op::div;
    case Builtin::min: return Op::min;
    case Builtin::max: return Op::max;
    default: return std::nullopt;
  }
}

std::optional<Value> reduce(Builtin builtin, const Value& a, const ir::Type& type, std::string& message) {
  double result = builtin == Builtin::product ? 1.0 : 0.0;
  if (builtin == Builtin::sum) result = std::accumulate(a.numbers.begin(), a.numbers.end(), 0.0);
  if (builtin == Builtin::product)
    for (const double number : a.numbers) result *= number;
  if (builtin == Builtin::min || builtin == Builtin::max) {
    if (a.numbers.empty()) {
      message = "the array is empty";
      return std::nullopt;
    }
    result = builtin == Builtin::min ? *std::min_element(a.numbers.begin(), a.numbers.end())
                                     : *std::max_element(a.numbers.begin(), a.numbers.end());
  }
  return Value::scalar(type.base, result);
}

/// One value over and over: sizes are the arguments from `first` on.
std::optional<Value> repeated(const Value& one, const std::vector<Value>& a, std::size_t first, std::string& message) {
  Value out{one.base, {}, {}, {}, nullptr};
  double count = 1;
  for (std::size_t i = first; i < a.size(); ++i) {
    const double n = a[i].number();
    count *= n;
    if (n < 0 || count > static_cast<double>(ir::largest_count)) {
      message = "the size is out of range";
      return std::nullopt;
    }
    out.dimensions.push_back(static_cast<std::int64_t>(n));
  }
  out.dimensions.insert(out.dimensions.end(), one.dimensions.begin(), one.dimensions.end());
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(count); ++i) {
    out.numbers.insert(out.numbers.end(), one.numbers.begin(), one.numbers.end());
    out.strings.insert(out.strings.end(), one.strings.begin(), one.strings.end());
  }
  return out;
}

/// cat(k, a, b, …): along dimension k; what has fewer dimensions has sizes of one behind.
Value concatenated(const std::vector<Value>& a, const ir::Type& type) {
  const auto along = static_cast<std::size_t>(a[0].number()) - 1;
  std::size_t rank = along + 1;
  for (std::size_t i = 1; i < a.size(); ++i) rank = std::max(rank, a[i].dimensions.size());
  std::vector<std::vector<std::int64_t>> sizes;
  for (std::size_t i = 1; i < a.size(); ++i) {
    sizes.push_back(a[i].dimensions);
    sizes.back().resize(rank, 1);
  }
  Value out{type.base, sizes.front(), {}, {}, nullptr};
  out.dimensions[along] = 0;
  for (const auto& one : sizes) out.dimensions[along] += one[along];
  std::int64_t before = 1;
  for (std::size_t d = 0; d < along; ++d) before *= out.dimensions[d];
  for (std::int64_t row = 0; row < before; ++row)
    for (std::size_t i = 1; i < a.size(); ++i) {
      std::int64_t part = 1;
      for (std::size_t d = along; d < rank; ++d) part *= sizes[i - 1][d];
      for (std::int64_t k = 0; k < part; ++k) {
        const auto at = static_cast<std::size_t>(row * part + k);
        if (a[i].base == BaseType::string)
          out.strings.push_back(a[i].strings[at]);
        else
          out.numbers.push_back(a[i].numbers[at]);
      }
    }
  return out;
}

Value transposed(const Value& a) {
  const std::int64_t rows = a.dimensions[0];
  const std::int64_t columns = a.dimensions[1];
  Value out{a.base, {columns, rows}, a.numbers, {}, nullptr};
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) out.numbers[j * rows + i] = a.numbers[i * columns + j];
  return out;
}

Value outer_product(const Value& a, const Value& b, BaseType base) {
  Value out{base, {a.dimensions[0], b.dimensions[0]}, {}, {}, nullptr};
  for (const double x : a.numbers)
    for (const double y : b.numbers) out.numbers.push_back(x * y);
  return out;
}

Value cross_product(const Value& a, const Value& b, BaseType base) {
  const auto& x = a.numbers;
  const auto& y = b.numbers;
  return {base, {3}, {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]}, {}, nullptr};
}

std::optional<Value> array_function(Builtin builtin, const std::vector<Value>& a, const ir::Type& type,
                                    std::string& message) {
  switch (builtin) {
    case Builtin::sum:
    case Builtin::product:
    case Builtin::min:
    case Builtin::max: return reduce(builtin, a[0], type, message);
    case Builtin::zeros:
    case Builtin::ones: {
      Value one = Value::scalar(type.base, builtin == Builtin::ones ? 1 : 0);
      return repeated(one, a, 0, message);
    }
    case Builtin::fill: return repeated(a[0], a, 1, message);
    case Builtin::linspace: {
      Value out = repeated(Value::scalar(BaseType::real, 0), a, 2, message).value_or(Value{});
      const auto n = static_cast<double>(out.numbers.size());
      if (n == 1) {
        message = "linspace needs at least 2 points, not 1";
        return std::nullopt;
      }
      for (std::size_t i = 0; i < out.numbers.size(); ++i)
        out.numbers[i] = a[0].number() + static_cast<double>(i) / (n - 1) * (a[1].number() - a[0].number());
      return out;
    }
    case Builtin::identity:
    case Builtin::diagonal: {
      const std::int64_t n =
          builtin == Builtin::identity ? static_cast<std::int64_t>(a[0].number()) : a[0].dimensions[0];
      Value out{type.base, {n, n}, std::vector<double>(static_cast<std::size_t>(n * n), 0.0), {}, nullptr};
      for (std::int64_t i = 0; i < n; ++i) out.numbers[i * n + i] = builtin == Builtin::identity ? 1 : a[0].numbers[i];
      return out;
    }
    case Builtin::transpose: return transposed(a[0]);
    case Builtin::cat: return concatenated(a, type);
    case Builtin::outer_product: return outer_product(a[0], a[1], type.base);
    case Builtin::symmetric: {
      Value out = a[0];
      const std::int64_t n = out.dimensions[0];
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < i; ++j) out.numbers[i * n + j] = out.numbers[j * n + i];
      return out;
    }
    case Builtin::skew: {
      const auto& x = a[0].numbers;
      return Value{type.base, {3, 3}, {0, -x[2], x[1], x[2], 0, -x[0], -x[1], x[0], 0}, {}, nullptr};
    }
    case Builtin::matrix: {
      Value out = a[0];
      out.dimensions.resize(2, 1);
      return out;
    }
    case Builtin::scalar: return Value::scalar(a[0].base, a[0].numbers.front());
    case Builtin::vector: return Value{a[0].base, {static_cast<std::int64_t>(a[0].numbers.size())}, a[0].numbers, {}};
    case Builtin::cross: return cross_product(a[0], a[1], type.base);
    case Builtin::no_event:
    case Builtin::relax: return a[0];
    case Builtin::smooth: return a[1];
    case Builtin::homotopy: return a[0];
    case Builtin::semi_linear:
      return Value::scalar(BaseType::real, a[0].number() * (a[0].number() >= 0 ? a[1].number() : a[2].number()));
    default: message = std::string(ir::name_of(builtin)) + " has no value at compile time"; return std::nullopt;
  }
}

}  // namespace

std::optional<Value> call_builtin(Builtin builtin, const std::vector<Value>& arguments, const ir::Type& type,
                                  std::string& message) {
  std::optional<Value> out;
  const std::optional<Op> op = scalar_function(builtin);
  if (op && builtin <= Builtin::integer) {
    out = elementwise(arguments[0], type.base, [&](double x) { return symbolic::apply(*op, std::array{x}, 0); });
  } else if (op && arguments.size() == 2) {
    const bool divides = builtin == Builtin::mod || builtin == Builtin::rem || builtin == Builtin::div;
    if (divides &&
        std::find(arguments[1].numbers.begin(), arguments[1].numbers.end(), 0.0) != arguments[1].numbers.end()) {
      message = "division by zero";
      return std::nullopt;
    }
    out = elementwise(arguments[0], arguments[1], type.base, [&](double x, double y) {
      return symbolic::apply(*op, std::array{x, y}, 0);
    });
    if (!out) message = "the sizes of the arguments do not fit";
  } else {
    out = array_function(builtin, arguments, type, message);
  }
  if (out && std::any_of(out->numbers.begin(), out->numbers.end(), [](double x) { return !std::isfinite(x); })) {
    message = std::string(ir::name_of(builtin)) + " has no finite value for this argument";
    return std::nullopt;
  }
  return out;
}

}  // namespace sunder::evaluate

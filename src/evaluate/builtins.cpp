#include "evaluate/builtins.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "evaluate/arrays.hpp"

namespace sunder::evaluate {

using ir::BaseType;
using ir::Builtin;
using ir::Operation;
using ir::Value;

double scalar_operation(Operation operation, double a, double b) {
  switch (operation) {
    case Operation::add: case Operation::element_add: return a + b;
    case Operation::subtract: case Operation::element_subtract: return a - b;
    case Operation::multiply: case Operation::element_multiply: return a * b;
    case Operation::divide: case Operation::element_divide: return a / b;
    case Operation::power: case Operation::element_power: return std::pow(a, b);
    case Operation::logical_and: return a != 0 && b != 0 ? 1 : 0;
    case Operation::logical_or: return a != 0 || b != 0 ? 1 : 0;
    case Operation::less: return a < b ? 1 : 0;
    case Operation::less_equal: return a <= b ? 1 : 0;
    case Operation::greater: return a > b ? 1 : 0;
    case Operation::greater_equal: return a >= b ? 1 : 0;
    case Operation::equal: return a == b ? 1 : 0;
    case Operation::not_equal: return a != b ? 1 : 0;
  }
  return 0;
}

namespace {

using Unary = double (*)(double);

Unary unary_function(Builtin builtin) {
  switch (builtin) {
    case Builtin::sin: return [](double x) { return std::sin(x); };
    case Builtin::cos: return [](double x) { return std::cos(x); };
    case Builtin::tan: return [](double x) { return std::tan(x); };
    case Builtin::asin: return [](double x) { return std::asin(x); };
    case Builtin::acos: return [](double x) { return std::acos(x); };
    case Builtin::atan: return [](double x) { return std::atan(x); };
    case Builtin::sinh: return [](double x) { return std::sinh(x); };
    case Builtin::cosh: return [](double x) { return std::cosh(x); };
    case Builtin::tanh: return [](double x) { return std::tanh(x); };
    case Builtin::exp: return [](double x) { return std::exp(x); };
    case Builtin::log: return [](double x) { return std::log(x); };
    case Builtin::log10: return [](double x) { return std::log10(x); };
    case Builtin::sqrt: return [](double x) { return std::sqrt(x); };
    case Builtin::abs: return [](double x) { return std::fabs(x); };
    case Builtin::sign: return [](double x) { return x > 0 ? 1.0 : (x < 0 ? -1.0 : 0.0); };
    case Builtin::floor: case Builtin::integer: return [](double x) { return std::floor(x); };
    case Builtin::ceil: return [](double x) { return std::ceil(x); };
    default: return nullptr;
  }
}

using Binary = double (*)(double, double);

Binary binary_function(Builtin builtin) {
  switch (builtin) {
    case Builtin::atan2: return [](double y, double x) { return std::atan2(y, x); };
    case Builtin::mod: return [](double x, double y) { return x - std::floor(x / y) * y; };
    case Builtin::rem: return [](double x, double y) { return x - std::trunc(x / y) * y; };
    case Builtin::div: return [](double x, double y) { return std::trunc(x / y); };
    case Builtin::min: return [](double x, double y) { return std::min(x, y); };
    case Builtin::max: return [](double x, double y) { return std::max(x, y); };
    default: return nullptr;
  }
}

Value filled(const ir::Type& type, double number) {
  Value out{type.base, {type.dimensions.begin(), type.dimensions.end()}, {}, {}};
  out.numbers.assign(static_cast<std::size_t>(ir::element_count(type.dimensions)), number);
  return out;
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

Value transposed(const Value& a) {
  const std::int64_t rows = a.dimensions[0];
  const std::int64_t columns = a.dimensions[1];
  Value out{a.base, {columns, rows}, a.numbers, {}};
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) out.numbers[j * rows + i] = a.numbers[i * columns + j];
  return out;
}

Value cross_product(const Value& a, const Value& b, BaseType base) {
  const auto& x = a.numbers;
  const auto& y = b.numbers;
  return {base, {3}, {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]}, {}};
}

std::optional<Value> array_function(Builtin builtin, const std::vector<Value>& a, const ir::Type& type,
                                    std::string& message) {
  switch (builtin) {
    case Builtin::sum: case Builtin::product: case Builtin::min: case Builtin::max:
      return reduce(builtin, a[0], type, message);
    case Builtin::zeros: return filled(type, 0);
    case Builtin::ones: return filled(type, 1);
    case Builtin::fill: {
      if (a[0].dimensions.empty() && a[0].base != BaseType::string) return filled(type, a[0].number());
      message = "fill of anything but a number or Boolean is not supported here";
      return std::nullopt;
    }
    case Builtin::linspace: {
      Value out = filled(type, 0);
      const auto n = static_cast<double>(out.numbers.size());
      for (std::size_t i = 0; i < out.numbers.size(); ++i)
        out.numbers[i] = a[0].number() + (a[1].number() - a[0].number()) * static_cast<double>(i) / (n - 1);
      return out;
    }
    case Builtin::identity: case Builtin::diagonal: {
      Value out = filled(type, 0);
      const std::int64_t n = type.dimensions[0];
      for (std::int64_t i = 0; i < n; ++i) out.numbers[i * n + i] = builtin == Builtin::identity ? 1 : a[0].numbers[i];
      return out;
    }
    case Builtin::transpose: return transposed(a[0]);
    case Builtin::scalar: return Value::scalar(a[0].base, a[0].numbers.front());
    case Builtin::vector: return Value{a[0].base, {static_cast<std::int64_t>(a[0].numbers.size())}, a[0].numbers, {}};
    case Builtin::cross: return cross_product(a[0], a[1], type.base);
    case Builtin::no_event: return a[0];
    case Builtin::smooth: return a[1];
    case Builtin::homotopy: return a[0];
    case Builtin::semi_linear:
      return Value::scalar(BaseType::real, a[0].number() * (a[0].number() >= 0 ? a[1].number() : a[2].number()));
    default:
      message = std::string(ir::name_of(builtin)) + " has no value at compile time";
      return std::nullopt;
  }
}

}  // namespace

std::optional<Value> call_builtin(Builtin builtin, const std::vector<Value>& arguments, const ir::Type& type,
                                  std::string& message) {
  std::optional<Value> out;
  const Binary binary = binary_function(builtin);
  if (const Unary unary = unary_function(builtin)) {
    out = elementwise(arguments[0], type.base, unary);
  } else if (binary != nullptr && arguments.size() == 2) {
    const bool divides = builtin == Builtin::mod || builtin == Builtin::rem || builtin == Builtin::div;
    if (divides && std::find(arguments[1].numbers.begin(), arguments[1].numbers.end(), 0.0) != arguments[1].numbers.end()) {
      message = "division by zero";
      return std::nullopt;
    }
    out = elementwise(arguments[0], arguments[1], type.base, binary);
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

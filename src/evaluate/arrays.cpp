#include "evaluate/arrays.hpp"

namespace sunder::evaluate {

using ir::Value;

std::optional<Value> elementwise(const Value& a, const Value& b, ir::BaseType result,
                                 const std::function<double(double, double)>& f) {
  const bool a_scalar = a.dimensions.empty();
  const bool b_scalar = b.dimensions.empty();
  if (!a_scalar && !b_scalar && a.dimensions != b.dimensions) return std::nullopt;
  Value out{result, a_scalar ? b.dimensions : a.dimensions, {}, {}, nullptr};
  const std::size_t n = a_scalar ? b.numbers.size() : a.numbers.size();
  out.numbers.resize(n);
  for (std::size_t i = 0; i < n; ++i) out.numbers[i] = f(a.numbers[a_scalar ? 0 : i], b.numbers[b_scalar ? 0 : i]);
  return out;
}

Value elementwise(const Value& a, ir::BaseType result, const std::function<double(double)>& f) {
  Value out{result, a.dimensions, a.numbers, {}, nullptr};
  for (double& number : out.numbers) number = f(number);
  return out;
}

std::optional<Value> product(const Value& a, const Value& b, ir::BaseType result) {
  if (a.dimensions.empty() || b.dimensions.empty())
    return elementwise(a, b, result, [](double x, double y) { return x * y; });
  if (a.dimensions.size() > 2 || b.dimensions.size() > 2 || a.dimensions.back() != b.dimensions.front())
    return std::nullopt;
  const bool a_vector = a.dimensions.size() == 1;
  const bool b_vector = b.dimensions.size() == 1;
  const std::int64_t rows = a_vector ? 1 : a.dimensions[0];
  const std::int64_t inner = a.dimensions.back();
  const std::int64_t columns = b_vector ? 1 : b.dimensions[1];
  Value out{result, {}, std::vector<double>(static_cast<std::size_t>(rows * columns), 0.0), {}, nullptr};
  if (!a_vector) out.dimensions.push_back(rows);
  if (!b_vector) out.dimensions.push_back(columns);
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      double sum = 0;
      for (std::int64_t k = 0; k < inner; ++k) sum += a.numbers[i * inner + k] * b.numbers[k * columns + j];
      out.numbers[i * columns + j] = sum;
    }
  return out;
}

Value stack(const std::vector<Value>& items, ir::BaseType base, std::span<const std::int64_t> item_dimensions) {
  Value out{base, {static_cast<std::int64_t>(items.size())}, {}, {}, nullptr};
  out.dimensions.insert(out.dimensions.end(), item_dimensions.begin(), item_dimensions.end());
  for (const Value& item : items) {
    out.numbers.insert(out.numbers.end(), item.numbers.begin(), item.numbers.end());
    out.strings.insert(out.strings.end(), item.strings.begin(), item.strings.end());
  }
  return out;
}

}  // namespace sunder::evaluate

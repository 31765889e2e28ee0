// A list of operations while it is written: what a chunk of pivots does, in numbers of its own.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/elimination.hpp"

namespace sunder::causalise {

/// The chunk in the making.
class ChunkWriter {
 public:
  using Kind = ir::Elimination::Operation::Kind;

  /// A number of the matrix, of the factors, of the chunk that is being made, or a unit.
  struct Value {
    enum class Home : std::uint8_t { unit, matrix, factor, chunk };
    Home home = Home::unit;
    bool negative = false;
    std::uint32_t index = 0;
  };

  ir::Elimination::Pattern pattern;
  std::vector<std::uint32_t> inputs, outputs, solution, vector;

  [[nodiscard]] bool empty() const { return pattern.pivots.empty(); }

  std::uint32_t add(Kind kind, std::uint32_t a, std::uint32_t b) {
    pattern.operations.push_back({kind, a, b});
    source_.push_back({});
    return static_cast<std::uint32_t>(pattern.operations.size() - 1);
  }

  /// The value at hand; its home becomes the chunk.
  ir::Elimination::Number take(Value& value) {
    if (value.home == Value::Home::unit) return {ir::Elimination::Number::one, value.negative};
    if (value.home != Value::Home::chunk) {
      const bool matrix = value.home == Value::Home::matrix;
      const Value from = value;
      inputs.push_back(value.index);
      value = {Value::Home::chunk, value.negative, add(matrix ? Kind::matrix : Kind::factor, 0, 0)};
      source_.back() = from;
    }
    return {value.index, value.negative};
  }

  /// Where the value is after the chunk; the sign stays.
  void settle(Value& value, std::uint32_t& factor_count) {
    if (value.home != Value::Home::chunk) return;
    Value& home = source_[value.index];
    if (home.home == Value::Home::unit) {  // computed here and not kept so far
      home = {Value::Home::factor, false, factor_count++};
      pattern.outputs.push_back(value.index);
      outputs.push_back(home.index);
    }
    value = {home.home, value.negative, home.index};
  }

  std::uint32_t vector_place(std::uint32_t global) {
    const auto [at, fresh] = places_.try_emplace(global, static_cast<std::uint32_t>(vector.size()));
    if (fresh) vector.push_back(global);
    return at->second;
  }

  ir::Elimination::Number solution_operand(const Value& value) {
    if (value.home == Value::Home::unit) return {ir::Elimination::Number::one, value.negative};
    const std::uint64_t key = std::uint64_t{value.index} << 1U | (value.home == Value::Home::matrix ? 1U : 0U);
    const auto [at, fresh] = operands_.try_emplace(key, static_cast<std::uint32_t>(solution.size()));
    if (fresh) {
      solution.push_back(value.index);
      pattern.solution_operands.push_back(value.home == Value::Home::matrix ? Kind::matrix : Kind::factor);
    }
    return {at->second, value.negative};
  }

 private:
  std::vector<Value> source_;  // by value: where it is outside of the chunk; unit: nowhere
  std::unordered_map<std::uint32_t, std::uint32_t> places_;
  std::unordered_map<std::uint64_t, std::uint32_t> operands_;
};

/// Equal for patterns that do the same.
std::u32string signature_of(const ir::Elimination::Pattern& pattern);

}  // namespace sunder::causalise

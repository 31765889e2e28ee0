#include "causalise/chunk_writer.hpp"

namespace sunder::causalise {

using ir::Elimination;
using Kind = Elimination::Operation::Kind;

std::u32string signature_of(const Elimination::Pattern& pattern) {
  std::u32string key;
  const auto add = [&](std::size_t value) { key.push_back(static_cast<char32_t>(value)); };
  const auto number = [&](Elimination::Number one) {
    add(one.value);
    add(one.negative ? 1 : 0);
  };
  add(pattern.operations.size());
  for (const auto& one : pattern.operations) {
    add(static_cast<std::size_t>(one.kind));
    add(one.a);
    add(one.b);
  }
  add(pattern.outputs.size());
  for (const std::uint32_t one : pattern.outputs) add(one);
  add(pattern.solution_operands.size());
  for (const Kind one : pattern.solution_operands) add(static_cast<std::size_t>(one));
  add(pattern.vector_size);
  for (const bool one : pattern.zero) add(one ? 1 : 0);
  for (const auto& pivot : pattern.pivots) {
    add(pivot.at);
    number(pivot.scale);
    add(pivot.divided ? 1 : 0);
    for (const auto* terms : {&pivot.below, &pivot.right}) {
      add(terms->size());
      for (const auto& term : *terms) {
        add(term.at);
        number(term.factor);
      }
    }
  }
  return key;
}

}  // namespace sunder::causalise

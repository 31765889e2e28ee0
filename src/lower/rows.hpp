// Writes rows of the dae from patterns: finds the operands of one iteration, pools literals, makes derived parameters.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "lower/expressions.hpp"
#include "lower/pattern.hpp"
#include "lower/position_table.hpp"

namespace sunder::lower {

bool compare(ir::Operation operation, std::int64_t a, std::int64_t b);

class RowWriter {
 public:
  RowWriter(ir::Dae& dae, IndexMachine& indices, Diagnostics& diagnostics, std::vector<ir::Assignment>& derived)
      : dae_(dae), indices_(indices), diagnostics_(diagnostics), derived_(derived) {}

  /// Whether the pattern's decisions come out the same in this iteration.
  bool applies(const Pattern& pattern, const std::vector<std::int64_t>& loop_values);
  /// The row for this iteration, its operands appended to the dae; empty after a diagnostic.
  std::optional<ir::Row> write(const Pattern& pattern, const std::vector<std::int64_t>& loop_values);
  /// The single operand a constant pattern comes down to: a literal, a parameter or a derived parameter.
  ir::Operand operand_of(const ir::Row& row, ir::OriginId origin);
  ir::Operand literal(double value);
  /// Held variables get their ids when all are known: until then they are numbered from here.
  static constexpr std::uint32_t held_base = 1U << 30U;
  /// The same with what is delayed.
  static constexpr std::uint32_t delayed_base = held_base + (1U << 29U);
  struct Delayed {
    ir::Delay::Kind kind = ir::Delay::Kind::fixed;
    std::vector<ir::Row> recorded;
    std::vector<ir::Operand> constants;  ///< the time; flow: the profile
    ir::OriginId origin;
  };
  [[nodiscard]] const std::vector<Delayed>& delayed() const { return delayed_; }
  /// Derived parameters get consecutive ids after all declared variables.
  void start_derived(ir::DeclarationId declaration) { derived_declaration_ = declaration; }

 private:
  std::optional<ir::Operand> operand(const Pattern& pattern, const Term& term,
                                     const std::vector<std::int64_t>& loop_values);
  std::optional<ir::Operand> element(const Term& term, const std::vector<std::int64_t>& loop_values);
  /// The value of a term that depends on literals only.
  std::optional<double> number(const Pattern& pattern, const Term& term, const std::vector<std::int64_t>& loop_values);
  [[nodiscard]] bool always_needed(const Pattern& pattern, const Term& term) const;
  std::optional<ir::Operand> derived(const Pattern& pattern, const Term& term,
                                     const std::vector<std::int64_t>& loop_values);
  std::optional<ir::Operand> held(const Pattern& pattern, const Term& term,
                                  const std::vector<std::int64_t>& loop_values);
  std::optional<std::vector<ir::Operand>> operands_of(const Pattern& pattern, const std::vector<std::uint32_t>& terms,
                                                      const std::vector<std::int64_t>& loop_values);
  std::optional<ir::Operand> delayed(const Pattern& pattern, const Term& term,
                                     const std::vector<std::int64_t>& loop_values);
  ir::OriginId origin_of(const ir::Expression& written);
  ir::Operand add_held(ir::Held held, const ir::Expression& written, std::size_t operands_before);
  [[nodiscard]] std::size_t hash_of(const ir::Held& held) const;
  [[nodiscard]] bool same(const ir::Held& a, const ir::Held& b) const;
  ir::Operand derived_parameter(symbolic::ShapeId shape, const std::vector<ir::Operand>& operands, ir::OriginId origin);
  std::optional<std::int64_t> outcome(const Decision& decision, const std::vector<std::int64_t>& loop_values);
  /// Equal operands share one slot: another shape, re-interned.
  ir::Row merged(symbolic::ShapeId shape, std::vector<ir::Operand>& operands);
  ir::Row append(symbolic::ShapeId shape, const std::vector<ir::Operand>& operands);
  [[nodiscard]] std::size_t hash_of(const ir::Row& row) const;

  ir::Dae& dae_;
  IndexMachine& indices_;
  Diagnostics& diagnostics_;
  std::vector<ir::Assignment>& derived_;
  ir::DeclarationId derived_declaration_;
  PositionTable literal_index_;  ///< into dae_.literals
  PositionTable derived_index_;  ///< into derived_
  PositionTable held_index_;     ///< into dae_.held
  std::unordered_map<const ir::Expression*, ir::OriginId> held_origins_;
  std::vector<Delayed> delayed_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> delayed_index_;  ///< by kind, shapes, operands and constants
  struct Merged {
    symbolic::ShapeId shape;
    std::vector<std::uint32_t> order;
  };
  std::map<std::vector<std::uint32_t>, Merged> merged_;
  std::vector<ir::Operand> scratch_;
  std::vector<ir::Operand> sorted_;

 public:
  ir::OriginId origin;  ///< of the rows being written
};

}  // namespace sunder::lower

// What the equations of a model say in one discrete state, symbolically: every value is a number, or a sum over states
// and inputs with numbers as factors, or not decided yet because it hangs on a relation nobody has decided.
//
// Conditions are evaluated as far as that goes: "a or b" is true where a is, whatever b. So the relations that have to
// be decided are found one after the other, and those that do not matter are never asked about.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "algebra/matrices.hpp"
#include "ir/plan.hpp"

namespace sunder::approximate {

struct AffineValue {
  enum class Kind { number, form, undecided, not_affine };
  Kind kind = Kind::number;
  double number = 0;
  Eigen::VectorXd form{};      ///< factors of states, inputs, and the constant
  std::uint32_t relation = 0;  ///< undecided: which held value would help; not affine: the equation

  [[nodiscard]] bool is_number() const { return kind == Kind::number; }
  static AffineValue of(double value) { return {Kind::number, value}; }
};

/// Held values by number; empty: not decided.
using HeldValues = std::vector<std::optional<double>>;

class AffineForms {
 public:
  /// `parameters`: values of parameters and literals.
  AffineForms(const ir::Plan& plan, std::span<const double> parameters);

  /// States, inputs, and one for the constant.
  [[nodiscard]] Eigen::Index size() const { return size_; }

  /// Everything asked from now on is in this discrete state. At rest a variable v is what pre(v) is, and is not
  /// computed.
  void enter(const HeldValues& held, bool at_rest);
  AffineValue value(const ir::Row& row);
  /// Of a derivative or an output, say.
  AffineValue variable(ir::VariableId id);

  /// Held values that these rows and derivatives read, directly or through variables.
  struct Reading {
    std::vector<bool> held, seen;
  };
  [[nodiscard]] Reading start_reading() const;
  void read(const ir::Row& row, bool at_rest, Reading& reading) const;
  void read_variable(ir::VariableId id, bool at_rest, Reading& reading) const;

  /// All of it as a sum.
  [[nodiscard]] Eigen::VectorXd as_form(const AffineValue& value) const;

 private:
  using Slots = std::span<const ir::Operand>;
  struct Definition {
    std::optional<std::uint32_t> step, loop;
  };

  [[nodiscard]] AffineValue unit(std::size_t place) const;
  AffineValue operand(ir::Operand operand);
  AffineValue node(symbolic::NodeId id, Slots slots, std::unordered_map<std::uint32_t, AffineValue>& known);
  AffineValue evaluate(symbolic::NodeId root, Slots slots);
  AffineValue combine(const symbolic::Node& node, std::span<const symbolic::NodeId> children, Slots slots,
                      std::unordered_map<std::uint32_t, AffineValue>& known);
  AffineValue product(std::span<const AffineValue> factors) const;
  AffineValue sum(std::span<const AffineValue> terms) const;
  void solve(const ir::Loop& loop);
  [[nodiscard]] AffineValue not_affine() const { return {AffineValue::Kind::not_affine, 0, {}, equation_}; }

  const ir::Plan& plan_;
  std::span<const double> parameters_;
  Eigen::Index size_ = 0;                 // of results
  Eigen::Index full_ = 0;                 // with room for the unknowns of a loop
  std::vector<Definition> definitions_;   // by variable
  std::vector<std::uint32_t> memory_of_;  // by variable: the held value pre(v) + 1, or 0
  HeldValues held_;
  bool at_rest_ = true;
  std::uint32_t equation_ = 0;
  std::unordered_map<std::uint32_t, AffineValue> variables_;
};

}  // namespace sunder::approximate

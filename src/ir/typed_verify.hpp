// Checks what ir/typed.hpp promises of the equations and expressions of one model.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "ir/complaints.hpp"
#include "ir/typed.hpp"

namespace sunder::ir {

class ExpressionVerifier {
 public:
  /// `declared`: what references may point to.
  ExpressionVerifier(const std::unordered_set<const Instance*>& declared, Complaints& complaints)
      : declared_(declared), complaints_(complaints) {}

  void equation(const TypedEquation& equation);
  /// The length of a range over other loop variables is not one number, and sizes inside of functions are open.
  void expression(const Expression& e, bool may_be_open = false);
  void function(const Function& function);
  void statements(std::span<Statement* const> statements);

 private:
  void expect(bool holds, Span span, std::string_view complaint) {
    if (!holds) complaints_.add("byte " + std::to_string(span.begin) + ": " + std::string(complaint));
  }
  void branches(const TypedEquation& equation);
  void open(std::span<const IteratorRange> ranges);
  void variable(const Expression& e);
  static bool operands_fit(const Expression& e);

  const std::unordered_set<const Instance*>& declared_;
  Complaints& complaints_;
  std::vector<const IteratorSymbol*> iterators_;  // those around
  bool in_function_ = false, in_default_ = false;
};

}  // namespace sunder::ir

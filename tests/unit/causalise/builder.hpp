// Small models by hand: variables, operators, equations; and a plain executor of plans for comparison.
#pragma once

#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/plan.hpp"

namespace sunder::testing {

class Builder;

struct Expression {
  Builder* builder = nullptr;
  symbolic::NodeId node;
};

struct Attributes {
  std::optional<double> start;
  bool fixed = false;
  std::string unit;
};

class Builder {
 public:
  Builder() { dae.shapes = std::make_shared<symbolic::ShapeTable>(); }

  Expression variable(const std::string& name, const Attributes& attributes = {});
  Expression state(const std::string& name, const Attributes& attributes = {});  ///< also declares der(name)
  Expression parameter(const std::string& name, double value);
  Expression input(const std::string& name, const Attributes& attributes = {});
  Expression der(Expression state);
  Expression time() { return of(ir::Operand::time()); }
  Expression number(double value);  ///< 0, ±1, 2: part of the shape; others: a pooled literal
  Expression apply(symbolic::Op op, std::initializer_list<Expression> children, std::uint32_t payload = 0);

  void equation(Expression left, Expression right);
  void initial(Expression left, Expression right);

  /// The finished model: initial equations behind the others.
  ir::Dae finish();
  ir::VariableId id(const std::string& name) const { return ids_.at(name); }

  ir::Dae dae;

 private:
  Expression of(ir::Operand operand);
  ir::VariableId declare(const std::string& name, const Attributes& attributes);
  ir::Operand literal(double value);
  ir::Equation row(Expression left, Expression right);

  std::map<std::string, ir::VariableId> ids_;
  std::vector<ir::Operand> slots_;  // temporary slot -> operand
  std::map<std::uint32_t, std::uint32_t> slot_of_;
  std::vector<ir::Equation> initial_;
};

Expression operator+(Expression a, Expression b);
Expression operator-(Expression a, Expression b);
Expression operator*(Expression a, Expression b);
Expression operator/(Expression a, Expression b);
Expression operator-(Expression a);

/// Values of all variables, by id.
using Values = std::vector<double>;
Values parameter_values(const ir::Plan& plan);
/// Runs a section: steps by their solutions, loops by Newton's method from the values that are there.
void execute(const ir::Plan& plan, const ir::Section& section, double time, Values& values);
/// Fills in the aliases.
void fill_aliases(const ir::Plan& plan, Values& values);
double residual(const ir::Dae& dae, const ir::Row& row, double time, const Values& values);

}  // namespace sunder::testing

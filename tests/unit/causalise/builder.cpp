#include "builder.hpp"

#include <cmath>
#include <stdexcept>

namespace sunder::testing {

using namespace ir;
using symbolic::Op;

ir::VariableId Builder::declare(const std::string& name, const Attributes& attributes) {
  Declaration d;
  d.name = name;
  d.first = VariableId(dae.variable_count++);
  if (attributes.start) d.start.uniform = literal(*attributes.start);
  if (attributes.fixed) d.fixed = {true};
  d.unit = attributes.unit;
  // A span that tells declarations apart.
  d.span = {FileId(0U), d.first.value, d.first.value + 1};
  dae.declarations.push_back(d);
  ids_[name] = d.first;
  return d.first;
}

Expression Builder::of(Operand operand) {
  const auto [at, added] = slot_of_.try_emplace(operand.bits(), static_cast<std::uint32_t>(slots_.size()));
  if (added) slots_.push_back(operand);
  return {this, dae.shapes->pool().slot(at->second)};
}

Operand Builder::literal(double value) {
  for (std::size_t i = 0; i < dae.literals.size(); ++i) {
    if (dae.literals[i] == value) return Operand::literal(i);
  }
  dae.literals.push_back(value);
  return Operand::literal(dae.literals.size() - 1);
}

Expression Builder::variable(const std::string& name, const Attributes& attributes) {
  return of(Operand::of(declare(name, attributes)));
}

Expression Builder::state(const std::string& name, const Attributes& attributes) {
  const VariableId id = declare(name, attributes);
  const DeclarationId own(dae.declarations.size() - 1);
  declare("der(" + name + ")", {});
  dae.declarations.back().generated = true;
  dae.declarations.back().derivative_of = own;
  dae.declarations[own.index()].derivative = DeclarationId(own.index() + 1);
  return of(Operand::of(id));
}

Expression Builder::input(const std::string& name, const Attributes& attributes) {
  const Expression result = variable(name, attributes);
  dae.declarations.back().causality = Causality::input;
  return result;
}

Expression Builder::parameter(const std::string& name, double value) {
  const VariableId id = declare(name, {});
  dae.declarations.back().variability = Variability::parameter;
  Assignment assignment;
  assignment.target = id;
  assignment.shape = dae.shapes->intern(dae.shapes->pool().slot(0), 1U);
  assignment.operands_begin = static_cast<std::uint32_t>(dae.operands.size());
  assignment.origin = OriginId(dae.origins.size());
  dae.origins.push_back({dae.declarations.back().span, {}, {}});
  dae.operands.push_back(literal(value));
  dae.parameters.push_back(assignment);
  return of(Operand::of(id));
}

Expression Builder::der(Expression state) {
  const std::uint32_t slot = dae.shapes->pool()[state.node].payload;
  return of(Operand::of(dae.derivative_of(slots_[slot].variable())));
}

Expression Builder::number(double value) {
  if (value == 0 || value == 1 || value == -1 || value == 2) return {this, dae.shapes->pool().constant(value)};
  return of(literal(value));
}

Expression Builder::apply(Op op, std::initializer_list<Expression> children, std::uint32_t payload) {
  std::vector<symbolic::NodeId> nodes;
  for (const Expression& child : children) nodes.push_back(child.node);
  return {this, dae.shapes->pool().make(op, nodes, payload)};
}

Equation Builder::row(Expression left, Expression right) {
  std::vector<std::uint32_t> order;
  Equation equation;
  equation.shape = dae.shapes->intern((left - right).node, order);
  equation.operands_begin = static_cast<std::uint32_t>(dae.operands.size());
  for (const std::uint32_t slot : order) dae.operands.push_back(slots_[slot]);
  equation.origin = OriginId(dae.origins.size());
  const auto place = 1000 + static_cast<std::uint32_t>(dae.origins.size());
  dae.origins.push_back({{FileId(0U), place, place + 1}, {}, {}});
  return equation;
}

void Builder::equation(Expression left, Expression right) { dae.equations.push_back(row(left, right)); }
void Builder::initial(Expression left, Expression right) { initial_.push_back(row(left, right)); }

Dae Builder::finish() {
  dae.name = "test";
  dae.initial_begin = static_cast<std::uint32_t>(dae.equations.size());
  dae.equations.insert(dae.equations.end(), initial_.begin(), initial_.end());
  const auto violations = verify(dae);
  if (!violations.empty()) throw std::logic_error(violations[0]);
  return std::move(dae);
}

Expression operator+(Expression a, Expression b) { return a.builder->apply(Op::add, {a, b}); }
Expression operator-(Expression a) { return a.builder->apply(Op::negate, {a}); }
Expression operator-(Expression a, Expression b) { return a + (-b); }
Expression operator*(Expression a, Expression b) { return a.builder->apply(Op::multiply, {a, b}); }
Expression operator/(Expression a, Expression b) { return a.builder->apply(Op::divide, {a, b}); }

namespace {

std::vector<double> slot_values(const Dae& dae, const Row& row, double time, const Values& values) {
  std::vector<double> result;
  for (const Operand operand : dae.operands_of(row)) {
    switch (operand.kind()) {
      case Operand::Kind::time: result.push_back(time); break;
      case Operand::Kind::literal: result.push_back(dae.literals[operand.literal_index()]); break;
      case Operand::Kind::variable: result.push_back(values[operand.variable().index()]); break;
    }
  }
  return result;
}

// Gaussian elimination with row exchange; `a` row by row, the right side as its last column.
std::vector<double> solve_dense(std::vector<std::vector<double>> a) {
  const std::size_t n = a.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < n; ++i) {
      if (std::fabs(a[i][k]) > std::fabs(a[pivot][k])) pivot = i;
    }
    std::swap(a[k], a[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j <= n; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  std::vector<double> x(n);
  for (std::size_t k = n; k-- > 0;) {
    x[k] = a[k][n];
    for (std::size_t j = k + 1; j < n; ++j) x[k] -= a[k][j] * x[j];
    x[k] /= a[k][k];
  }
  return x;
}

void newton(const Plan& plan, const Loop& loop, double time, Values& values) {
  symbolic::ShapeTable& shapes = *plan.dae.shapes;
  const std::size_t n = loop.unknowns.size();
  for (int iteration = 0; iteration < (loop.linear ? 1 : 50); ++iteration) {
    std::vector<std::vector<double>> system(n, std::vector<double>(n + 1, 0));
    double size = 0;
    for (std::size_t r = 0; r < n; ++r) {
      const Equation& equation = plan.dae.equations[loop.equations[r].index()];
      const auto slots = slot_values(plan.dae, equation, time, values);
      const auto operands = plan.dae.operands_of(equation);
      for (std::size_t c = 0; c < n; ++c) {
        for (std::uint32_t k = 0; k < operands.size(); ++k) {
          if (operands[k] != Operand::of(loop.unknowns[c])) continue;
          system[r][c] = symbolic::evaluate(shapes.pool(), shapes.partial(equation.shape, k), slots);
        }
      }
      system[r][n] = -symbolic::evaluate(shapes.pool(), shapes.root(equation.shape), slots);
      size = std::max(size, std::fabs(system[r][n]));
    }
    if (size < 1e-14) return;
    const auto change = solve_dense(std::move(system));
    for (std::size_t c = 0; c < n; ++c) values[loop.unknowns[c].index()] += change[c];
  }
}

}  // namespace

double residual(const Dae& dae, const Row& row, double time, const Values& values) {
  return symbolic::evaluate(dae.shapes->pool(), dae.shapes->root(row.shape), slot_values(dae, row, time, values));
}

Values parameter_values(const Plan& plan) {
  Values values(plan.dae.variable_count, 0);
  for (const Assignment& assignment : plan.dae.parameters) {
    values[assignment.target.index()] = residual(plan.dae, assignment, 0, values);
  }
  return values;
}

void execute(const Plan& plan, const Section& section, double time, Values& values) {
  for (const Block& block : section.blocks) {
    if (block.kind == Block::Kind::loop) {
      newton(plan, section.loops[block.index], time, values);
      continue;
    }
    const Step& step = section.steps[block.index];
    const Equation& equation = plan.dae.equations[step.equation.index()];
    const auto& solution = plan.dae.shapes->solve(equation.shape, step.slot);
    if (!solution) throw std::logic_error("a step without solution");
    values[step.target.index()] =
        symbolic::evaluate(plan.dae.shapes->pool(), solution->value, slot_values(plan.dae, equation, time, values));
  }
}

void fill_aliases(const Plan& plan, Values& values) {
  for (const Alias& alias : plan.aliases) {
    const double value = alias.target.kind() == Operand::Kind::literal ? plan.dae.literals[alias.target.literal_index()]
                                                                       : values[alias.target.variable().index()];
    values[alias.variable.index()] = alias.negated ? -value : value;
  }
}

}  // namespace sunder::testing

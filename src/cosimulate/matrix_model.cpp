#include "cosimulate/matrix_model.hpp"

#include <algorithm>

namespace sunder::cosimulate {

namespace {

class LinearEvaluator final : public model::Evaluator {
 public:
  LinearEvaluator(const model::LinearSystem& system, const model::Context& context, model::Wanted wanted,
                  model::Varying varying)
      : system_(system),
        context_(context),
        wanted_(std::move(wanted)),
        varying_(std::move(varying)),
        x_(system.states),
        u_(system.inputs) {
    list_terms();
    make_pattern();
  }

  using model::Evaluator::evaluate;
  using model::Evaluator::jacobian;
  [[nodiscard]] const model::Wanted& wanted() const override { return wanted_; }
  [[nodiscard]] const model::Varying& varying() const override { return varying_; }
  model::Status freeze(double time, std::span<const double> x) override {
    std::copy(x.begin(), x.end(), x_.begin());
    context_.inputs().at(time, u_);
    return {};
  }
  model::Status evaluate(const At& at, const Into& into) override {
    for (const std::uint32_t state : varying_.states) x_[state] = at.x[state];
    for (const std::uint32_t input : varying_.inputs) u_[input] = at.u[input];
    for (const std::uint32_t row : wanted_.derivatives) into.dx[row] = 0;
    for (const std::uint32_t row : wanted_.outputs) into.y[row] = 0;
    for (const Term& term : terms_) {
      const double operand = term.column < system_.states ? x_[term.column] : u_[term.column - system_.states];
      (term.row < system_.states ? into.dx[term.row] : into.y[term.row - system_.states]) += term.factor * operand;
    }
    return {};
  }
  [[nodiscard]] const model::SparsePattern& pattern() const override { return pattern_; }
  model::Status jacobian(const At& /*at*/, std::span<double> values) override {
    std::copy(jacobian_.begin(), jacobian_.end(), values.begin());
    return {};
  }
  [[nodiscard]] std::size_t evaluations_per_jacobian() const override { return 0; }
  [[nodiscard]] bool restricted() const override { return true; }
  [[nodiscard]] std::size_t operations() const override { return 2 * terms_.size(); }
  [[nodiscard]] std::size_t frozen_operations() const override { return 0; }

 private:
  struct Term {
    std::size_t row, column;  // of the matrix [A B; C D]
    double factor;
  };

  [[nodiscard]] double entry(std::size_t row, std::size_t column) const {
    const std::size_t n = system_.states, m = system_.inputs;
    const bool by_state = column < n;
    if (row < n) return by_state ? system_.a[row * n + column] : system_.b[row * m + column - n];
    row -= n;
    return by_state ? system_.c[row * n + column] : system_.d[row * m + column - n];
  }
  [[nodiscard]] std::vector<std::size_t> rows() const {
    std::vector<std::size_t> list(wanted_.derivatives.begin(), wanted_.derivatives.end());
    for (const std::uint32_t output : wanted_.outputs) list.push_back(system_.states + output);
    return list;
  }

  void list_terms() {
    for (const std::size_t row : rows())
      for (std::size_t column = 0; column < system_.states + system_.inputs; ++column)
        if (const double factor = entry(row, column); factor != 0) terms_.push_back({row, column, factor});
  }

  void make_pattern() {
    const std::vector<std::size_t> list = rows();
    std::vector<std::size_t> columns(varying_.states.begin(), varying_.states.end());
    for (const std::uint32_t input : varying_.inputs) columns.push_back(system_.states + input);
    pattern_.rows = list.size();
    pattern_.columns = columns.size();
    for (const std::size_t column : columns) {
      for (std::size_t i = 0; i < list.size(); ++i) {
        const double factor = entry(list[i], column);
        if (factor == 0) continue;
        pattern_.row_indices.push_back(static_cast<std::int32_t>(i));
        jacobian_.push_back(factor);
      }
      pattern_.column_starts.push_back(static_cast<std::int32_t>(pattern_.row_indices.size()));
    }
  }

  const model::LinearSystem& system_;
  const model::Context& context_;
  model::Wanted wanted_;
  model::Varying varying_;
  std::vector<double> x_, u_;
  std::vector<Term> terms_;
  model::SparsePattern pattern_;
  std::vector<double> jacobian_;
};

}  // namespace

MatrixModel::MatrixModel(model::LinearSystem system, const model::PartInterface& interface, std::vector<double> initial)
    : system_(std::move(system)), initial_(std::move(initial)) {
  description_.name = interface.name;
  const auto add = [this](const std::vector<std::string>& names, model::VariableKind kind,
                          model::VariableCausality causality) {
    for (const std::string& name : names) {
      model::Variable variable;
      variable.name = name;
      variable.kind = kind;
      variable.causality = causality;
      description_.add(std::move(variable));
    }
  };
  add(interface.states, model::VariableKind::state, model::VariableCausality::local);
  add(interface.inputs, model::VariableKind::input, model::VariableCausality::input);
  add(interface.outputs, model::VariableKind::output, model::VariableCausality::output);
}

model::Status MatrixModel::initialise(model::Context& context, double time) const {
  std::fill(context.states().begin(), context.states().end(), 0.0);
  std::copy(initial_.begin(), initial_.end(), context.states().begin());
  context.inputs().pass(time);
  return {};
}

std::unique_ptr<model::Evaluator> MatrixModel::evaluator(model::Context& context, const model::Wanted& wanted,
                                                         const model::Varying& varying) const {
  return std::make_unique<LinearEvaluator>(system_, context, wanted, varying);
}

model::Status MatrixModel::record(model::Context& context, double time, std::span<const double> x,
                                  std::span<double> values) const {
  std::copy(x.begin(), x.end(), values.begin());
  const std::span<double> u = values.subspan(system_.states, system_.inputs);
  const std::span<double> y = values.subspan(system_.states + system_.inputs);
  context.inputs().at(time, u);
  for (std::size_t row = 0; row < system_.outputs; ++row) {
    y[row] = 0;
    for (std::size_t column = 0; column < system_.states; ++column)
      y[row] += system_.c[row * system_.states + column] * x[column];
    for (std::size_t column = 0; column < system_.inputs; ++column)
      y[row] += system_.d[row * system_.inputs + column] * u[column];
  }
  return {};
}

}  // namespace sunder::cosimulate

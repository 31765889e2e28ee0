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
        states_(static_cast<std::size_t>(system.order())),
        x_(states_),
        u_(static_cast<std::size_t>(system.d.cols())) {
    list_terms();
    make_pattern();
  }

  using model::Evaluator::evaluate;
  using model::Evaluator::jacobian;
  [[nodiscard]] const model::Wanted& wanted() const override { return wanted_; }
  [[nodiscard]] const model::Varying& varying() const override { return varying_; }
  model::Status freeze(double time, std::span<const double> x) override {
    time_ = time;
    std::copy(x.begin(), x.end(), x_.begin());
    context_.inputs().at(time, u_);
    return {};
  }
  model::Status evaluate(const At& at, const Into& into) override {
    model::copy_states(at.x, varying_.states, x_);
    for (const model::InputIndex input : varying_.inputs) u_[input.index()] = at.u[input.index()];
    for (const model::StateIndex state : wanted_.derivatives) into.dx[state.index()] = 0;
    for (const model::OutputIndex output : wanted_.outputs) into.y[output.index()] = 0;
    for (const Term& term : terms_) {
      const double operand = term.column < states_ ? x_[term.column] : u_[term.column - states_];
      (term.row < states_ ? into.dx[term.row] : into.y[term.row - states_]) += term.factor * operand;
    }
    return {};
  }
  [[nodiscard]] const algebra::SparsePattern& pattern() const override { return pattern_; }
  model::Status jacobian(const At& /*at*/, std::span<double> values) override {
    std::copy(jacobian_.begin(), jacobian_.end(), values.begin());
    return {};
  }
  [[nodiscard]] bool jacobian_constant() const override { return true; }
  model::Status time_derivative(const At& /*at*/, std::span<double> dx) override {
    for (const std::size_t state : model::places(wanted_.derivatives)) dx[state] = 0;
    for (const Term& term : terms_)
      if (term.row < states_ && term.column >= states_)
        dx[term.row] += term.factor * context_.inputs().slope(term.column - states_, time_);
    return {};
  }
  [[nodiscard]] bool depends_on_time() const override { return context_.inputs().moving(); }
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
    const auto r = static_cast<Eigen::Index>(row < states_ ? row : row - states_);
    const auto c = static_cast<Eigen::Index>(column < states_ ? column : column - states_);
    if (row < states_) return column < states_ ? system_.a(r, c) : system_.b(r, c);
    return column < states_ ? system_.c(r, c) : system_.d(r, c);
  }
  [[nodiscard]] std::vector<std::size_t> rows() const {
    std::vector<std::size_t> list;
    for (const model::StateIndex state : wanted_.derivatives) list.push_back(state.index());
    for (const model::OutputIndex output : wanted_.outputs) list.push_back(states_ + output.index());
    return list;
  }

  void list_terms() {
    for (const std::size_t row : rows())
      for (std::size_t column = 0; column < states_ + u_.size(); ++column)
        if (const double factor = entry(row, column); factor != 0) terms_.push_back({row, column, factor});
  }

  void make_pattern() {
    const std::vector<std::size_t> list = rows();
    std::vector<std::size_t> columns;
    for (const model::StateIndex state : varying_.states) columns.push_back(state.index());
    for (const model::InputIndex input : varying_.inputs) columns.push_back(states_ + input.index());
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
  std::size_t states_;
  std::vector<double> x_, u_;
  std::vector<Term> terms_;
  double time_ = 0;
  algebra::SparsePattern pattern_;
  std::vector<double> jacobian_;
};

}  // namespace

MatrixModel::MatrixModel(model::LinearSystem system, const model::PartInterface& interface, std::vector<double> initial)
    : system_(std::move(system)), initial_(std::move(initial)) {
  description_.name = interface.name;
  description_.add(interface.states, interface.inputs, interface.outputs);
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
  const std::span<double> u = values.subspan(state_count(), input_count());
  const std::span<double> y = values.subspan(state_count() + input_count());
  context.inputs().at(time, u);
  for (std::size_t row = 0; row < y.size(); ++row) {
    const auto r = static_cast<Eigen::Index>(row);
    y[row] = 0;
    for (std::size_t column = 0; column < x.size(); ++column)
      y[row] += system_.c(r, static_cast<Eigen::Index>(column)) * x[column];
    for (std::size_t column = 0; column < u.size(); ++column)
      y[row] += system_.d(r, static_cast<Eigen::Index>(column)) * u[column];
  }
  return {};
}

}  // namespace sunder::cosimulate

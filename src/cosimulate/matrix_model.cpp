#include "cosimulate/matrix_model.hpp"

#include <algorithm>

namespace sunder {

namespace {

class LinearEvaluator final : public Evaluator {
 public:
  LinearEvaluator(const MatrixModel& model, StateSet wanted, StateSet varying)
      : model_(model), wanted_(std::move(wanted)), varying_(std::move(varying)), values_(model.state_count()) {
    for (const std::uint32_t row : wanted_) {
      for (std::uint32_t column = 0; column < model.state_count(); ++column) {
        const double entry = model.entry(row, column);
        if (entry != 0) terms_.push_back({row, column, entry});
      }
    }
    pattern_.rows = wanted_.size();
    pattern_.columns = varying_.size();
    for (const std::uint32_t column : varying_) {
      for (std::size_t i = 0; i < wanted_.size(); ++i) {
        const double entry = model.entry(wanted_[i], column);
        if (entry == 0) continue;
        pattern_.row_indices.push_back(static_cast<std::int32_t>(i));
        jacobian_.push_back(entry);
      }
      pattern_.column_starts.push_back(static_cast<std::int32_t>(pattern_.row_indices.size()));
    }
  }

  [[nodiscard]] const StateSet& wanted() const override { return wanted_; }
  [[nodiscard]] const StateSet& varying() const override { return varying_; }
  [[nodiscard]] bool freeze(double, std::span<const double> x) override {
    std::copy(x.begin(), x.end(), values_.begin());
    return true;
  }
  [[nodiscard]] bool evaluate(std::span<const double> x, std::span<double> dx) override {
    for (const std::uint32_t state : varying_) values_[state] = x[state];
    for (const std::uint32_t state : wanted_) dx[state] = 0;
    for (const Term& term : terms_) dx[term.row] += term.factor * values_[term.column];
    return true;
  }
  [[nodiscard]] const SparsePattern& pattern() const override { return pattern_; }
  [[nodiscard]] bool jacobian(std::span<const double>, std::span<double> values) override {
    std::copy(jacobian_.begin(), jacobian_.end(), values.begin());
    return true;
  }
  [[nodiscard]] bool restricted() const override { return true; }

 private:
  struct Term {
    std::uint32_t row, column;
    double factor;
  };
  const MatrixModel& model_;
  StateSet wanted_, varying_;
  std::vector<double> values_;
  std::vector<Term> terms_;
  SparsePattern pattern_;
  std::vector<double> jacobian_;
};

}  // namespace

MatrixModel::MatrixModel(LinearSystem system, PartInterface interface, std::vector<double> initial)
    : system_(std::move(system)),
      interface_(std::move(interface)),
      initial_(std::move(initial)),
      total_(system_.states + system_.inputs + system_.outputs) {}

Ports MatrixModel::ports() const {
  Ports ports{interface_.states, interface_.inputs, interface_.outputs, {}, {}, {}, {}};
  for (std::uint32_t i = 0; i < total_; ++i)
    (i < system_.states                    ? ports.state_at
     : i < system_.states + system_.inputs ? ports.input_at
                                           : ports.output_at)
        .push_back(i);
  return ports;
}

double MatrixModel::entry(std::size_t row, std::size_t column) const {
  const std::size_t n = system_.states, m = system_.inputs;
  if (column >= n + m || (row >= n && row < n + m)) return 0;
  const bool of_state = column < n;
  if (row < n) return of_state ? system_.a[row * n + column] : system_.b[row * m + column - n];
  row -= n + m;
  return of_state ? system_.c[row * n + column] : system_.d[row * m + column - n];
}

std::string MatrixModel::state_name(std::size_t state) const {
  if (state < system_.states) return interface_.states[state];
  state -= system_.states;
  if (state < system_.inputs) return interface_.inputs[state];
  return interface_.outputs[state - system_.inputs];
}

VariableInfo MatrixModel::variable(std::size_t index) const {
  VariableInfo info;
  info.name = interface_.name + "." + state_name(index);
  info.kind = index < system_.states                    ? VariableKind::state
              : index < system_.states + system_.inputs ? VariableKind::input
                                                        : VariableKind::output;
  return info;
}

bool MatrixModel::initialise(Context&, double, std::span<double> x) const {
  std::fill(x.begin(), x.end(), 0.0);
  std::copy(initial_.begin(), initial_.end(), x.begin());
  return true;
}

std::unique_ptr<Evaluator> MatrixModel::evaluator(Context&, const StateSet& wanted, const StateSet& varying) const {
  return std::make_unique<LinearEvaluator>(*this, wanted, varying);
}

bool MatrixModel::record(Context&, double, std::span<const double> x, std::span<double> values) const {
  const std::size_t known = system_.states + system_.inputs;
  std::copy_n(x.begin(), known, values.begin());
  for (std::size_t row = known; row < total_; ++row) {
    values[row] = 0;
    for (std::size_t column = 0; column < known; ++column) values[row] += entry(row, column) * x[column];
  }
  return true;
}

}  // namespace sunder

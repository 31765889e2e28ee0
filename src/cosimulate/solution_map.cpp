#include "cosimulate/solution_map.hpp"

#include <Eigen/LU>
#include <algorithm>

#include "algebra/linear_equations.hpp"
#include "graph/components.hpp"

namespace sunder::cosimulate {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

Index at(std::size_t i) { return static_cast<Index>(i); }

std::optional<MatrixXd> solved(const MatrixXd& matrix, const MatrixXd& right) {
  if (matrix.rows() == 0) return right;
  const algebra::CarefulFactors factors(matrix);
  if (!factors.invertible()) return std::nullopt;
  return factors.solve(right);
}

}  // namespace

/// Every column is a state at the start of the step; what it becomes is found column by column, all at once.
class SolutionOperator::Step {
 public:
  Step(const SolutionOperator& map, const MatrixXd& start) : map_(map), before_(start.topRows(map.states_)) {
    for (std::size_t i = 0; i < map_.remembered_; ++i)
      past_.emplace_back(start.middleRows(map_.states_ + at(i) * map_.inputs_, map_.inputs_));
  }

  MatrixXd run() {
    if (!map_.delayed()) {
      MatrixXd present = map_.inputs_of(map_.outputs_of_states(before_));
      if (map_.feeds_through_) present = map_.present_ * present;
      past_.insert(past_.begin(), std::move(present));
    }
    after_ = before_;
    if (map_.master_.kind == MasterKind::iterated)
      step_implicitly();
    else
      step_in_turn();
    return finish();
  }

 private:
  [[nodiscard]] int extrapolation() const { return map_.master_.extrapolation; }
  [[nodiscard]] MatrixXd states(const MatrixXd& x, std::size_t p) const {
    return x.middleRows(at(map_.first_state_[p]), map_.parts_[p].a.rows());
  }
  [[nodiscard]] MatrixXd inputs(const MatrixXd& u, std::size_t p) const {
    return u.middleRows(at(map_.wiring_.first_input[p]), map_.parts_[p].b.cols());
  }

  /// Coefficients of the curve through the inputs at the start and before.
  [[nodiscard]] std::vector<MatrixXd> extrapolated() const {
    if (extrapolation() == 0) return {past_[0]};
    if (extrapolation() == 1) return {past_[0], past_[0] - past_[1]};
    return {past_[0], 1.5 * past_[0] - 2 * past_[1] + 0.5 * past_[2], 0.5 * past_[0] - past_[1] + 0.5 * past_[2]};
  }
  /// The same row of coefficients when the value at the end of the step is known.
  void interpolate(std::vector<MatrixXd>& curve, Index input, const Eigen::RowVectorXd& end) const {
    const auto u = past_[0].row(input);
    if (extrapolation() == 0) {
      curve[0].row(input) = end;
    } else if (extrapolation() == 1) {
      curve[1].row(input) = end - u;
    } else {
      curve[1].row(input) = 0.5 * end - 0.5 * past_[1].row(input);
      curve[2].row(input) = 0.5 * end - u + 0.5 * past_[1].row(input);
    }
  }

  void step_part(std::size_t p, const std::vector<MatrixXd>& curve) {
    MatrixXd x = map_.maps_[p].of_states(states(before_, p));
    for (std::size_t d = 0; d < curve.size(); ++d) x += map_.maps_[p].input[d] * inputs(curve[d], p);
    after_.middleRows(at(map_.first_state_[p]), x.rows()) = x;
  }

  void step_in_turn() {
    std::vector<MatrixXd> curve = extrapolated();
    std::vector<char> done(map_.parts_.size(), 0);
    for (std::size_t turn = 0; turn < map_.parts_.size(); ++turn) {
      const bool sequential = map_.master_.kind == MasterKind::gauss_seidel;
      const std::size_t p = sequential ? map_.master_.order[turn] : turn;
      if (sequential) take_new_outputs(p, done, curve);
      step_part(p, curve);
      done[p] = 1;
    }
    end_ = curve[0];
    for (std::size_t d = 1; d < curve.size(); ++d) end_ += curve[d];
  }

  void take_new_outputs(std::size_t p, const std::vector<char>& done, std::vector<MatrixXd>& curve) const {
    const Wiring& wiring = map_.wiring_;
    for (std::size_t i = wiring.first_input[p]; i < wiring.first_input[p + 1]; ++i) {
      if (!wiring.sources[i].output) continue;
      const std::size_t output = *wiring.sources[i].output;
      const std::size_t from = wiring.part_of_output(output);
      if (done[from] == 0) continue;
      const Index row = at(output - wiring.first_output[from]);
      const model::LinearSystem& part = map_.parts_[from];
      MatrixXd held = inputs(curve[0], from);
      for (std::size_t d = 1; d < curve.size(); ++d) held += inputs(curve[d], from);
      interpolate(curve, at(i), map_.weight(i) * (part.c.row(row) * states(after_, from) + part.d.row(row) * held));
    }
  }

  /// The inputs at the end are unknown: u1 = M (C x(u1) + D u1).
  void step_implicitly() {
    std::vector<MatrixXd> curve(static_cast<std::size_t>(extrapolation()) + 1, past_[0]);
    for (std::size_t d = 1; d < curve.size(); ++d) curve[d].setZero();
    const Eigen::RowVectorXd nothing = Eigen::RowVectorXd::Zero(before_.cols());
    for (Index i = 0; i < map_.inputs_; ++i) interpolate(curve, i, nothing);
    for (std::size_t p = 0; p < map_.parts_.size(); ++p) step_part(p, curve);
    end_ = map_.at_end_ * map_.inputs_of(map_.outputs_of_states(after_));
    after_ += map_.gain_ * end_;
  }

  MatrixXd finish() {
    MatrixXd result(map_.size(), before_.cols());
    result.topRows(map_.states_) = after_;
    std::vector<MatrixXd> next;
    if (map_.delayed()) next.push_back(map_.inputs_of(map_.outputs_of_states(after_) + map_.outputs_of_inputs(end_)));
    next.insert(next.end(), past_.begin(), past_.end());
    for (std::size_t i = 0; i < map_.remembered_; ++i)
      result.middleRows(map_.states_ + at(i) * map_.inputs_, map_.inputs_) = next[i];
    return result;
  }

  const SolutionOperator& map_;
  MatrixXd before_, after_;     // states
  std::vector<MatrixXd> past_;  // inputs at the start, one step before, …
  MatrixXd end_;                // what the parts' inputs are at the end of the step
};

SolutionOperator::SolutionOperator(const std::vector<model::LinearSystem>& parts, const std::vector<StepMap>& maps,
                                   const Wiring& wiring, const MasterSettings& master, std::vector<double> weights)
    : parts_(parts), maps_(maps), wiring_(wiring), master_(master), weights_(std::move(weights)) {
  for (const model::LinearSystem& part : parts)
    first_state_.push_back(first_state_.back() + static_cast<std::size_t>(part.a.rows()));
  remembered_ = remembered_inputs(master);
  inputs_ = at(wiring.inputs());
  states_ = at(first_state_.back());
  feeds_through_ = std::ranges::any_of(parts, [](const model::LinearSystem& part) { return part.feeds_through(); });
  const MatrixXd identity = MatrixXd::Identity(inputs_, inputs_);
  MatrixXd through = MatrixXd::Zero(inputs_, inputs_);
  if (feeds_through_) through = inputs_of(outputs_of_inputs(identity));
  if (feeds_through_ && !delayed()) {
    auto present = solved(identity - through, identity);
    if (!present) return;
    present_ = std::move(*present);
  }
  if (master.kind == MasterKind::iterated) {
    // by how much the states at the end change with the inputs there
    gain_ = MatrixXd::Zero(states_, inputs_);
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const auto& map = maps[p].input;
      const MatrixXd own = master.extrapolation < 2 ? map[static_cast<std::size_t>(master.extrapolation)]
                                                    : MatrixXd(0.5 * map[1] + 0.5 * map[2]);
      gain_.block(at(first_state_[p]), at(wiring.first_input[p]), own.rows(), own.cols()) = own;
    }
    auto at_end = solved(identity - inputs_of(outputs_of_states(gain_)) - through, identity);
    if (!at_end) return;
    at_end_ = std::move(*at_end);
  }
  possible_ = true;
}

Index SolutionOperator::size() const { return states_ + at(remembered_) * inputs_; }

bool SolutionOperator::delayed() const {
  return master_.feedthrough == Feedthrough::delayed && master_.kind != MasterKind::iterated;
}

MatrixXd SolutionOperator::inputs_of(const MatrixXd& outputs) const {
  MatrixXd u = MatrixXd::Zero(inputs_, outputs.cols());
  for (std::size_t i = 0; i < wiring_.inputs(); ++i)
    if (wiring_.sources[i].output) u.row(at(i)) = weight(i) * outputs.row(at(*wiring_.sources[i].output));
  return u;
}

double SolutionOperator::weight(std::size_t input) const {
  return wiring_.sources[input].factor * (weights_.empty() ? 1.0 : weights_[input]);
}

MatrixXd SolutionOperator::outputs_of_states(const MatrixXd& x) const {
  MatrixXd y(at(wiring_.outputs()), x.cols());
  for (std::size_t p = 0; p < parts_.size(); ++p)
    y.middleRows(at(wiring_.first_output[p]), parts_[p].c.rows()) =
        parts_[p].c * x.middleRows(at(first_state_[p]), parts_[p].a.rows());
  return y;
}

MatrixXd SolutionOperator::outputs_of_inputs(const MatrixXd& u) const {
  MatrixXd y(at(wiring_.outputs()), u.cols());
  for (std::size_t p = 0; p < parts_.size(); ++p)
    y.middleRows(at(wiring_.first_output[p]), parts_[p].d.rows()) =
        parts_[p].d * u.middleRows(at(wiring_.first_input[p]), parts_[p].b.cols());
  return y;
}

MatrixXd SolutionOperator::apply(const MatrixXd& start) const { return Step(*this, start).run(); }

std::size_t remembered_inputs(const MasterSettings& master) {
  const auto degree = static_cast<std::size_t>(master.extrapolation);
  if (master.kind == MasterKind::iterated) return degree == 2 ? 1 : 0;
  return degree + (master.feedthrough == Feedthrough::delayed ? 1 : 0);
}

std::optional<SolutionMap> solution_map(const std::vector<model::LinearSystem>& parts, const std::vector<StepMap>& maps,
                                        const Wiring& wiring, const MasterSettings& master,
                                        const std::vector<double>& weights) {
  const SolutionOperator map(parts, maps, wiring, master, weights);
  if (!map.possible()) return std::nullopt;
  return SolutionMap{map.apply(MatrixXd::Identity(map.size(), map.size())), map.first_state(), map.remembered()};
}

std::vector<std::size_t> feedthrough_loop(const std::vector<model::LinearSystem>& parts, const Wiring& wiring) {
  // an input leads to the inputs that are fed by outputs it feeds through to
  graph::Rows leads;
  std::vector<std::vector<std::size_t>> fed(wiring.outputs());
  for (std::size_t i = 0; i < wiring.inputs(); ++i)
    if (wiring.sources[i].output) fed[*wiring.sources[i].output].push_back(i);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (Index column = 0; column < parts[p].d.cols(); ++column) {
      for (Index row = 0; row < parts[p].d.rows(); ++row) {
        if (parts[p].d(row, column) == 0) continue;
        for (const std::size_t input : fed[wiring.first_output[p] + static_cast<std::size_t>(row)])
          leads.entries.push_back(static_cast<std::uint32_t>(input));
      }
      leads.end_row();
    }
  }
  const auto components = graph::strong_components(leads);
  std::vector<std::size_t> loop;
  for (std::uint32_t c = 0; c < components.members.size(); ++c) {
    const auto members = components.members[c];
    const bool alone = members.size() == 1;
    if (alone && std::ranges::count(leads[members[0]], members[0]) == 0) continue;
    loop.assign(members.begin(), members.end());
    break;
  }
  std::ranges::sort(loop);
  return loop;
}

}  // namespace sunder::cosimulate

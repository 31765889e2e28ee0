#include "cosimulate/solution_map.hpp"

#include <Eigen/LU>
#include <algorithm>

#include "algebra/linear_equations.hpp"
#include "algebra/powers.hpp"
#include "graph/components.hpp"

namespace sunder::cosimulate {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

Index at(std::size_t i) { return static_cast<Index>(i); }

class Assembly {
 public:
  Assembly(const std::vector<model::LinearSystem>& parts, const std::vector<StepMap>& maps, const Wiring& wiring,
           const MasterSettings& master, const std::vector<double>& weights)
      : parts_(parts), maps_(maps), wiring_(wiring), master_(master), weights_(weights) {
    result_.first_state = {0};
    for (const model::LinearSystem& part : parts)
      result_.first_state.push_back(result_.first_state.back() + static_cast<std::size_t>(part.a.rows()));
    result_.remembered = remembered_inputs(master);
    inputs_ = at(wiring.inputs());
    states_ = at(result_.first_state.back());
    width_ = states_ + at(result_.remembered) * inputs_;
  }

  std::optional<SolutionMap> run() {
    begin();
    if (!find_present_inputs()) return std::nullopt;
    after_ = before_;
    if (master_.kind == MasterKind::iterated) {
      if (!step_implicitly()) return std::nullopt;
    } else {
      step_in_turn();
    }
    finish();
    return std::move(result_);
  }

 private:
  /// The rows of a vector of inputs whose source is an output: weight times that output.
  [[nodiscard]] MatrixXd inputs_of(const MatrixXd& outputs) const {
    MatrixXd u = MatrixXd::Zero(inputs_, outputs.cols());
    for (std::size_t i = 0; i < wiring_.inputs(); ++i)
      if (wiring_.sources[i].output) u.row(at(i)) = weight(i) * outputs.row(at(*wiring_.sources[i].output));
    return u;
  }
  [[nodiscard]] double weight(std::size_t input) const {
    return wiring_.sources[input].factor * (weights_.empty() ? 1.0 : weights_[input]);
  }

  /// C x of all parts.
  [[nodiscard]] MatrixXd outputs_of_states(const MatrixXd& x) const {
    MatrixXd y(at(wiring_.outputs()), x.cols());
    for (std::size_t p = 0; p < parts_.size(); ++p)
      y.middleRows(at(wiring_.first_output[p]), parts_[p].c.rows()) = parts_[p].c * states(x, p);
    return y;
  }
  /// D u of all parts.
  [[nodiscard]] MatrixXd outputs_of_inputs(const MatrixXd& u) const {
    MatrixXd y(at(wiring_.outputs()), u.cols());
    for (std::size_t p = 0; p < parts_.size(); ++p)
      y.middleRows(at(wiring_.first_output[p]), parts_[p].d.rows()) = parts_[p].d * inputs(u, p);
    return y;
  }
  [[nodiscard]] MatrixXd states(const MatrixXd& x, std::size_t p) const {
    return x.middleRows(at(result_.first_state[p]), parts_[p].a.rows());
  }
  [[nodiscard]] MatrixXd inputs(const MatrixXd& u, std::size_t p) const {
    return u.middleRows(at(wiring_.first_input[p]), parts_[p].b.cols());
  }

  void begin() {
    before_ = MatrixXd::Identity(states_, width_);
    for (std::size_t i = 0; i < result_.remembered; ++i) {
      MatrixXd one = MatrixXd::Zero(inputs_, width_);
      one.middleCols(states_ + at(i) * inputs_, inputs_).setIdentity();
      past_.push_back(std::move(one));
    }
  }

  /// past_ becomes u at the start of the step, then the earlier ones.
  bool find_present_inputs() {
    if (master_.feedthrough == Feedthrough::delayed && master_.kind != MasterKind::iterated) return true;
    auto solved = solve(MatrixXd::Identity(inputs_, inputs_) - inputs_of(outputs_of_inputs(identity())),
                        inputs_of(outputs_of_states(before_)));
    if (!solved) return false;
    past_.insert(past_.begin(), std::move(*solved));
    return true;
  }
  [[nodiscard]] MatrixXd identity() const { return MatrixXd::Identity(inputs_, inputs_); }

  static std::optional<MatrixXd> solve(const MatrixXd& matrix, const MatrixXd& right) {
    if (matrix.rows() == 0) return right;
    const algebra::CarefulFactors factors(matrix);
    if (!factors.invertible()) return std::nullopt;
    return factors.solve(right);
  }

  /// Coefficients of the curve through the inputs at the start and before.
  [[nodiscard]] std::vector<MatrixXd> extrapolated() const {
    if (master_.extrapolation == 0) return {past_[0]};
    if (master_.extrapolation == 1) return {past_[0], past_[0] - past_[1]};
    return {past_[0], 1.5 * past_[0] - 2 * past_[1] + 0.5 * past_[2], 0.5 * past_[0] - past_[1] + 0.5 * past_[2]};
  }
  /// The same row of coefficients when the value at the end of the step is known.
  void interpolate(std::vector<MatrixXd>& curve, Index input, const Eigen::RowVectorXd& end) const {
    const auto u = past_[0].row(input);
    if (master_.extrapolation == 0) {
      curve[0].row(input) = end;
    } else if (master_.extrapolation == 1) {
      curve[1].row(input) = end - u;
    } else {
      curve[1].row(input) = 0.5 * end - 0.5 * past_[1].row(input);
      curve[2].row(input) = 0.5 * end - u + 0.5 * past_[1].row(input);
    }
  }

  void step_part(std::size_t p, const std::vector<MatrixXd>& curve) {
    MatrixXd x = maps_[p].state * states(before_, p);
    for (std::size_t d = 0; d < curve.size(); ++d) x += maps_[p].input[d] * inputs(curve[d], p);
    after_.middleRows(at(result_.first_state[p]), x.rows()) = x;
  }

  void step_in_turn() {
    std::vector<MatrixXd> curve = extrapolated();
    std::vector<char> done(parts_.size(), 0);
    for (std::size_t turn = 0; turn < parts_.size(); ++turn) {
      const bool sequential = master_.kind == MasterKind::gauss_seidel;
      const std::size_t p = sequential ? master_.order[turn] : turn;
      if (sequential) take_new_outputs(p, done, curve);
      step_part(p, curve);
      done[p] = 1;
    }
    end_ = curve[0];
    for (std::size_t d = 1; d < curve.size(); ++d) end_ += curve[d];
  }

  void take_new_outputs(std::size_t p, const std::vector<char>& done, std::vector<MatrixXd>& curve) const {
    for (std::size_t i = wiring_.first_input[p]; i < wiring_.first_input[p + 1]; ++i) {
      if (!wiring_.sources[i].output) continue;
      const std::size_t output = *wiring_.sources[i].output;
      const std::size_t from = wiring_.part_of_output(output);
      if (done[from] == 0) continue;
      const Index row = at(output - wiring_.first_output[from]);
      MatrixXd held = inputs(curve[0], from);
      for (std::size_t d = 1; d < curve.size(); ++d) held += inputs(curve[d], from);
      interpolate(curve, at(i),
                  weight(i) * (parts_[from].c.row(row) * states(after_, from) + parts_[from].d.row(row) * held));
    }
  }

  /// The inputs at the end are unknown: u1 = M (C x(u1) + D u1).
  bool step_implicitly() {
    std::vector<MatrixXd> curve(static_cast<std::size_t>(master_.extrapolation) + 1, past_[0]);
    for (std::size_t d = 1; d < curve.size(); ++d) curve[d].setZero();
    const auto interpolated = [&](const MatrixXd& end) {
      std::vector<MatrixXd> made = curve;
      for (Index i = 0; i < inputs_; ++i) interpolate(made, i, end.row(i));
      return made;
    };
    const std::vector<MatrixXd> without = interpolated(MatrixXd::Zero(inputs_, width_));
    for (std::size_t p = 0; p < parts_.size(); ++p) step_part(p, without);
    // by how much the states at the end change with the inputs there
    MatrixXd gain = MatrixXd::Zero(states_, inputs_);
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const auto& map = maps_[p].input;
      const MatrixXd own = master_.extrapolation < 2 ? map[static_cast<std::size_t>(master_.extrapolation)]
                                                     : MatrixXd(0.5 * map[1] + 0.5 * map[2]);
      gain.block(at(result_.first_state[p]), at(wiring_.first_input[p]), own.rows(), own.cols()) = own;
    }
    const auto end = solve(identity() - inputs_of(outputs_of_states(gain) + outputs_of_inputs(identity())),
                           inputs_of(outputs_of_states(after_)));
    if (!end) return false;
    end_ = *end;
    after_ += gain * end_;
    return true;
  }

  void finish() {
    result_.matrix.resize(width_, width_);
    result_.matrix.topRows(states_) = after_;
    std::vector<MatrixXd> next;
    if (master_.feedthrough == Feedthrough::delayed && master_.kind != MasterKind::iterated)
      next.push_back(inputs_of(outputs_of_states(after_) + outputs_of_inputs(end_)));
    next.insert(next.end(), past_.begin(), past_.end());
    for (std::size_t i = 0; i < result_.remembered; ++i)
      result_.matrix.middleRows(states_ + at(i) * inputs_, inputs_) = next[i];
  }

  const std::vector<model::LinearSystem>& parts_;
  const std::vector<StepMap>& maps_;
  const Wiring& wiring_;
  const MasterSettings& master_;
  const std::vector<double>& weights_;
  SolutionMap result_;
  Index inputs_ = 0, states_ = 0, width_ = 0;
  // all of these as functions of the state at the start
  MatrixXd before_, after_;     // states
  std::vector<MatrixXd> past_;  // inputs at the start, one step before, …
  MatrixXd end_;                // what the parts' inputs are at the end of the step
};

}  // namespace

std::size_t remembered_inputs(const MasterSettings& master) {
  const auto degree = static_cast<std::size_t>(master.extrapolation);
  if (master.kind == MasterKind::iterated) return degree == 2 ? 1 : 0;
  return degree + (master.feedthrough == Feedthrough::delayed ? 1 : 0);
}

std::optional<SolutionMap> solution_map(const std::vector<model::LinearSystem>& parts, const std::vector<StepMap>& maps,
                                        const Wiring& wiring, const MasterSettings& master,
                                        const std::vector<double>& weights) {
  return Assembly(parts, maps, wiring, master, weights).run();
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

Eigen::VectorXd own_ranges(const std::vector<model::LinearSystem>& parts, const Wiring& wiring,
                           const MasterSettings& master) {
  Index states = 0;
  for (const model::LinearSystem& part : parts) states += part.order();
  const auto inputs = static_cast<Index>(wiring.inputs());
  const auto outputs = static_cast<Index>(wiring.outputs());
  MatrixXd a = MatrixXd::Zero(states, states), b = MatrixXd::Zero(states, inputs);
  MatrixXd c = MatrixXd::Zero(outputs, states), d = MatrixXd::Zero(outputs, inputs);
  Index x = 0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto u = static_cast<Index>(wiring.first_input[p]);
    const auto y = static_cast<Index>(wiring.first_output[p]);
    const model::LinearSystem& part = parts[p];
    a.block(x, x, part.a.rows(), part.a.cols()) = part.a;
    b.block(x, u, part.b.rows(), part.b.cols()) = part.b;
    c.block(y, x, part.c.rows(), part.c.cols()) = part.c;
    d.block(y, u, part.d.rows(), part.d.cols()) = part.d;
    x += part.order();
  }
  MatrixXd wires = MatrixXd::Zero(inputs, outputs);
  for (Index i = 0; i < inputs; ++i)
    if (const auto& output = wiring.sources[static_cast<std::size_t>(i)].output)
      wires(i, static_cast<Index>(*output)) = wiring.sources[static_cast<std::size_t>(i)].factor;
  // u = W (C x + D u); a loop without a solution is reported elsewhere
  const auto gains = algebra::solve(MatrixXd(MatrixXd::Identity(inputs, inputs) - wires * d), MatrixXd(wires * c));
  const bool fine = gains && gains->allFinite();
  const Eigen::VectorXd nominals = Eigen::VectorXd::Ones(states);
  const Eigen::VectorXd of_states = fine ? algebra::own_ranges(a + b * *gains, nominals) : nominals;
  Eigen::VectorXd of_inputs = Eigen::VectorXd::Ones(inputs);
  if (fine) of_inputs = of_inputs.cwiseMax(gains->cwiseAbs() * of_states);
  const auto remembered = static_cast<Index>(remembered_inputs(master));
  Eigen::VectorXd ranges(states + remembered * inputs);
  ranges << of_states, of_inputs.replicate(remembered, 1);
  return ranges;
}

}  // namespace sunder::cosimulate

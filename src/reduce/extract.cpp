#include "reduce/extract.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace sunder::reduce {
namespace {

/// Matrices of the same mode, computed at different points, differ by rounding only.
bool same(const MatrixXd& a, const MatrixXd& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  return a.size() == 0 || (a - b).cwiseAbs().maxCoeff() <= 1e-8 * (1e-6 + a.cwiseAbs().maxCoeff());
}

bool same(const Dynamics& a, const Dynamics& b) {
  return same(a.a, b.a) && same(a.b, b.b) && same(a.c, b.c) && same(a.d, b.d) && same(a.f, b.f) && same(a.g, b.g);
}

bool same_guards(const Mode& a, const Mode& b) {
  return same(a.on_outputs, b.on_outputs) && same(a.on_inputs, b.on_inputs) && same(a.limits, b.limits);
}

class Extractor {
 public:
  Extractor(const Model& model, const Ports& ports, const ExtractOptions& options)
      : model_(model), ports_(ports), options_(options), context_(model.create_context()), full_(model.state_count()) {
    for (std::size_t i = 0; i < model.variable_count(); ++i)
      if (model.variable(i).discrete) discrete_.push_back(i);
  }

  Outcome<SwitchedSystem> run() {
    system_.states = ports_.states;
    system_.inputs = ports_.inputs;
    system_.outputs = ports_.outputs;
    evaluator_ = full_evaluator(model_, *context_);
    if (!start()) return failed();
    for (std::size_t i = 0; i < options_.runs && !diagnostics_.has_errors() && !options_.cancel.requested(); ++i) {
      const InputSeries inputs = options_.realisation(i);
      SwitchedSimulator simulator(system_, inputs.step);
      const SwitchedRun result = simulator.explore(inputs, [&](const Leaving& leaving) { return follow(leaving); });
      if (diagnostics_.has_errors()) return failed();
      if (result.end == SwitchedEnd::complete) continue;
      diagnostics_.error(Code::E1113, {},
                         "a run to find the modes ended at time " + rounded(result.end_time) + " in mode '" +
                             system_.modes[result.end_mode].name + "': " + std::string(name_of(result.end)));
    }
    if (options_.cancel.requested()) diagnostics_.error(Code::E0008, {}, "interrupted");
    if (diagnostics_.has_errors()) return failed();
    return {std::move(system_), std::move(diagnostics_)};
  }

 private:
  Outcome<SwitchedSystem> failed() {
    if (!diagnostics_.has_errors()) {
      const std::optional<Fault>& fault = context_->fault();
      diagnostics_.error(fault ? fault->code : Code::E0614, fault ? fault->span : Span{},
                         fault ? fault->message : "the model could not be evaluated");
    }
    return Outcome<SwitchedSystem>(std::move(diagnostics_));
  }

  bool start() {
    if (!model_.initialise(*context_, 0, full_)) return false;
    system_.start.resize(static_cast<Eigen::Index>(ports_.states.size()));
    for (std::size_t i = 0; i < ports_.states.size(); ++i)
      system_.start[static_cast<Eigen::Index>(i)] = full_[ports_.state_at[i]];
    const auto mode = mode_here(0);
    if (!mode) return false;
    system_.first_mode = *mode;
    return true;
  }

  void place(const VectorXd& x, const VectorXd& u) {
    for (std::size_t i = 0; i < ports_.state_at.size(); ++i)
      full_[ports_.state_at[i]] = x[static_cast<Eigen::Index>(i)];
    for (std::size_t i = 0; i < ports_.input_at.size(); ++i)
      full_[ports_.input_at[i]] = u[static_cast<Eigen::Index>(i)];
  }

  /// What the model does where this mode is left.
  std::optional<std::size_t> follow(const Leaving& leaving) {
    if (!model_.initialise(*context_, 0, full_)) return std::nullopt;
    place(leaving.x_before, leaving.u_before);
    if (!model_.resume(*context_, leaving.time, full_, values_[leaving.mode])) return std::nullopt;
    place(leaving.x, leaving.u);
    EventOutcome outcome;
    if (!model_.handle_event(*context_, leaving.time, full_, EventCause::crossing, outcome)) return std::nullopt;
    if (!outcome.reinitialised.empty()) {
      diagnostics_.error(Code::E1112, model_.state_origin(outcome.reinitialised.front()),
                         "'" + as_written(model_.state_name(outcome.reinitialised.front()), ports_) +
                             "' jumps at an event: the states of a switched affine system are continuous");
      return std::nullopt;
    }
    const std::optional<std::size_t> next = mode_here(leaving.time);
    if (!next || *next == leaving.mode) return std::nullopt;
    system_.modes[leaving.mode].next[leaving.guard] = next;
    return next;
  }

  /// The number of the mode the context is in, a new one if need be.
  std::optional<std::size_t> mode_here(double time) {
    Dynamics dynamics;
    Mode mode;
    if (!read_dynamics(time, dynamics) || !read_guards(time, dynamics, mode)) return std::nullopt;
    const auto known = std::find_if(system_.dynamics.begin(), system_.dynamics.end(),
                                    [&](const Dynamics& d) { return same(d, dynamics); });
    mode.dynamics = static_cast<std::size_t>(known - system_.dynamics.begin());
    for (std::size_t i = 0; i < system_.modes.size(); ++i)
      if (system_.modes[i].dynamics == mode.dynamics && same_guards(system_.modes[i], mode)) return i;
    if (system_.modes.size() >= options_.most_modes) {
      diagnostics_.error(Code::E1111, {}, "more than " + std::to_string(options_.most_modes) + " modes");
      return std::nullopt;
    }
    std::vector<double> all(model_.variable_count());
    if (!model_.record(*context_, time, full_, all)) return std::nullopt;
    std::vector<GivenValue>& values = values_.emplace_back();
    for (const std::size_t v : discrete_) {
      values.push_back({v, all[v]});
      mode.memory.push_back(all[v]);
    }
    if (known == system_.dynamics.end()) system_.dynamics.push_back(std::move(dynamics));
    mode.name = "mode" + std::to_string(system_.modes.size() + 1);
    system_.modes.push_back(std::move(mode));
    return system_.modes.size() - 1;
  }

  bool read_dynamics(double time, Dynamics& out) {
    SparseMatrix jacobian;
    jacobian.pattern = evaluator_->pattern();
    jacobian.values.resize(jacobian.pattern.nonzeros());
    std::vector<double> slopes(full_.size());
    if (!evaluator_->freeze(time, full_) || !evaluator_->evaluate(full_, slopes) ||
        !evaluator_->jacobian(full_, jacobian.values))
      return false;
    const LinearModel linear = dense(select(jacobian, ports_));
    VectorXd x(linear.order());
    VectorXd u(linear.b.cols());
    gather(x, u);
    out = {linear.a, linear.b, linear.c, linear.d, {}, {}};
    out.f = picked(slopes, ports_.state_at) - linear.a * x - linear.b * u;
    out.g = picked(slopes, ports_.output_at) - linear.c * x - linear.d * u;
    return confirm(time, out, x, u);
  }

  /// Somewhere else the same matrices must give what the model gives.
  bool confirm(double time, const Dynamics& d, const VectorXd& x, const VectorXd& u) {
    const std::vector<double> here = full_;
    VectorXd x2 = x;
    for (Eigen::Index i = 0; i < x.size(); ++i)
      x2[i] += (1 + 0.1 * std::abs(x[i])) * std::sin(1.0 + 2.3 * static_cast<double>(i));
    const VectorXd u2 = u + VectorXd::Ones(u.size());
    place(x2, u2);
    std::vector<double> slopes(full_.size());
    const bool evaluated = evaluator_->freeze(time, full_) && evaluator_->evaluate(full_, slopes);
    full_ = here;
    if (!evaluated || !evaluator_->freeze(time, full_)) return false;
    const VectorXd expected = d.a * x2 + d.b * u2 + d.f;
    const VectorXd found = picked(slopes, ports_.state_at);
    const VectorXd scale = d.a.cwiseAbs() * x2.cwiseAbs() + d.b.cwiseAbs() * u2.cwiseAbs() + d.f.cwiseAbs();
    for (Eigen::Index i = 0; i < found.size(); ++i) {
      if (std::abs(found[i] - expected[i]) <= 1e-8 * scale[i] + 1e-300) continue;
      const std::uint32_t state = ports_.state_at[static_cast<std::size_t>(i)];
      diagnostics_.error(
          Code::E1112, model_.state_origin(state),
          "the slope of '" + ports_.states[static_cast<std::size_t>(i)] + "' is not affine between events");
      return false;
    }
    return true;
  }

  /// Margins as sums over states and inputs, by differences of affine functions; then states by outputs.
  bool read_guards(double time, const Dynamics& d, Mode& mode) {
    const auto count = static_cast<Eigen::Index>(model_.crossing_count());
    const auto n = static_cast<Eigen::Index>(ports_.states.size());
    const auto m = static_cast<Eigen::Index>(ports_.inputs.size());
    const std::vector<double> here = full_;
    MatrixXd slopes(count, n + m);
    VectorXd base(count);
    const auto margins = [&](VectorXd& out) {
      return count == 0 || model_.crossings(*context_, time, full_, {out.data(), static_cast<std::size_t>(count)});
    };
    if (!margins(base)) return false;
    VectorXd moved(count);
    for (Eigen::Index j = 0; j < n + m; ++j) {
      const std::uint32_t at =
          j < n ? ports_.state_at[static_cast<std::size_t>(j)] : ports_.input_at[static_cast<std::size_t>(j - n)];
      full_[at] += 1;
      const bool evaluated = margins(moved);
      full_ = here;
      if (!evaluated) return false;
      slopes.col(j) = moved - base;
    }
    // differences leave the rounding of the values behind
    slopes =
        slopes.unaryExpr([&](double v) { return std::abs(v) < 1e-11 * (1 + base.cwiseAbs().maxCoeff()) ? 0.0 : v; });
    VectorXd xu(n + m);
    VectorXd x(n);
    VectorXd u(m);
    gather(x, u);
    xu << x, u;
    const VectorXd constants = base - slopes * xu;
    const Eigen::CompleteOrthogonalDecomposition<MatrixXd> by_outputs(d.c.transpose());
    std::vector<Eigen::Index> kept;
    for (Eigen::Index k = 0; k < count; ++k)
      if (!slopes.row(k).isZero(0)) kept.push_back(k);
    const auto guards = static_cast<Eigen::Index>(kept.size());
    mode.on_outputs.resize(guards, d.c.rows());
    mode.on_inputs.resize(guards, m);
    mode.limits.resize(guards);
    mode.next.assign(kept.size(), std::nullopt);
    for (Eigen::Index i = 0; i < guards; ++i) {
      const Eigen::Index k = kept[static_cast<std::size_t>(i)];
      const VectorXd on_states = slopes.row(k).head(n);
      VectorXd w = by_outputs.solve(on_states);
      if ((d.c.transpose() * w - on_states).norm() > 1e-9 * (on_states.norm() + 1e-12)) {
        const CrossingInfo crossing = model_.crossing(static_cast<std::size_t>(k));
        diagnostics_
            .error(Code::E1112, crossing.span,
                   "the relation '" + as_written(crossing.text, ports_) + "' reads states that are no outputs")
            .help = "declare what it compares an output of the model";
        return false;
      }
      w = w.unaryExpr([](double v) { return std::abs(v) < 1e-13 ? 0.0 : v; });
      mode.on_outputs.row(i) = -w.transpose();
      mode.on_inputs.row(i) = -(slopes.row(k).tail(m) - w.transpose() * d.d);
      mode.limits[i] = constants[k] - w.dot(d.g);
    }
    return true;
  }

  void gather(VectorXd& x, VectorXd& u) const {
    for (std::size_t i = 0; i < ports_.state_at.size(); ++i)
      x[static_cast<Eigen::Index>(i)] = full_[ports_.state_at[i]];
    for (std::size_t i = 0; i < ports_.input_at.size(); ++i)
      u[static_cast<Eigen::Index>(i)] = full_[ports_.input_at[i]];
  }

  static VectorXd picked(const std::vector<double>& values, const StateSet& places) {
    VectorXd out(static_cast<Eigen::Index>(places.size()));
    for (std::size_t i = 0; i < places.size(); ++i) out[static_cast<Eigen::Index>(i)] = values[places[i]];
    return out;
  }

  const Model& model_;
  const Ports& ports_;
  const ExtractOptions& options_;
  std::unique_ptr<Context> context_;
  std::unique_ptr<Evaluator> evaluator_;
  std::vector<double> full_;
  std::vector<std::size_t> discrete_;
  std::vector<std::vector<GivenValue>> values_;  ///< of the discrete variables, by mode
  SwitchedSystem system_;
  Diagnostics diagnostics_;
};

}  // namespace

Outcome<SwitchedSystem> extract_switched(const Model& model, const Ports& ports, const ExtractOptions& options) {
  return Extractor(model, ports, options).run();
}

}  // namespace sunder::reduce

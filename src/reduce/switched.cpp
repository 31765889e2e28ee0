#include "reduce/switched.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unsupported/Eigen/MatrixFunctions>

#include "base/text.hpp"

namespace sunder::reduce {
namespace {

/// A switch may lead to another at the same instant a few times, and several may fall into one step of the grid.
constexpr int most_switches_at_once = 50;
constexpr int most_switches_per_step = 400;

/// (x, u, slope of u, 1) after a step from the same; only the rows of x are kept.
MatrixXd propagator(const Dynamics& dynamics, double step) {
  const Eigen::Index n = dynamics.a.rows();
  const Eigen::Index m = dynamics.b.cols();
  MatrixXd generator = MatrixXd::Zero(n + 2 * m + 1, n + 2 * m + 1);
  generator.topLeftCorner(n, n) = dynamics.a;
  generator.block(0, n, n, m) = dynamics.b;
  generator.block(n, n + m, m, m).setIdentity();
  generator.block(0, n + 2 * m, n, 1) = dynamics.f;
  return MatrixXd((generator * step).exp()).topRows(n);
}

bool sizes_fit(const SwitchedSystem& s, Diagnostics& diagnostics) {
  const auto n = static_cast<Eigen::Index>(s.states.size());
  const auto m = static_cast<Eigen::Index>(s.inputs.size());
  const auto p = static_cast<Eigen::Index>(s.outputs.size());
  const auto is = [](const MatrixXd& x, Eigen::Index r, Eigen::Index c) {
    return x.rows() == r && x.cols() == c && x.allFinite();
  };
  for (std::size_t i = 0; i < s.dynamics.size(); ++i) {
    const Dynamics& d = s.dynamics[i];
    if (is(d.a, n, n) && is(d.b, n, m) && is(d.c, p, n) && is(d.d, p, m) && is(d.f, n, 1) && is(d.g, p, 1)) continue;
    diagnostics.error(Code::E1101, {},
                      "dynamics " + std::to_string(i + 1) + ": with " + counted(s.states.size(), "state") + ", " +
                          counted(s.inputs.size(), "input") + " and " + counted(s.outputs.size(), "output") +
                          " the matrices do not fit, or hold something that is no finite number");
    return false;
  }
  for (const Mode& mode : s.modes) {
    const Eigen::Index k = mode.limits.size();
    if (is(mode.on_outputs, k, p) && is(mode.on_inputs, k, m) && mode.limits.allFinite() &&
        static_cast<Eigen::Index>(mode.next.size()) == k && mode.dynamics < s.dynamics.size())
      continue;
    diagnostics.error(Code::E1101, {}, "mode '" + mode.name + "': its guards do not fit the inputs and outputs");
    return false;
  }
  if (s.start.size() != n || !s.start.allFinite()) {
    diagnostics.error(
        Code::E1101, {},
        "the initial state has " + std::to_string(s.start.size()) + " values for " + counted(s.states.size(), "state"));
    return false;
  }
  return true;
}

bool is_empty(const Mode& mode) {
  for (Eigen::Index i = 0; i < mode.limits.size(); ++i) {
    if (mode.on_outputs.row(i).isZero(0) && mode.on_inputs.row(i).isZero(0) && mode.limits[i] < 0) return true;
    for (Eigen::Index j = 0; j < i; ++j) {  // opposite guards: a <= limit and -a <= limit
      Eigen::RowVectorXd first(mode.on_outputs.cols() + mode.on_inputs.cols());
      Eigen::RowVectorXd second(first.size());
      first << mode.on_outputs.row(i), mode.on_inputs.row(i);
      second << mode.on_outputs.row(j), mode.on_inputs.row(j);
      const double scale = first.norm() / second.norm();
      if (!std::isfinite(scale) || (first + scale * second).norm() > 1e-12 * first.norm()) continue;
      if (mode.limits[i] + scale * mode.limits[j] < 0) return true;
    }
  }
  return false;
}

}  // namespace

bool check(const SwitchedSystem& s, Diagnostics& diagnostics) {
  if (s.modes.empty() || s.first_mode >= s.modes.size()) {
    diagnostics.error(Code::E1110, {}, s.modes.empty() ? "there are no modes" : "the first mode does not exist");
    return false;
  }
  if (!sizes_fit(s, diagnostics)) return false;
  for (const Mode& mode : s.modes) {
    if (is_empty(mode)) diagnostics.error(Code::E1111, {}, "the domain of mode '" + mode.name + "' is empty");
    for (const auto& next : mode.next)
      if (next && *next >= s.modes.size())
        diagnostics.error(Code::E1111, {}, "mode '" + mode.name + "' is left for one that does not exist");
  }
  return !diagnostics.has_errors();
}

std::string_view name_of(SwitchedEnd end) {
  switch (end) {
    case SwitchedEnd::complete: return "complete";
    case SwitchedEnd::blow_up: return "blow-up";
    case SwitchedEnd::chattering: return "chattering";
    case SwitchedEnd::no_mode: return "no mode";
    case SwitchedEnd::several_modes: return "several modes";
  }
  return "";
}

/// One run: where it is.
class SwitchedWalk {
 public:
  SwitchedWalk(const SwitchedSimulator& simulator, const InputSeries& inputs, Follower ask = {})
      : simulator_(simulator),
        system_(simulator.system_),
        inputs_(inputs),
        ask_(std::move(ask)),
        x_(system_.start),
        mode_(system_.first_mode) {
    u_ = inputs.values.col(0);
    x_before_ = x_;
    u_before_ = u_;
    slope_ = VectorXd::Zero(u_.size());
  }

  SwitchedRun run() {
    const Eigen::Index points = inputs_.values.cols();
    out_.outputs.resize(static_cast<Eigen::Index>(system_.outputs.size()), points);
    bool going = settle();
    record(0);
    Eigen::Index k = 1;
    for (; k < points && going; ++k) {
      slope_ = (inputs_.values.col(k) - inputs_.values.col(k - 1)) / simulator_.step_;
      u_ = inputs_.values.col(k - 1);
      going = cross(inputs_.start + static_cast<double>(k - 1) * simulator_.step_);
      if (!going) break;
      u_ = inputs_.values.col(k);
      record(k);
    }
    out_.outputs.conservativeResize(Eigen::NoChange, k);
    out_.end_mode = mode_;
    if (going) out_.end_time = inputs_.start + static_cast<double>(points - 1) * simulator_.step_;
    return std::move(out_);
  }

 private:
  [[nodiscard]] const Mode& mode() const { return system_.modes[mode_]; }
  [[nodiscard]] const Dynamics& dynamics() const { return system_.dynamics[mode().dynamics]; }
  [[nodiscard]] VectorXd output(const VectorXd& x, const VectorXd& u) const {
    return dynamics().c * x + dynamics().d * u + dynamics().g;
  }
  /// Rounding: a margin counts as negative below this.
  [[nodiscard]] static VectorXd slack(const Mode& mode) {
    return 1e-9 * mode.limits.cwiseAbs() + 1e-12 * (mode.on_outputs.rowwise().norm() + mode.on_inputs.rowwise().norm());
  }
  [[nodiscard]] static VectorXd margins(const Mode& mode, const VectorXd& y, const VectorXd& u) {
    return mode.limits - mode.on_outputs * y - mode.on_inputs * u + slack(mode);
  }
  [[nodiscard]] VectorXd margins(const VectorXd& x, const VectorXd& u) const {
    return margins(mode(), output(x, u), u);
  }
  /// How fast the margins change.
  [[nodiscard]] VectorXd trends(const VectorXd& x, const VectorXd& u) const {
    const Dynamics& d = dynamics();
    const VectorXd dx = d.a * x + d.b * u + d.f;
    return -(mode().on_outputs * (d.c * dx + d.d * slope_) + mode().on_inputs * slope_);
  }

  void record(Eigen::Index k) {
    out_.outputs.col(k) = output(x_, u_);
    out_.modes.push_back(mode_);
  }

  [[nodiscard]] VectorXd after(int level) const {
    VectorXd all(x_.size() + 2 * u_.size() + 1);
    all << x_, u_, slope_, 1.0;
    return simulator_.propagators_[mode().dynamics][static_cast<std::size_t>(level)] * all;
  }

  /// Whether a margin that is positive at both ends dips below zero between them, by the cubic through values and
  /// trends.
  [[nodiscard]] bool dips(const VectorXd& x, const VectorXd& u, double length) const {
    const VectorXd m0 = margins(x_, u_);
    const VectorXd m1 = margins(x, u);
    const VectorXd d0 = trends(x_, u_) * length;
    const VectorXd d1 = trends(x, u) * length;
    for (Eigen::Index i = 0; i < m0.size(); ++i) {
      if (d0[i] >= 0 || d1[i] <= 0) continue;
      for (double s = 0.125; s < 1; s += 0.125) {
        const double r = 1 - s;
        const double value =
            m0[i] * r * r * (1 + 2 * s) + d0[i] * s * r * r + m1[i] * s * s * (3 - 2 * s) - d1[i] * s * s * r;
        if (value < 0) return true;
      }
    }
    return false;
  }

  bool stop(SwitchedEnd end) {
    out_.end = end;
    out_.end_time = time_;
    return false;
  }

  /// Over one step of the grid, in blocks of halves of it.
  bool cross(double begin) {
    constexpr std::uint32_t whole = 1U << SwitchedSimulator::levels;
    std::uint32_t at = 0;
    int switches = 0;
    while (at < whole) {
      int level = 0;  // halvings
      while ((at & ((whole >> static_cast<unsigned>(level)) - 1U)) != 0) ++level;
      for (;; ++level) {
        const double length = simulator_.step_ / static_cast<double>(1U << static_cast<unsigned>(level));
        const VectorXd x = after(level);
        const VectorXd u = u_ + length * slope_;
        if (!x.allFinite()) return stop(SwitchedEnd::blow_up);
        const bool left = (margins(x, u).array() < 0).any();
        if (level < SwitchedSimulator::levels && (left || dips(x, u, length))) continue;
        x_before_ = x_;
        u_before_ = u_;
        x_ = x;
        u_ = u;
        at += whole >> static_cast<unsigned>(level);
        break;
      }
      time_ = begin + simulator_.step_ * static_cast<double>(at) / static_cast<double>(whole);
      const std::size_t before = out_.switches;
      if (!settle()) return false;
      if (out_.switches > before && ++switches > most_switches_per_step) return stop(SwitchedEnd::chattering);
    }
    if (output(x_, u_).cwiseAbs().maxCoeff() > simulator_.largest_output) return stop(SwitchedEnd::blow_up);
    return true;
  }

  /// Switches until the guards hold.
  bool settle() {
    for (int i = 0; i < most_switches_at_once; ++i) {
      Eigen::Index worst = 0;
      const VectorXd m = margins(x_, u_);
      if (m.size() == 0 || m.minCoeff(&worst) >= 0) return true;
      const std::optional<std::size_t> next = follower(worst);
      if (!next) return stop(several_ ? SwitchedEnd::several_modes : SwitchedEnd::no_mode);
      enter(*next);
      if (!x_.allFinite()) return stop(SwitchedEnd::blow_up);
    }
    return stop(SwitchedEnd::chattering);
  }

  std::optional<std::size_t> follower(Eigen::Index guard) {
    if (const auto& named = mode().next[static_cast<std::size_t>(guard)]) return named;
    if (ask_) return ask_({mode_, static_cast<std::size_t>(guard), time_, x_before_, u_before_, x_, u_});
    const VectorXd y = output(x_, u_);
    std::optional<std::size_t> found;
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (std::size_t i = 0; i < system_.modes.size(); ++i) {
      if (i == mode_ || (margins(system_.modes[i], y, u_).array() < 0).any()) continue;
      const std::size_t differences = changes(mode().memory, system_.modes[i].memory);
      if (differences > least) continue;
      several_ = differences == least;
      least = differences;
      found = i;
    }
    if (several_) return std::nullopt;
    return found;
  }

  static std::size_t changes(const std::vector<double>& a, const std::vector<double>& b) {
    std::size_t out = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) out += a[i] != b[i];
    return out;
  }

  void enter(std::size_t next) {
    const auto reset = system_.resets.find({mode().dynamics, system_.modes[next].dynamics});
    if (reset != system_.resets.end())
      x_ = reset->second.state * x_ + reset->second.input * u_ + reset->second.constant;
    mode_ = next;
    ++out_.switches;
  }

  const SwitchedSimulator& simulator_;
  const SwitchedSystem& system_;
  const InputSeries& inputs_;
  Follower ask_;
  VectorXd x_, u_, slope_;
  std::size_t mode_;
  VectorXd x_before_, u_before_;
  bool several_ = false;
  double time_ = 0;
  SwitchedRun out_;
};

SwitchedSimulator::SwitchedSimulator(const SwitchedSystem& system, double step) : system_(system), step_(step) {
  extend();
}

void SwitchedSimulator::extend() {
  for (std::size_t i = propagators_.size(); i < system_.dynamics.size(); ++i) {
    std::vector<MatrixXd>& all = propagators_.emplace_back();
    for (int level = 0; level <= levels; ++level)
      all.push_back(propagator(system_.dynamics[i], step_ / static_cast<double>(1U << static_cast<unsigned>(level))));
  }
}

SwitchedRun SwitchedSimulator::explore(const InputSeries& inputs, const Follower& follower) {
  if (inputs.values.cols() == 0) return {};
  const auto ask = [&](const Leaving& leaving) {
    const std::optional<std::size_t> next = follower(leaving);
    extend();
    return next;
  };
  return SwitchedWalk(*this, inputs, ask).run();
}

SwitchedRun SwitchedSimulator::run(const InputSeries& inputs) const {
  if (inputs.values.cols() == 0) return {};
  return SwitchedWalk(*this, inputs).run();
}

}  // namespace sunder::reduce

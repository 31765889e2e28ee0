#include "reduce/switched.hpp"

#include <algorithm>
#include <cmath>

#include "algebra/exponential.hpp"

namespace sunder::reduce {
namespace {

/// Several switches may fall into one step of the grid.
constexpr int most_switches_per_step = 400;
/// Visits outside of a domain that begin and end inside one block are looked for in blocks down to this level: 1/64 of
/// a step of the grid.
constexpr int finest_look = 6;

/// (x, u, slope of u, 1) after a step from the same; only the rows of x are kept.
MatrixXd propagator(const Dynamics& dynamics, double step) {
  const Eigen::Index n = dynamics.a.rows();
  const Eigen::Index m = dynamics.b.cols();
  MatrixXd generator = MatrixXd::Zero(n + 2 * m + 1, n + 2 * m + 1);
  generator.topLeftCorner(n, n) = dynamics.a;
  generator.block(0, n, n, m) = dynamics.b;
  generator.block(n, n + m, m, m).setIdentity();
  generator.block(0, n + 2 * m, n, 1) = dynamics.f;
  return algebra::exponential(generator * step).topRows(n);
}

/// In the coordinates of the system.
VectorXd start_of(const SwitchedSystem& system, const InputSeries& inputs) {
  if (inputs.from.size() == 0) return system.start;
  if (system.passages.empty()) return inputs.from;
  const Passage& in = system.passages[system.modes[system.first_mode].dynamics];
  return in.entry * inputs.from + in.entry_constant;
}

}  // namespace

std::map<std::int64_t, std::size_t> SwitchedSystem::modes_by_code() const {
  std::map<std::int64_t, std::size_t> out;
  for (std::size_t i = 0; i < modes.size(); ++i) out.emplace(modes[i].code, i);
  return out;
}

VectorXd passed(const SwitchedSystem& system, std::size_t from, std::size_t to, const VectorXd& x, const VectorXd& u) {
  if (from == to || system.passages.empty()) return x;
  const Passage& out = system.passages[from];
  const Passage& in = system.passages[to];
  return in.entry * (out.lift_state * x + out.lift_input * u + out.lift_constant) + in.entry_constant;
}

GuardRows::GuardRows(const Mode& mode, Eigen::Index outputs, Eigen::Index inputs) {
  Eigen::Index count = 0;
  for (const Guard& guard : mode.guards) count += guard.limits.size();
  on_outputs.resize(count, outputs);
  on_inputs.resize(count, inputs);
  limits.resize(count);
  Eigen::Index at = 0;
  for (const Guard& guard : mode.guards) {
    const Eigen::Index rows = guard.limits.size();
    on_outputs.middleRows(at, rows) = guard.on_outputs;
    on_inputs.middleRows(at, rows) = guard.on_inputs;
    limits.segment(at, rows) = guard.limits;
    guards.push_back({guard.group, at, at + rows, guard.shift});
    at += rows;
  }
  limits += 1e-9 * limits.cwiseAbs() + 1e-12 * (on_outputs.rowwise().norm() + on_inputs.rowwise().norm());
}

VectorXd GuardRows::margins(const VectorXd& y, const VectorXd& u) const {
  return limits - on_outputs * y - on_inputs * u;
}

VectorXd GuardRows::by_guard(const VectorXd& rows) const {
  VectorXd out(static_cast<Eigen::Index>(guards.size()));
  for (std::size_t i = 0; i < guards.size(); ++i)
    out[static_cast<Eigen::Index>(i)] = rows.segment(guards[i].begin, guards[i].end - guards[i].begin).maxCoeff();
  return out;
}

std::optional<std::int64_t> GuardRows::shift(const VectorXd& by_guard) const {
  std::int64_t sum = 0;
  std::vector<std::size_t> acted;
  for (std::size_t i = 0; i < guards.size(); ++i) {
    if (by_guard[static_cast<Eigen::Index>(i)] >= 0) continue;
    if (std::find(acted.begin(), acted.end(), guards[i].group) != acted.end()) continue;
    if (!guards[i].shift) return std::nullopt;
    acted.push_back(guards[i].group);
    sum += *guards[i].shift;
  }
  return sum;
}

std::string_view name_of(SwitchedEnd end) {
  switch (end) {
    case SwitchedEnd::complete: return "complete";
    case SwitchedEnd::blow_up: return "blow-up";
    case SwitchedEnd::chattering: return "chattering";
    case SwitchedEnd::no_mode: return "no mode";
  }
  return "";
}

/// One run: where it is.
class SwitchedWalk {
 public:
  SwitchedWalk(const SwitchedSimulator& simulator, const InputSeries& inputs)
      : simulator_(simulator),
        system_(simulator.system_),
        inputs_(inputs),
        x_(start_of(system_, inputs)),
        mode_(system_.first_mode) {
    u_ = inputs.values.col(0);
    slope_ = VectorXd::Zero(u_.size());
    all_.resize(x_.size() + 2 * u_.size() + 1);
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
  [[nodiscard]] const GuardRows& guards() const { return simulator_.guards_[mode_]; }
  /// Of all rows of the guards.
  void margins(const VectorXd& x, const VectorXd& u, VectorXd& out) {
    const Dynamics& d = dynamics();
    y_.noalias() = d.c * x;
    y_.noalias() += d.d * u;
    y_ += d.g;
    out = guards().limits;
    out.noalias() -= guards().on_outputs * y_;
    out.noalias() -= guards().on_inputs * u;
  }
  /// How fast the margins change, times the length.
  [[nodiscard]] VectorXd trends(const VectorXd& x, const VectorXd& u, double length) const {
    const Dynamics& d = dynamics();
    const VectorXd dx = d.a * x + d.b * u + d.f;
    return -length * (guards().on_outputs * (d.c * dx + d.d * slope_) + guards().on_inputs * slope_);
  }

  void record(Eigen::Index k) {
    out_.outputs.col(k) = output(x_, u_);
    out_.modes.push_back(mode_);
  }

  /// x_next_ and u_next_, a block of this level further on.
  void look_ahead(int level) {
    const double length = simulator_.step_ / static_cast<double>(1U << static_cast<unsigned>(level));
    const Eigen::Index m = u_.size();
    all_.head(x_.size()) = x_;
    all_.segment(x_.size(), m) = u_;
    all_.segment(x_.size() + m, m) = slope_;
    all_[all_.size() - 1] = 1;
    x_next_.noalias() = simulator_.propagators_[mode().dynamics][static_cast<std::size_t>(level)] * all_;
    u_next_ = u_ + length * slope_;
  }

  [[nodiscard]] bool left(const VectorXd& rows) const {
    return std::any_of(guards().guards.begin(), guards().guards.end(), [&](const GuardRows::Group& guard) {
      for (Eigen::Index i = guard.begin; i < guard.end; ++i)
        if (rows[i] >= 0) return false;
      return true;
    });
  }

  /// Whether a guard that holds at both ends is left between them, by the cubics through values and trends of its rows.
  [[nodiscard]] bool dips(const VectorXd& m1, double length) {
    margins(x_, u_, here_);
    const VectorXd d0 = trends(x_, u_, length);
    const VectorXd d1 = trends(x_next_, u_next_, length);
    for (const GuardRows::Group& guard : guards().guards) {
      const Eigen::Index rows = guard.end - guard.begin;
      if (rows == 1 && (d0[guard.begin] >= 0 || d1[guard.begin] <= 0)) continue;
      for (double s = 0.125; s < 1; s += 0.125) {
        const double r = 1 - s;
        const double largest =
            (here_.segment(guard.begin, rows) * (r * r * (1 + 2 * s)) + d0.segment(guard.begin, rows) * (s * r * r) +
             m1.segment(guard.begin, rows) * (s * s * (3 - 2 * s)) - d1.segment(guard.begin, rows) * (s * s * r))
                .maxCoeff();
        if (largest < 0) return true;
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
        look_ahead(level);
        if (!x_next_.allFinite()) return stop(SwitchedEnd::blow_up);
        margins(x_next_, u_next_, there_);
        const bool leaves = left(there_) || (level <= finest_look && dips(there_, length));
        if (level < SwitchedSimulator::levels && leaves) continue;
        x_.swap(x_next_);
        u_.swap(u_next_);
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
      margins(x_, u_, here_);
      if (!left(here_)) return true;
      const std::optional<std::int64_t> shift = guards().shift(guards().by_guard(here_));
      const auto next = shift ? simulator_.by_code_.find(mode().code + *shift) : simulator_.by_code_.end();
      if (next == simulator_.by_code_.end()) return stop(SwitchedEnd::no_mode);
      enter(next->second);
      if (!x_.allFinite()) return stop(SwitchedEnd::blow_up);
    }
    return stop(SwitchedEnd::chattering);
  }

  void enter(std::size_t next) {
    x_ = passed(system_, mode().dynamics, system_.modes[next].dynamics, x_, u_);
    mode_ = next;
    ++out_.switches;
  }

  const SwitchedSimulator& simulator_;
  const SwitchedSystem& system_;
  const InputSeries& inputs_;
  VectorXd x_, u_, slope_;
  VectorXd all_, x_next_, u_next_, y_, here_, there_;  // kept so that nothing is allocated on the way
  std::size_t mode_;
  double time_ = 0;
  SwitchedRun out_;
};

SwitchedSimulator::SwitchedSimulator(const SwitchedSystem& system, double step)
    : system_(system), step_(step), by_code_(system.modes_by_code()) {
  for (const Mode& mode : system.modes)
    guards_.emplace_back(mode, static_cast<Eigen::Index>(system.outputs.size()),
                         static_cast<Eigen::Index>(system.inputs.size()));
  for (std::size_t i = 0; i < system.dynamics.size(); ++i) {
    const Dynamics& dynamics = system.dynamics[i];
    std::size_t same = 0;  // modes often differ in their outputs only
    while (same < i && (system.dynamics[same].a != dynamics.a || system.dynamics[same].b != dynamics.b ||
                        system.dynamics[same].f != dynamics.f))
      ++same;
    if (same < i) {
      propagators_.push_back(propagators_[same]);
      continue;
    }
    std::vector<MatrixXd> all;
    for (int level = 0; level <= levels; ++level)
      all.push_back(propagator(dynamics, step / static_cast<double>(1U << static_cast<unsigned>(level))));
    propagators_.push_back(std::move(all));
  }
}

SwitchedRun SwitchedSimulator::run(const InputSeries& inputs) const {
  if (inputs.values.cols() == 0) return {};
  return SwitchedWalk(*this, inputs).run();
}

}  // namespace sunder::reduce

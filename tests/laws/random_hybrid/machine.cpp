#include "laws/random_hybrid/machine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace sunder::random_hybrid {
namespace {

/// Gauss with the largest pivot.
std::vector<double> solve(std::vector<std::vector<double>> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < n; ++i)
      if (std::fabs(a[i][k]) > std::fabs(a[pivot][k])) pivot = i;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

bool is_instant(const Condition& condition, double time) {
  const double turns = (time - condition.first) / condition.interval;
  return turns > -1e-9 && std::fabs(turns - std::round(turns)) < 1e-9;
}

}  // namespace

Machine::Machine(const Description& description) : description_(description) {
  values_.now = description.starts;
  values_.before = description.starts;
  values_.held.assign(description.held, 0);
  for (const When& when : description.whens) {
    was_true_.emplace_back();
    for (const Branch& branch : when) was_true_.back().emplace_back(branch.conditions.size(), 0);
  }
}

std::vector<double> Machine::start() const {
  std::vector<double> x;
  for (const std::size_t state : description_.states) x.push_back(description_.starts[state]);
  return x;
}

void Machine::put(double time, const std::vector<double>& x) {
  values_.time = time;
  for (std::size_t i = 0; i < x.size(); ++i) values_.now[description_.states[i]] = x[i];
}

bool Machine::is_true(const Condition& condition) {
  return condition.tree ? value(*condition.tree, values_) != 0 : is_instant(condition, values_.time);
}

/// Everything that is not a when-equation and comes after them.
void Machine::continuous() {
  const auto assign = [&](const std::vector<Assignment>& list) {
    for (const Assignment& one : list) values_.now[one.variable] = value(*one.tree, values_);
  };
  assign(description_.early);
  if (values_.event) assign(description_.switches);
  assign(description_.late);
  for (const LinearLoop& loop : description_.linear_loops) {
    std::vector<double> right;
    for (const Tree& tree : loop.right) right.push_back(value(*tree, values_));
    const std::vector<double> found = solve(loop.matrix, right);
    for (std::size_t k = 0; k < found.size(); ++k) values_.now[loop.unknowns[k]] = found[k];
  }
  for (const NonlinearLoop& loop : description_.nonlinear_loops) {
    bool moves = true;
    for (int turn = 0; turn < 60 && moves; ++turn) {
      moves = false;
      for (std::size_t k = 0; k < loop.trees.size(); ++k) {
        const double found = value(*loop.trees[k], values_);
        moves = moves || found != values_.now[loop.unknowns[k]];
        values_.now[loop.unknowns[k]] = found;
      }
    }
  }
  assign(description_.last);
  // Relations in derivatives are held as well.
  if (values_.event)
    for (const Tree& tree : description_.derivatives) value(*tree, values_);
}

void Machine::initialise(double time) {
  put(time, start());
  values_.event = true;
  continuous();
  for (std::size_t w = 0; w < description_.whens.size(); ++w)
    for (std::size_t b = 0; b < description_.whens[w].size(); ++b)
      for (std::size_t c = 0; c < description_.whens[w][b].conditions.size(); ++c)
        was_true_[w][b][c] = static_cast<char>(is_true(description_.whens[w][b].conditions[c]));
  values_.event = false;
  values_.before = values_.now;
}

/// New values of discrete variables; gives back the jumps of states.
std::vector<Assignment> Machine::react() {
  std::vector<Assignment> jumps;
  for (std::size_t w = 0; w < description_.whens.size(); ++w) {
    bool taken = false;
    for (std::size_t b = 0; b < description_.whens[w].size(); ++b) {
      const Branch& branch = description_.whens[w][b];
      bool active = false;
      for (std::size_t c = 0; c < branch.conditions.size(); ++c) {
        const bool now = is_true(branch.conditions[c]);
        active = active || (now && was_true_[w][b][c] == 0);
        was_true_[w][b][c] = static_cast<char>(now);
      }
      if (!active || taken) continue;
      taken = true;
      for (const Assignment& one : branch.values) values_.now[one.variable] = value(*one.tree, values_);
      jumps.insert(jumps.end(), branch.jumps.begin(), branch.jumps.end());
    }
  }
  return jumps;
}

void Machine::handle_event(double time, std::vector<double>& x) {
  put(time, x);
  values_.event = true;
  for (int turn = 0;; ++turn) {
    if (turn > 100) throw std::runtime_error("the event does not come to rest");
    const Values earlier = values_;
    for (const Assignment& one : description_.early) values_.now[one.variable] = value(*one.tree, values_);
    const std::vector<Assignment> jumps = react();
    continuous();
    std::vector<double> jumped;
    for (const Assignment& jump : jumps) jumped.push_back(value(*jump.tree, values_));
    for (std::size_t i = 0; i < jumps.size(); ++i) values_.now[jumps[i].variable] = jumped[i];
    values_.before = values_.now;
    if (values_.now == earlier.now && values_.before == earlier.before && values_.held == earlier.held) break;
  }
  // the instants of sample are over
  for (std::size_t w = 0; w < description_.whens.size(); ++w)
    for (std::size_t b = 0; b < description_.whens[w].size(); ++b)
      for (std::size_t c = 0; c < description_.whens[w][b].conditions.size(); ++c)
        if (!description_.whens[w][b].conditions[c].tree) was_true_[w][b][c] = 0;
  values_.event = false;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = values_.now[description_.states[i]];
}

std::vector<double> Machine::derivatives(double time, const std::vector<double>& x) {
  put(time, x);
  continuous();
  std::vector<double> slopes;
  for (const Tree& tree : description_.derivatives) slopes.push_back(value(*tree, values_));
  return slopes;
}

template <class Visit>
bool Machine::all_trees(const Visit& visit) const {
  const auto list = [&](const auto& assignments) {
    return std::all_of(assignments.begin(), assignments.end(), [&](const Assignment& a) { return visit(*a.tree); });
  };
  const auto trees = [&](const std::vector<Tree>& all) {
    return std::all_of(all.begin(), all.end(), [&](const Tree& tree) { return visit(*tree); });
  };
  if (!list(description_.early) || !list(description_.switches) || !list(description_.late) ||
      !list(description_.last) || !trees(description_.derivatives))
    return false;
  for (const LinearLoop& loop : description_.linear_loops)
    if (!trees(loop.right)) return false;
  for (const NonlinearLoop& loop : description_.nonlinear_loops)
    if (!trees(loop.trees)) return false;
  for (const When& when : description_.whens)
    for (const Branch& branch : when)
      for (const Condition& condition : branch.conditions)
        if (condition.tree && !visit(*condition.tree)) return false;
  return true;
}

bool Machine::still_holds(double time, const std::vector<double>& x) {
  put(time, x);
  continuous();
  return all_trees([&](const Node& node) { return random_hybrid::still_holds(node, values_); });
}

double Machine::next_sample(double time) const {
  double next = std::numeric_limits<double>::infinity();
  for (const When& when : description_.whens)
    for (const Branch& branch : when)
      for (const Condition& condition : branch.conditions) {
        if (condition.tree) continue;
        const double turns = std::max(0.0, std::floor((time - condition.first) / condition.interval + 1e-9) + 1);
        next = std::min(next, condition.first + turns * condition.interval);
      }
  return next;
}

namespace {

std::vector<double> runge_kutta(Machine& machine, double t, double h, const std::vector<double>& x) {
  const auto moved = [&](double by, const std::vector<double>& slope) {
    std::vector<double> y = x;
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += by * slope[i];
    return y;
  };
  const std::vector<double> k1 = machine.derivatives(t, x);
  const std::vector<double> k2 = machine.derivatives(t + h / 2, moved(h / 2, k1));
  const std::vector<double> k3 = machine.derivatives(t + h / 2, moved(h / 2, k2));
  const std::vector<double> k4 = machine.derivatives(t + h, moved(h, k3));
  std::vector<double> y = x;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  return y;
}

/// Goes towards t + h as far as everything holds, and a little further: not nearer to an event than two times can be
/// told apart, so that the run goes on from a later time. True: to an event.
bool advance(Machine& machine, double& t, double h, std::vector<double>& x) {
  const std::vector<double> whole = runge_kutta(machine, t, h, x);
  if (machine.still_holds(t + h, whole)) {
    x = whole;
    t += h;
    return false;
  }
  double low = 0, high = h;
  while (high - low > 1e-13) {
    const double middle = (low + high) / 2;
    (machine.still_holds(t + middle, runge_kutta(machine, t, middle, x)) ? low : high) = middle;
  }
  high = std::min(high + 1e-13, h);
  x = runge_kutta(machine, t, high, x);
  t += high;
  return true;
}

}  // namespace

Reference reference_run(const Description& description, double stop, std::size_t steps,
                        const std::vector<double>& times) {
  Reference reference;
  Machine machine(description);
  std::vector<double> x = machine.start();
  machine.initialise(0);
  const double h = stop / static_cast<double>(steps);
  double t = 0;
  for (std::size_t k = 0; k < steps; ++k) {
    const double end = static_cast<double>(k + 1) * h;
    while (end - t > 1e-12) {
      const double sample = machine.next_sample(t);
      const bool sampled = sample < end + 1e-12;
      const bool event = advance(machine, t, std::min(end, sample) - t, x);
      if (!event && sampled) t = sample;
      if (!event && !sampled) t = end;
      if (!event && !sampled) continue;
      machine.handle_event(t, x);
      reference.events.push_back(t);
    }
    for (const double time : times) {
      if (std::fabs(time - end) > h / 2) continue;
      reference.states.push_back(x);
      reference.discrete.emplace_back();
      for (const std::size_t d : description.discrete) reference.discrete.back().push_back(machine.values().now[d]);
    }
  }
  return reference;
}

}  // namespace sunder::random_hybrid

#include "cosimulate/master.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <utility>

#include "algebra/linear_equations.hpp"
#include "base/codes.hpp"
#include "base/text.hpp"
#include "cosimulate/solution_map.hpp"

namespace sunder::cosimulate {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Coefficients of the polynomial that is u at s = 0 and takes the other values at their places.
struct Node {
  double s, value;
};
std::array<double, 3> through(double u, std::optional<Node> first, std::optional<Node> second) {
  if (!first) return {u, 0, 0};
  const double slope = (first->value - u) / first->s;
  if (!second) return {u, slope, 0};
  const double curvature = ((second->value - u) / second->s - slope) / (second->s - first->s);
  return {u, slope - curvature * first->s, curvature};
}

/// Of this thread alone: others on the machine do not count.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Master::Master(std::vector<model::Part*> parts, const Wiring& wiring, const MasterSettings& settings, ThreadPool* pool)
    : parts_(std::move(parts)),
      wiring_(wiring),
      settings_(settings),
      pool_(pool),
      outputs_(wiring.outputs()),
      curves_(parts_.size()) {
  if (settings_.kind == MasterKind::iterated) settings_.feedthrough = Feedthrough::solved;
  for (const model::Part* part : parts_) feeds_through_ = feeds_through_ || part->feeds_through();
  for (std::size_t p = 0; p < parts_.size(); ++p) (parts_[p]->elsewhere() ? elsewhere_ : here_).push_back(p);
  for (std::size_t p = 0; p < parts_.size(); ++p)
    for (const std::size_t input : parts_[p]->deciding_inputs()) deciding_.push_back(wiring.first_input[p] + input);
  for (std::size_t p = 0; p < parts_.size(); ++p) curves_[p].resize(wiring.first_input[p + 1] - wiring.first_input[p]);
  curve_.resize(wiring.inputs());
  statistics_.part_seconds.assign(parts_.size(), 0.0);
}

bool Master::start(double time) {
  past_.clear();
  past_.push_front({time, std::vector<double>(wiring_.inputs(), 0.0)});
  route(past_.front().values);
  // the coupling is solved at the start also when it is delayed later: nothing else is known of the inputs
  if (!solve_coupling(time, past_.front().values)) return false;
  curve_.begin = time;
  curve_.hold(past_.front().values);
  for (std::size_t p = 0; p < parts_.size(); ++p) hand_over(p);
  return true;
}

void Master::remember(double time, double spacing, const std::vector<std::vector<double>>& inputs) {
  past_.clear();
  const bool present = settings_.feedthrough == Feedthrough::delayed;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    past_.push_back({time - spacing * static_cast<double>(present ? i : i + 1), inputs[i]});
  if (present) return;
  past_.push_front({time, std::vector<double>(wiring_.inputs(), 0.0)});
  if (!solve_coupling(time, past_.front().values)) past_.front().values.assign(wiring_.inputs(), 0.0);
}

std::vector<std::vector<double>> Master::remembered(std::size_t count) const {
  std::vector<std::vector<double>> list;
  const std::size_t first = settings_.feedthrough == Feedthrough::delayed ? 0 : 1;
  for (std::size_t i = first; i < first + count; ++i) list.push_back(past_[i].values);
  return list;
}

bool Master::can_restore() const {
  return std::ranges::all_of(parts_, [](const model::Part* part) { return part->can_restore(); });
}

std::vector<std::unique_ptr<model::Snapshot>> Master::save_parts() const {
  std::vector<std::unique_ptr<model::Snapshot>> saved;
  for (const model::Part* part : parts_) saved.push_back(part->save());
  return saved;
}

void Master::restore_parts(const std::vector<std::unique_ptr<model::Snapshot>>& saved) {
  for (std::size_t p = 0; p < parts_.size(); ++p) parts_[p]->restore(*saved[p]);
}

Master::Saved Master::save() const { return {save_parts(), past_}; }

void Master::restore(const Saved& saved) {
  restore_parts(saved.parts);
  past_ = saved.past;
}

bool Master::step(double time, double end, double length) {
  fault_.reset();
  extrapolate(time, length);
  const bool moved =
      settings_.kind == MasterKind::iterated ? step_iterated(time, end, length) : step_parts(time, end, length);
  if (!moved || !arrive(end)) return false;
  ++statistics_.steps;
  return true;
}

double Master::prediction_error() const {
  double worst = 0;
  for (std::size_t i = 0; i < wiring_.inputs(); ++i) worst = std::max(worst, prediction_error(i));
  return worst;
}

double Master::decision_error() const {
  double worst = 0;
  for (const std::size_t i : deciding_) worst = std::max(worst, prediction_error(i));
  return worst;
}

double Master::prediction_error(std::size_t input) const {
  return std::abs(at_end(input) - inputs()[input]) / (1 + std::abs(inputs()[input]));
}

double Master::at_end(std::size_t input) const {
  const auto& c = curve_.coefficients;
  return c[0][input] + c[1][input] + c[2][input];
}

// Curves through the inputs at the start of the step and before; while the past is short, of a lower degree.
void Master::extrapolate(double time, double length) {
  curve_.begin = time;
  curve_.length = length;
  const auto node = [&](std::size_t back, std::size_t input) -> std::optional<Node> {
    if (settings_.extrapolation < static_cast<int>(back) || past_.size() <= back) return std::nullopt;
    return Node{(past_[back].time - time) / length, past_[back].values[input]};
  };
  for (std::size_t i = 0; i < wiring_.inputs(); ++i) {
    const auto c = through(past_[0].values[i], node(1, i), node(2, i));
    for (std::size_t d = 0; d < c.size(); ++d) curve_.coefficients[d][i] = c[d];
  }
}

void Master::interpolate(std::size_t input, double end_value) {
  std::array<double, 3> c{end_value, 0, 0};
  if (settings_.extrapolation > 0) {
    std::optional<Node> back;
    if (settings_.extrapolation > 1 && past_.size() > 1)
      back = Node{(past_[1].time - curve_.begin) / curve_.length, past_[1].values[input]};
    c = through(past_[0].values[input], Node{1, end_value}, back);
  }
  for (std::size_t d = 0; d < c.size(); ++d) curve_.coefficients[d][input] = c[d];
}

void Master::hand_over(std::size_t part) {
  model::InputCurve& own = curves_[part];
  own.begin = curve_.begin;
  own.length = curve_.length;
  const std::size_t first = wiring_.first_input[part];
  for (std::size_t d = 0; d < own.coefficients.size(); ++d)
    for (std::size_t i = 0; i < own.coefficients[d].size(); ++i)
      own.coefficients[d][i] = curve_.coefficients[d][first + i];
  parts_[part]->set_inputs(own);
}

model::Status Master::step_timed(std::size_t part, double time, double length) {
  if (parts_[part]->elsewhere()) return parts_[part]->step(time, length);
  const double begin = thread_seconds();
  model::Status done = parts_[part]->step(time, length);
  statistics_.part_seconds[part] += thread_seconds() - begin;
  return done;
}

/// Parts of other processes begin first: they work while those of this one do.
template <class Work>
bool Master::step_all(double time, double end, double length, const Work& afterwards) {
  std::vector<model::Status> done(parts_.size());
  const auto turn = [&](std::size_t p) {
    done[p] = step_timed(p, time, length);
    if (done[p]) done[p] = afterwards(p);
  };
  for (const std::size_t p : elsewhere_) {
    hand_over(p);
    parts_[p]->announce_step(time, length, end);
  }
  for (const std::size_t p : elsewhere_) parts_[p]->announced();
  const auto turn_here = [&](std::size_t i) {
    hand_over(here_[i]);
    turn(here_[i]);
  };
  if (pool_ != nullptr) {
    pool_->run(here_.size(), turn_here);
  } else {
    for (std::size_t i = 0; i < here_.size(); ++i) turn_here(i);
  }
  for (const std::size_t p : elsewhere_) turn(p);
  for (std::size_t p = 0; p < parts_.size(); ++p)
    if (!done[p]) return part_failed(p, time, done[p]);
  return true;
}

bool Master::step_parts(double time, double end, double length) {
  if (settings_.kind == MasterKind::gauss_seidel) {
    std::vector<char> done(parts_.size(), 0);
    for (const std::size_t p : settings_.order) {
      take_new_outputs(p, done);
      hand_over(p);
      if (model::Status stepped = step_timed(p, time, length); !stepped) return part_failed(p, time, stepped);
      if (model::Status known = new_outputs(p, time + length); !known) return part_failed(p, time + length, known);
      done[p] = 1;
    }
    return true;
  }
  return step_all(time, end, length, [](std::size_t) { return model::Status(); });
}

void Master::take_new_outputs(std::size_t part, const std::vector<char>& done) {
  for (std::size_t i = wiring_.first_input[part]; i < wiring_.first_input[part + 1]; ++i) {
    const auto& source = wiring_.sources[i];
    if (source.output && done[wiring_.part_of_output(*source.output)] != 0)
      interpolate(i, source.of(outputs_[*source.output]));
  }
}

/// Outputs at the end of a step, with the inputs the part had there.
model::Status Master::new_outputs(std::size_t part, double end) {
  const std::size_t first = wiring_.first_input[part], last = wiring_.first_input[part + 1];
  std::vector<double> u;
  for (std::size_t i = first; i < last; ++i) u.push_back(at_end(i));
  const std::size_t begin = wiring_.first_output[part];
  return parts_[part]->outputs(end, u, std::span(outputs_).subspan(begin, wiring_.first_output[part + 1] - begin));
}

// The inputs at the end of the step are the unknowns, and one sweep over all parts says what they ought to be.
// Broyden's method makes the most of every sweep; its first move is the plain repetition.
bool Master::step_iterated(double time, double end, double length) {
  const auto saved = save_parts();
  const auto size = static_cast<Index>(wiring_.inputs());
  std::vector<double> guess(wiring_.inputs()), found;
  for (std::size_t i = 0; i < guess.size(); ++i) guess[i] = at_end(i);
  MatrixXd inverse = -MatrixXd::Identity(size, size);
  VectorXd residual, before;
  VectorXd move;
  for (std::size_t turn = 0; turn < settings_.iterations; ++turn) {
    if (turn > 0) restore_parts(saved);
    if (!sweep(time, end, length, guess, found)) return false;
    ++statistics_.iterations;
    residual = Eigen::Map<const VectorXd>(found.data(), size) - Eigen::Map<const VectorXd>(guess.data(), size);
    if (coupled({residual.data(), residual.data() + size}, found)) return true;
    if (turn > 0) {
      const VectorXd image = inverse * (residual - before);
      const double scale = move.dot(image);
      if (scale != 0) inverse += (move - image) * (move.transpose() * inverse) / scale;
    }
    before = residual;
    move = -(inverse * residual);
    for (Index i = 0; i < size; ++i) guess[static_cast<std::size_t>(i)] += move[i];
    if (!move.allFinite()) break;
  }
  Index worst = 0;
  residual.cwiseAbs().maxCoeff(&worst);
  return fail(Code::E1011, time,
              "the communication step from " + shortest(time) + " to " + shortest(end) + " did not converge in " +
                  counted(settings_.iterations, "iteration") + "; '" + input_name(static_cast<std::size_t>(worst)) +
                  "' is still off by " + rounded(std::abs(residual[worst]), 3));
}

bool Master::sweep(double time, double end, double length, const std::vector<double>& guess,
                   std::vector<double>& found) {
  for (std::size_t i = 0; i < guess.size(); ++i) interpolate(i, guess[i]);
  if (!step_all(time, end, length, [&](std::size_t p) { return new_outputs(p, end); })) return false;
  found.assign(guess.size(), 0.0);
  route(found);
  return true;
}

bool Master::coupled(const std::vector<double>& change, const std::vector<double>& u) const {
  for (std::size_t i = 0; i < u.size(); ++i)
    if (!(std::abs(change[i]) <= settings_.tolerance * (1 + std::abs(u[i])))) return false;
  return true;
}

/// The inputs at the new communication point.
bool Master::arrive(double end) {
  std::vector<double> u(wiring_.inputs());
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = at_end(i);
  if (settings_.feedthrough == Feedthrough::delayed) {
    if (!all_outputs(end, u)) return false;
    route(u);
  } else if (!solve_coupling(end, u)) {
    return false;
  }
  past_.push_front({end, std::move(u)});
  present_inputs(end);
  if (past_.size() > static_cast<std::size_t>(model::largest_extrapolation) + 1) past_.pop_back();
  return true;
}

/// What is recorded at a communication point belongs to the inputs there, not to the curve that led to it.
void Master::present_inputs(double time) {
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const std::size_t first = wiring_.first_input[p];
    curves_[p].begin = time;
    curves_[p].hold(std::span(inputs()).subspan(first, wiring_.first_input[p + 1] - first));
    parts_[p]->set_inputs(curves_[p]);
  }
}

bool Master::all_outputs(double time, const std::vector<double>& u) {
  const auto inputs_of = [&](std::size_t p) {
    return std::span(u).subspan(wiring_.first_input[p], wiring_.first_input[p + 1] - wiring_.first_input[p]);
  };
  for (const std::size_t p : elsewhere_) parts_[p]->announce_outputs(time, inputs_of(p));
  for (const std::size_t p : elsewhere_) parts_[p]->announced();
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const std::size_t out = wiring_.first_output[p];
    model::Status known =
        parts_[p]->outputs(time, inputs_of(p), std::span(outputs_).subspan(out, wiring_.first_output[p + 1] - out));
    if (!known) return part_failed(p, time, known);
  }
  return true;
}

/// Inputs from the present outputs.
void Master::route(std::vector<double>& u) const {
  for (std::size_t i = 0; i < u.size(); ++i) {
    const auto& source = wiring_.sources[i];
    u[i] = source.output ? source.of(outputs_[*source.output]) : source.constant;
  }
}

bool Master::coupling_residual(double time, const std::vector<double>& u, std::vector<double>& residual) {
  if (!all_outputs(time, u)) return false;
  residual.assign(u.size(), 0.0);
  route(residual);
  for (std::size_t i = 0; i < u.size(); ++i) residual[i] -= u[i];
  return true;
}

// Newton on u = M g(x, u), with the parts' exact derivatives dg/du; the move is halved while it makes things worse.
bool Master::solve_coupling(double time, std::vector<double>& u) {
  std::vector<double> residual;
  if (!coupling_residual(time, u, residual)) return false;
  if (!feeds_through_) {
    route(u);
    return true;
  }
  const auto size = static_cast<Index>(u.size());
  const auto norm = [&](const std::vector<double>& r) {
    double worst = 0;
    for (std::size_t i = 0; i < r.size(); ++i) worst = std::max(worst, std::abs(r[i]) / (1 + std::abs(u[i])));
    return worst;
  };
  constexpr int iteration_limit = 100, halving_limit = 30;
  for (int turn = 0; turn < iteration_limit; ++turn) {
    MatrixXd matrix = MatrixXd::Identity(size, size);
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const std::size_t in = wiring_.first_input[p], count = wiring_.first_input[p + 1] - in;
      std::vector<double> d((wiring_.first_output[p + 1] - wiring_.first_output[p]) * count);
      if (model::Status known = parts_[p]->feedthrough(time, std::span(u).subspan(in, count), d); !known)
        return part_failed(p, time, known);
      for (std::size_t i = 0; i < u.size(); ++i) {
        const auto& source = wiring_.sources[i];
        if (!source.output || wiring_.part_of_output(*source.output) != p) continue;
        const std::size_t row = *source.output - wiring_.first_output[p];
        for (std::size_t j = 0; j < count; ++j)
          matrix(static_cast<Index>(i), static_cast<Index>(in + j)) -= source.factor * d[row * count + j];
      }
    }
    const algebra::CarefulFactors factors(matrix);
    if (!factors.invertible())
      return fail(Code::E1007, time,
                  "the algebraic loop " + loop_text() + " has no unique solution at time " + shortest(time));
    const VectorXd move = factors.solve(Eigen::Map<const VectorXd>(residual.data(), size));
    ++statistics_.coupling_iterations;
    const std::vector<double> begin = u;
    const double worst = norm(residual);
    double fraction = 1;
    bool better = false;
    for (int half = 0; half < halving_limit && !better; ++half, fraction /= 2) {
      for (std::size_t i = 0; i < u.size(); ++i) u[i] = begin[i] + fraction * move[static_cast<Index>(i)];
      if (!coupling_residual(time, u, residual)) return false;
      better = norm(residual) < worst || coupled({move.data(), move.data() + size}, u);
    }
    if (coupled({move.data(), move.data() + size}, u)) {
      route(u);
      return true;
    }
    if (!better) break;
  }
  return fail(Code::E1007, time,
              "no solution of the algebraic loop " + loop_text() + " was found at time " + shortest(time));
}

std::string Master::input_name(std::size_t input) const {
  const auto next = std::ranges::upper_bound(wiring_.first_input, input);
  const auto part = static_cast<std::size_t>(next - wiring_.first_input.begin()) - 1;
  const model::PartInterface& interface = parts_[part]->interface();
  return interface.name + "." + interface.inputs[input - wiring_.first_input[part]];
}

std::string Master::loop_text() const {
  std::vector<std::string> names;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    if (!parts_[p]->feeds_through()) continue;
    for (std::size_t i = wiring_.first_input[p]; i < wiring_.first_input[p + 1]; ++i) names.push_back(input_name(i));
  }
  if (names.size() > 8) names.resize(8);
  return "through " + enumerated(names);
}

bool Master::part_failed(std::size_t part, double time, const model::Status& why) {
  const model::Fault& inner = why.fault();
  const double when = std::max(inner.time, time);
  MasterFault fault;
  fault.code = Code::E1010;
  fault.part = part;
  fault.time = when;
  fault.inner = inner;
  fault.message =
      "part '" + parts_[part]->interface().name + "' failed at time " + shortest(when) + ": " + inner.message;
  fault_ = std::move(fault);
  return false;
}

bool Master::fail(Code code, double time, std::string message) {
  MasterFault fault;
  fault.code = code;
  fault.time = time;
  fault.message = std::move(message);
  fault_ = std::move(fault);
  return false;
}

}  // namespace sunder::cosimulate

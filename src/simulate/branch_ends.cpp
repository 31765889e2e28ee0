// Where the solution of simultaneous equations that a run follows comes to an end (a trigger without events of its own
// switches over): the run goes on from another one, and says so.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "simulate/events.hpp"

namespace sunder::simulate {

namespace {

/// In parts of the run: how far before its end the solution that was followed is looked at (right at the end it may be
/// lost already), and how far beyond it another one is looked for.
constexpr double way_back = 1e-8;
constexpr double ways_on[] = {1e-10, 1e-8, 1e-6};
/// A solution is another one where a variable differs by this part of its size so shortly after.
constexpr double jump = 1e-2;
/// So many ends in this part of the run lead nowhere.
constexpr std::uint32_t most_ends = 12;
constexpr double many_at_once = 1e-5;

bool ends_here(const model::Fault& fault) {
  return fault.code == Code::E0502 || fault.code == Code::E0503 || fault.code == Code::E0609;
}

std::string what_jumped(const model::Model& model, model::VariableIndex variable, std::span<const double> before,
                        std::span<const double> after) {
  return ", with '" + model.description().variable(variable).name + "' at " + rounded(after[variable.index()], 4) +
         " instead of " + rounded(before[variable.index()], 4);
}

}  // namespace

/// The variable that changes most between the two solutions; none where they are the same.
std::optional<model::VariableIndex> EventLoop::largest_jump(std::span<const double> before,
                                                            std::span<const double> after) const {
  std::optional<model::VariableIndex> found;
  double largest = jump;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const model::VariableIndex variable(i);
    const double size = std::max(std::abs(before[i]), std::abs(after[i]));
    if (!(std::abs(after[i] - before[i]) > largest * size)) continue;
    if (size < std::numeric_limits<double>::epsilon() * model_.description().nominal(variable)) continue;
    largest = std::abs(after[i] - before[i]) / size;
    found = variable;
  }
  return found;
}

bool EventLoop::go_on_elsewhere(double& time, double end, std::span<double> x, const model::Fault& fault) {
  if (!ends_here(fault) || stepper_ == nullptr || settings_.mode == EventMode::grid) return false;
  const double run = settings_.stop - settings_.start;
  if (ends_.count == 0 || time - ends_.begin > many_at_once * run) ends_ = {time, 0};
  if (++ends_.count > most_ends) return false;
  const std::size_t count = model_.description().variable_count();
  std::vector<double> before(count), after(count), moved(x.size());
  if (!derivatives_) derivatives_ = model::full_evaluator(model_, context_);
  slope_.resize(x.size());
  curvature_.resize(x.size());
  if (!derivatives_->freeze(time, x) || !derivatives_->evaluate(x, slope_)) std::ranges::fill(slope_, 0.0);
  const auto move = [&](double part) {
    for (std::size_t i = 0; i < x.size(); ++i) moved[i] = x[i] + part * run * slope_[i];
  };
  move(-way_back);
  const bool knows_before = model_.record(context_, time - way_back * run, moved, before).ok();
  // steps that become too small may end at a pole, or where it is just steep: there is a solution near the one before
  const bool lost = fault.code != Code::E0609;
  for (const double part : ways_on) {
    const double later = time + part * run;
    if (later <= time || later > end) continue;
    move(part);
    if (!lost && derivatives_->freeze(later, moved) && derivatives_->evaluate(moved, curvature_)) continue;
    if (!model_.record(context_, later, moved, after)) continue;
    const std::optional<model::VariableIndex> jumped = knows_before ? largest_jump(before, after) : std::nullopt;
    if (!jumped && !lost) continue;
    if (!record_(time, x, false)) return false;
    if (!says_ends_) {
      const Span place = jumped && !fault.span.valid() ? model_.description().variable(*jumped).origin : fault.span;
      warnings_.push_back({"the solution of simultaneous equations that the run follows ends at time " +
                               rounded(time, 9) + ": it goes on from another one" +
                               (jumped ? what_jumped(model_, *jumped, before, after) : ""),
                           place, Code::W0508});
      says_ends_ = true;
    }
    std::ranges::copy(moved, x.begin());
    time = later;
    violated_.clear();
    if (model_events_ != nullptr) {
      if (!handle(time, x, model::EventCause::found)) return false;
    } else {
      context_.accept(time, x);
      if (!record_(time, x, true)) return false;
    }
    stepper_->reset();
    return true;
  }
  return false;
}

}  // namespace sunder::simulate

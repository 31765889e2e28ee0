#include "simulate/aliasing.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "integrate/stepper.hpp"

namespace sunder::simulate {

namespace {

constexpr double golden = 0.6180339887498949;  // the part of a turn whose multiples fill it most evenly
constexpr std::size_t enough_events = 4;       // of one crossing: two whole periods of a relation
constexpr std::size_t most_steps_of_probe = 2000;
constexpr double steps_probed = 8;
constexpr double most_uneven = 1.5;  // the longest of its periods by the shortest

/// The first crossing that is seen to repeat, from a run of a few steps' length.
class Probe {
 public:
  Probe(const model::Model& model, const TimeGrid& grid, const CancelToken& cancel)
      : model_(model), grid_(grid), cancel_(cancel), context_(model.create_context()) {}

  std::optional<model::PeriodInfo> run() {
    double time = grid_.start;
    const double end = std::min(grid_.stop, time + steps_probed * grid_.step);
    if (!model_.initialise(*context_, time)) return std::nullopt;  // the run itself will say why
    const std::span<double> x = context_->states();
    integrate::StepperOptions options;
    options.tolerance = 1e-4;
    options.stop = end;
    options.cancel = cancel_;
    Outcome<std::unique_ptr<integrate::Stepper>> stepper = integrate::make_stepper("cvode", model_, *context_, options);
    if (!stepper.ok()) return std::nullopt;
    times_.resize(model_.events()->indicator_count());
    margins_.resize(model_.events()->indicator_count());
    const auto look = [this](double at, std::span<const double> now, bool after) {
      return after ? model::Status() : note(at, now);
    };
    EventLoop loop(model_, *context_, stepper->get(), {EventMode::locate, time, end, cancel_}, look);
    if (!loop.start(time, x)) return std::nullopt;
    while (time < end && !found_ && !loop.termination() && !cancel_.requested()) {
      // in stretches, so that a run of many small steps can be given up between them
      const double goal = std::min(end, time + grid_.step / 4);
      if (!loop.advance(time, goal, goal - time, x)) break;
      if ((*stepper)->statistics().steps > most_steps_of_probe) break;
    }
    return found_;
  }

 private:
  model::Status note(double time, std::span<const double> x) {
    if (found_) return {};
    if (model::Status looked = model_.events()->indicators(*context_, time, x, margins_); !looked) return looked;
    for (std::uint32_t k = 0; k < margins_.size(); ++k) {
      if (margins_[k] >= 0) continue;
      times_[k].push_back(time);
      if (times_[k].size() > enough_events) judge(k);
    }
    return {};
  }

  /// A relation becomes true and false once a period.
  void judge(std::uint32_t k) {
    const std::vector<double>& at = times_[k];
    const std::size_t last = at.size() - 1;
    const double period = at[last] - at[last - 2];
    const double before = at[last - 2] - at[last - 4];
    if (!(period > 0) || !(before > 0) || std::max(period, before) > most_uneven * std::min(period, before)) return;
    if (2 * grid_.step < period) return;
    const model::ZeroCrossing info = model_.events()->crossing(k);
    found_ = model::PeriodInfo{period, "the events of '" + info.text + "'", false, info.span};
  }

  const model::Model& model_;
  const TimeGrid& grid_;
  const CancelToken& cancel_;
  std::unique_ptr<model::Context> context_;
  std::vector<double> margins_;
  std::vector<std::vector<double>> times_;  // by crossing
  std::optional<model::PeriodInfo> found_;
};

}  // namespace

double incommensurate_step(double step, double period) {
  const double turns = std::floor(step / period * (1 + 1e-9));
  const double exact = turns < 1 ? (1 - golden) * period : (turns + golden) * period;
  // few digits: a number to be typed
  const double digit = std::pow(10.0, std::floor(std::log10(exact)) - 5);
  return std::round(exact / digit) * digit;
}

void warn_of_aliasing(const model::Model& model, model::Context& context, const TimeGrid& grid, EventMode events,
                      const CancelToken& cancel, Diagnostics& diagnostics) {
  if (model.state_count() == 0 || grid.count < 2) return;
  std::vector<model::PeriodInfo> periods = model.periods(context);
  const bool none_in_text = periods.empty();
  if (events == EventMode::locate) std::erase_if(periods, [](const model::PeriodInfo& info) { return info.instants; });
  std::optional<model::PeriodInfo> worst;
  if (!periods.empty() && 2 * grid.step >= periods.front().period) worst = periods.front();
  if (none_in_text && events == EventMode::grid && model.events() != nullptr && model.events()->indicator_count() > 0)
    worst = Probe(model, grid, cancel).run();
  if (!worst) return;
  const double turns = grid.step / worst->period;
  const bool same_phase = turns > 0.5 && std::abs(turns - std::round(turns)) < 1e-3;
  const std::string met = same_phase ? "every step meets it in the same phase" : "the steps do not resolve it";
  const double offered = incommensurate_step(grid.step, worst->period);
  diagnostics
      .warning(Code::W0630, worst->span,
               "the step " + shortest(grid.step) + " is " + rounded(turns, 4) + " times the period " +
                   rounded(worst->period, 4) + " of " + worst->text + ": " + met +
                   ", and slow states do not see its mean")
      .help = "the method averaging sees it; a step of " + rounded(offered, 6) +
              (offered < worst->period ? " resolves it" : " would meet all phases in turn");
}

}  // namespace sunder::simulate

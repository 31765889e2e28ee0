#include "simulate/stretch.hpp"

#include <cmath>

#include "integrate/stopping.hpp"

namespace sunder::simulate {

namespace {
/// Where the method looks inside its steps by itself, and where it does not.
constexpr double looks_per_stretch = 4;
constexpr double looks_at_ends_only = 16;
}  // namespace

/// Passes everything on, and looks at each step before anything changes what it was computed with.
class StretchRunner::Observed final : public integrate::Stepper {
 public:
  Observed(const model::Model& model, model::Context& context, std::unique_ptr<integrate::Stepper> inner)
      : integrate::Stepper(model, context), inner_(std::move(inner)), inside_(model.state_count()) {}

  void begin(double time, const See* see) {
    seen_ = time;
    see_ = see;
  }
  /// Shows what lies between what was shown already and `until`, which is inside the last step.
  model::Status show(double until) {
    const double begin = seen_;
    if (!(until > begin)) return {};
    seen_ = until;
    if (see_ == nullptr || !*see_) return {};
    const double middle = begin + (until - begin) / 2;
    const double half = (until - begin) / 2;
    const double offset = half * std::sqrt(0.6);  // the three points of Gauss
    for (const int point : {-1, 0, 1}) {
      const double time = middle + point * offset;
      const double weight = half * (point == 0 ? 8.0 : 5.0) / 9;
      if (model::Status found = inner_->interpolate(time, inside_); !found) return found;
      if (model::Status seen = (*see_)(time, weight, inside_); !seen) return seen;
    }
    return {};
  }

  model::Status step(double t, double h, std::span<double> x) override {
    model::Status fine = inner_->step(t, h, x);
    statistics_ = inner_->statistics();
    return fine;
  }
  [[nodiscard]] bool has_states() const { return inner_ != nullptr; }
  model::Status advance(double t, double h, std::span<double> x, double& reached) override {
    if (model::Status shown = show(t); !shown) return shown;
    model::Status fine = inner_->advance(t, h, x, reached);
    statistics_ = inner_->statistics();
    return fine;
  }
  model::Status interpolate(double time, std::span<double> x) override { return inner_->interpolate(time, x); }
  model::Status interpolate_some(double time, std::span<const std::uint32_t> states, std::span<double> x) override {
    return inner_->interpolate_some(time, states, x);
  }
  [[nodiscard]] int looks_inside() const override { return inner_ ? inner_->looks_inside() : 0; }
  void limit(double time) override { inner_->limit(time); }
  void reset() override {
    if (inner_) inner_->reset();
  }
  void restart(const model::EventOutcome& outcome) override { inner_->restart(outcome); }

 private:
  std::unique_ptr<integrate::Stepper> inner_;
  std::vector<double> inside_;
  double seen_ = 0;
  const See* see_ = nullptr;
};

StretchRunner::StretchRunner(const model::Model& model, model::Context& context,
                             std::unique_ptr<integrate::Stepper> stepper, CancelToken cancel, Looks looks)
    : model_(model),
      context_(context),
      stepper_(std::make_unique<Observed>(model, context, std::move(stepper))),
      cancel_(std::move(cancel)),
      looks_(looks) {
  EventLoop::Settings settings;
  settings.cancel = cancel_;
  settings.looks_inside = stepper_->looks_inside();
  // an event ends what was computed before it
  const auto before_event = [this](double at, std::span<const double>, bool after) {
    return after ? model::Status() : stepper_->show(at);
  };
  loop_ = std::make_unique<EventLoop>(model_, context_, stepper_->has_states() ? stepper_.get() : nullptr, settings,
                                      before_event);
}

StretchRunner::~StretchRunner() = default;

model::Status StretchRunner::run(double& time, double end, std::span<double> x, const See& see) {
  stepper_->reset();
  return walk(time, end, x, see, true);
}

model::Status StretchRunner::go_on(double& time, double end, std::span<double> x, const See& see) {
  return walk(time, end, x, see, false);
}

model::Status StretchRunner::walk(double& time, double end, std::span<double> x, const See& see, bool starts) {
  stepper_->begin(time, &see);
  EventLoop& loop = *loop_;
  const double looks = loop.looks_inside() > 0 ? looks_per_stretch : looks_at_ends_only;
  loop.begin_again(time, end, looks_ == Looks::often ? (end - time) / looks : std::numeric_limits<double>::infinity());
  model::Status fine = starts ? loop.start(time, x) : model::Status();
  while (fine && time < end && !loop.termination() && !cancel_.requested())
    fine = loop.advance(time, end, end - time, x);
  if (fine) fine = stepper_->show(time);
  events_ += loop.events();
  warnings_.insert(warnings_.end(), loop.warnings().begin(), loop.warnings().end());
  if (loop.termination()) termination_ = loop.termination();
  return fine ? integrate::stop_if_cancelled(cancel_, time) : std::move(fine);
}

integrate::Statistics StretchRunner::statistics() const {
  integrate::Statistics sum = stepper_->statistics();
  sum.events = events_;
  return sum;
}

}  // namespace sunder::simulate

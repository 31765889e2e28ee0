#include "simulate/linearise.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <limits>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "simulate/along_run.hpp"
#include "simulate/events.hpp"
#include "simulate/steady_state.hpp"

namespace sunder::simulate {

namespace {

/// Visits the points asked for: the initial state, then the times along one run, then the steady state.
class Lineariser {
 public:
  Lineariser(const model::Model& model, model::Context& context, const OperatingPoint& point)
      : model_(model), context_(context), point_(point), requests_(point.points), x_(model.state_count()) {
    const auto along = std::erase_if(requests_, [](const PointRequest& one) { return one.kind == PointKind::along; });
    along_ = along > 0;
    if (requests_.empty()) requests_.emplace_back();
    for (PointRequest& request : requests_) {
      if (request.kind == PointKind::time && request.time == point.start) request.kind = PointKind::initial;
    }
    results_.resize(requests_.size());
    context.listen_to(point.cancel);
  }

  Outcome<decouple::Linearisation> run() {
    if (!check()) return Outcome<decouple::Linearisation>(std::move(diagnostics_));
    evaluator_ = model_.state_count() > 0 ? model::full_evaluator(model_, context_) : nullptr;
    if (!visit_run() || !visit_steady()) return failed();
    visit_along();
    decouple::Linearisation result;
    result.model = model_.name();
    result.states = model::state_names(model_);
    for (const model::StateIndex state : model::all_states(model_.state_count()))
      result.origins.push_back(model_.state_origin(state));
    if (model_.events() != nullptr) result.event_feedback = model_.events()->feedback();
    static_cast<decouple::LinearPoint&>(result) = std::move(results_.front());
    result.further.assign(std::make_move_iterator(results_.begin() + 1), std::make_move_iterator(results_.end()));
    return {std::move(result), std::move(diagnostics_)};
  }

 private:
  bool check() {
    assert(!requests_.empty());
    for (const PointRequest& request : requests_) {
      if (request.kind != PointKind::time || (request.time > point_.start && std::isfinite(request.time))) continue;
      diagnostics_.error(Code::E0604, {},
                         "the operating point at time " + shortest(request.time) + " is not after the start " +
                             shortest(point_.start));
    }
    return !diagnostics_.has_errors();
  }

  bool initialise() {
    time_ = point_.start;
    if (!fine(model_.initialise(context_, time_))) return false;
    x_.assign(context_.states().begin(), context_.states().end());
    return true;
  }

  /// What went wrong is kept for `failed`.
  bool fine(model::Status status) {
    status_ = std::move(status);
    return status_.ok();
  }

  bool visit_run() {
    if (!initialise()) return false;
    std::vector<std::size_t> later;
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      if (requests_[i].kind == PointKind::initial && !record(results_[i], "initial")) return false;
      if (requests_[i].kind == PointKind::time) later.push_back(i);
    }
    std::stable_sort(later.begin(), later.end(),
                     [&](std::size_t a, std::size_t b) { return requests_[a].time < requests_[b].time; });
    if (later.empty()) return true;
    integrate::StepperOptions options;
    options.tolerance = point_.tolerance;
    options.stop = requests_[later.back()].time;
    options.cancel = point_.cancel;
    std::unique_ptr<integrate::Stepper> stepper;
    if (!x_.empty()) stepper = integrate::make_stepper("cvode", model_, context_, options).take();
    const EventLoop::Settings settings{EventMode::locate, point_.start, *options.stop, point_.cancel};
    EventLoop loop(model_, context_, stepper.get(), settings,
                   [](double, std::span<const double>, bool) { return model::Status(); });
    if (!fine(loop.start(time_, x_))) return false;
    for (const std::size_t i : later) {
      const double to = requests_[i].time;
      if (to > time_ && !loop.termination() && !fine(loop.advance(time_, to, to - time_, x_))) return false;
      if (loop.termination() && time_ < to) {
        diagnostics_.error(
            Code::E0604, {},
            "the model ends its run at time " + shortest(time_) + ", before the operating point at " + shortest(to));
        return false;
      }
      if (!record(results_[i], "time")) return false;
    }
    return true;
  }

  bool visit_steady() {
    const auto wanted = [](const PointRequest& request) { return request.kind == PointKind::steady; };
    if (std::none_of(requests_.begin(), requests_.end(), wanted)) return true;
    if (!initialise()) return false;
    Outcome<SteadyState> steady = find_steady_state(model_, context_, time_, x_, point_.cancel);
    diagnostics_.append(steady.diagnostics());
    if (!steady.ok()) return false;
    x_ = steady->x;
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      if (!wanted(requests_[i])) continue;
      if (!record(results_[i], "steady")) return false;
      results_[i].note =
          std::string(steady->followed_transient ? "found by following the transient" : "found by Newton's method") +
          ", " + counted(steady->iterations, "iteration");
    }
    return true;
  }

  /// Not to come to the end of the run is no reason to say nothing.
  void visit_along() {
    if (!along_ || x_.empty() || point_.cancel.requested()) return;
    AlongRun run = look_along(model_, context_, {point_.start, point_.stop, point_.budget, point_.cancel});
    if (run.constant) {
      results_.front().note = "the same all along the run";
      return;
    }
    if (!run.failure.empty()) {
      diagnostics_
          .warning(Code::W0816, {},
                   "the coarse run to look along came to time " + rounded(run.ended) + " only (" + run.failure +
                       "): the analysis is about the initial state")
          .help = run.late ? "sunder analyze with a larger --budget makes a longer run"
                           : "sunder analyze --at looks at other points";
      return;
    }
    if (run.left_out > 0)
      diagnostics_.warning(
          Code::W0817, {},
          "the Jacobian was not finite at " + counted(run.left_out, "point") + " along the run: they are left out");
    for (decouple::LinearPoint& one : run.points)
      if (one.jacobian.values != results_.back().jacobian.values) results_.push_back(std::move(one));
    leave_out_start();
  }

  /// Levels that begin equal, say, have square roots of nothing between them at the start, and later they do not. Where
  /// no other point is known it is an error.
  void leave_out_start() {
    const std::vector<double>& first = results_.front().jacobian.values;
    if (results_.size() < 2 || std::ranges::all_of(first, [](double value) { return std::isfinite(value); })) return;
    diagnostics_.warning(
        Code::W0817, {},
        "the Jacobian was not finite at the start, t = " + rounded(results_.front().time) + ": the start is left out");
    results_.erase(results_.begin());
  }

  bool record(decouple::LinearPoint& result, std::string_view kind) {
    result.time = time_;
    result.kind = kind;
    if (evaluator_ == nullptr) return true;
    result.jacobian.pattern = evaluator_->pattern();
    result.jacobian.values.resize(evaluator_->pattern().nonzeros());
    return fine(evaluator_->freeze(time_, x_)) && fine(evaluator_->jacobian(x_, result.jacobian.values));
  }

  Outcome<decouple::Linearisation> failed() {
    if (diagnostics_.has_errors()) return Outcome<decouple::Linearisation>(std::move(diagnostics_));
    model::report(status_.fault(), diagnostics_);
    return Outcome<decouple::Linearisation>(std::move(diagnostics_));
  }

  const model::Model& model_;
  model::Context& context_;
  const OperatingPoint& point_;
  std::vector<PointRequest> requests_;
  bool along_ = false;
  std::vector<double> x_;
  double time_ = 0;
  std::unique_ptr<model::Evaluator> evaluator_;
  std::vector<decouple::LinearPoint> results_;
  model::Status status_;
  Diagnostics diagnostics_;
};

}  // namespace

Outcome<decouple::Linearisation> linearise(const model::Model& model, model::Context& context,
                                           const OperatingPoint& point) {
  return Lineariser(model, context, point).run();
}

PointCertifier::PointCertifier(const decouple::Linearisation& linearisation, const model::Model& model,
                               const CancelToken& cancel) {
  options_.cancel = cancel;
  std::vector<double> nominals;
  for (std::size_t i = 0; i < model.state_count(); ++i) nominals.push_back(model.state_nominal(model::StateIndex(i)));
  for (std::size_t i = 0; i < linearisation.point_count(); ++i)
    points_.emplace_back(linearisation.point(i).jacobian, nominals);
}

model::StepCertificate PointCertifier::operator()(std::string_view method, const model::StateSet& fast, double step) {
  model::StepCertificate worst;
  worst.method = method;
  worst.step = step;
  worst.growth = 1;
  worst.growth_bounded = true;
  worst.verdict = model::StepVerdict::stable;
  for (integrate::Certification& point : points_) {
    const std::optional<model::StepCertificate> here = point.certify(method, fast, step, options_);
    if (!here) {
      worst.verdict = model::StepVerdict::undecided;
      worst.growth = std::numeric_limits<double>::infinity();
      return worst;
    }
    worst.spectral_radius = std::max(worst.spectral_radius, here->spectral_radius);
    worst.growth = std::max(worst.growth, here->growth);
    worst.growth_bounded = worst.growth_bounded && here->growth_bounded;
    worst.verdict = model::worse(worst.verdict, here->verdict);
  }
  return worst;
}

Outcome<decouple::Analysis> analyze(const model::Model& model, model::Context& context, const OperatingPoint& point,
                                    decouple::AnalysisOptions options, std::string_view method) {
  options.cancel = point.cancel;
  Outcome<decouple::Linearisation> linearisation = linearise(model, context, point);
  if (!linearisation.ok()) return Outcome<decouple::Analysis>(std::move(linearisation.diagnostics()));
  PointCertifier certifier(*linearisation, model, point.cancel);
  Outcome<decouple::Analysis> analysis =
      decouple::analyze(*linearisation, options, [&](const model::StateSet& fast, double step) {
        return certifier(method, fast, step);  // nothing, soon, when the user has asked to stop
      });
  Diagnostics diagnostics = std::move(linearisation.diagnostics());
  diagnostics.append(analysis.diagnostics());
  if (!analysis.has_value()) return Outcome<decouple::Analysis>(std::move(diagnostics));
  return {analysis.take(), std::move(diagnostics)};
}

}  // namespace sunder::simulate

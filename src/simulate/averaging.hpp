// Stepping over a periodic fast part: the slow states advance in long steps, driven by means over one period.
//
//   xS' = F(t, xS),   F = mean over one period of fS(xS, xF(t), t)
//
// where xF is the periodic solution of the fast states with the slow ones held. Whatever depends on fast states enters
// as the mean of its values, never as its value at the mean. F is the slope of Bogacki and Shampine's Runge–Kutta pair
// 3(2), whose steps are multiples of four periods, so that every stage begins in the same phase. To find F the fast
// states are integrated, events located, over one period after another until they repeat; each time they begin as they
// ended last time, so that mostly one period is enough.
//
// At the start, after an event of the slow states and where nothing longer is allowed, the whole model is integrated
// directly, as long as it takes the fast states to become periodic.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/cancel.hpp"
#include "base/progress.hpp"
#include "integrate/statistics.hpp"
#include "simulate/grid.hpp"
#include "simulate/recorder.hpp"
#include "simulate/ripple.hpp"

namespace sunder::simulate {

struct AveragingOptions {
  model::StateSet fast;
  double period = 0;
  std::optional<double> step;  ///< of the slow states, rounded to a multiple of four periods; empty: by the tolerance
  double tolerance = 1e-6;
  TimeGrid outputs;
  CancelToken cancel;
  Progress* progress = nullptr;
};

/// How a run went, beyond the statistics of its integrations.
struct AveragingSummary {
  double period = 0;
  std::uint64_t slow_steps = 0;
  std::uint64_t slow_rejected = 0;
  std::uint64_t periods = 0;             ///< integrated with slow states held
  double direct_time = 0;                ///< time of the model that was integrated directly
  std::vector<std::string> made_fast{};  ///< because they swing within a period, though their time scale is long
  std::vector<Ripple> swinging{};        ///< slow states that are held within a period and should not be, worst first
};

/// The period of the fast part: `given`, else what the model's text says; nothing after an error.
std::optional<double> choose_period(const model::Model& model, model::Context& context, std::optional<double> given,
                                    Diagnostics& diagnostics);

struct AveragingResult {
  model::Status status;
  double time = 0;
  AveragingSummary summary;
  integrate::Statistics statistics;
  std::optional<model::EventMessage> termination;
  std::vector<model::EventMessage> warnings;
};

class AveragingRun {
 public:
  AveragingRun(const model::Model& model, model::Context& context, const AveragingOptions& options, Recorder& recorder);
  ~AveragingRun();

  /// Once, from (outputs.start, x). Rows at all output times: slow states as they are then, everything else as means
  /// over the period that begins there (between two steps of the slow states linear).
  AveragingResult run(std::vector<double> x);

 private:
  class Body;
  std::unique_ptr<Body> body_;
};

}  // namespace sunder::simulate

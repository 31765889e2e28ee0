// One stretch of time with all its events, and integrals over it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "simulate/events.hpp"

namespace sunder::simulate {

/// Integrates a model over stretches of time and shows its way in between: `see` gets points and weights whose weighted
/// sum is the integral over the stretch, exact for polynomials of degree five on every step of the method.
class StretchRunner {
 public:
  using See = std::function<model::Status(double time, double weight, std::span<const double> x)>;

  enum class Looks {
    often,          ///< for crossings, several times in a stretch, however long the steps of the method are
    at_steps_only,  ///< a stretch without events is one step of a fixed-step method, as long as it was asked for
  };
  /// `stepper` is null for a model without states; nothing can be shown of it.
  StretchRunner(const model::Model& model, model::Context& context, std::unique_ptr<integrate::Stepper> stepper,
                CancelToken cancel, Looks looks = Looks::often);
  ~StretchRunner();

  /// From `time` to `end` unless the model ends the run. What is held is made consistent at the start. `see` may be
  /// empty.
  model::Status run(double& time, double end, std::span<double> x, const See& see);
  /// As run, but events at `time` itself are over: the stretch before ended there.
  model::Status go_on(double& time, double end, std::span<double> x, const See& see);

  [[nodiscard]] integrate::Statistics statistics() const;
  [[nodiscard]] const std::optional<model::EventMessage>& termination() const { return termination_; }
  /// When time went back to before it.
  void forget_termination() { termination_.reset(); }
  [[nodiscard]] const std::vector<model::EventMessage>& warnings() const { return warnings_; }

 private:
  class Observed;
  model::Status walk(double& time, double end, std::span<double> x, const See& see, bool starts);

  const model::Model& model_;
  model::Context& context_;
  std::unique_ptr<Observed> stepper_;
  std::unique_ptr<EventLoop> loop_;
  CancelToken cancel_;
  Looks looks_;
  std::uint64_t events_ = 0;
  std::optional<model::EventMessage> termination_;
  std::vector<model::EventMessage> warnings_;
};

}  // namespace sunder::simulate

// Two rates by ARKODE's MRIStep: the slow states by an explicit multirate infinitesimal step method of third order
// (Knoth and Wolke), the fast ones inside it by an implicit method that chooses its own steps.
//
// The library keeps the slow step fixed. We choose it: every step is taken once as a whole and once in two halves, and
// the difference tells the error. The fast part has a tenth of the tolerance, so that it does not disturb that.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "integrate/partitioned_slopes.hpp"
#include "integrate/stepper.hpp"
#include "integrate/stopping.hpp"

namespace sunder {

class MriStepper final : public Stepper {
 public:
  MriStepper(const Model& model, Context& context, const StepperOptions& options);
  ~MriStepper() override;

  [[nodiscard]] bool step(double t, double h, std::span<double> x) override;
  [[nodiscard]] bool advance(double t, double h, std::span<double> x, double& reached) override;
  /// Takes the last step again, only shorter: no polynomial through both ends knows what fast states do between.
  [[nodiscard]] bool interpolate(double time, std::span<double> x) override;
  void limit(double time) override { limit_ = time; }
  void reset() override { next_length_.reset(); }

  [[nodiscard]] PartitionedSlopes& slopes() { return slopes_; }

 private:
  struct Memory;
  bool create(double t, std::span<const double> x);
  /// One slow step of the library; false: it could not be taken.
  bool macro_step(double t, double h, std::span<const double> x, std::span<double> y);
  bool two_halves(double t, double h, std::span<const double> x, std::span<double> y);
  bool euler(double length, std::span<double> x);
  [[nodiscard]] double error_of(std::span<const double> x) const;
  bool choose_first_length(double t, double way, std::span<const double> x);
  bool fail(double t);
  void collect_statistics();

  StepperOptions options_;
  Statistics evaluations_;  // what the evaluators counted
  PartitionedSlopes slopes_;
  std::unique_ptr<Memory> memory_;
  std::vector<double> nominal_;
  std::vector<double> whole_, middle_, halves_, begin_;
  double begin_time_ = 0;
  std::optional<double> next_length_;
  std::optional<double> limit_;
  LibraryMessage message_{LibraryMessage::Keep::first, {}};  // the slow part only tells that the fast one failed
  std::uint64_t steps_ = 0, rejected_ = 0;
};

}  // namespace sunder

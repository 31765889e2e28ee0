// How good a reduced switched system is, from random realisations: the error that is exceeded with a small probability
// only, said with confidence.
//
// Every realisation is drawn from its own number and the seed alone, so that results do not depend on the number of
// threads. A run of the reduced system that blows up, chatters or comes where no mode follows has an infinite distance.
#pragma once

#include <functional>

#include "base/cancel.hpp"
#include "base/progress.hpp"
#include "reduce/scenario_size.hpp"
#include "reduce/switched_reduction.hpp"

namespace sunder {
class Ranks;
}

namespace sunder::reduce {

enum class Distance {
  directional,  ///< sup over t of the distance of y(t) to the nearest point of the other curve: shifts in time are free
  supremum,     ///< at the same times
};
double distance(const MatrixXd& y, const MatrixXd& other, Distance kind);

/// offset + amplitude sin(2 pi t / period + phase) + noise, the same kind for all inputs; the noise is a sum of sines
/// of random phase up to the highest frequency, with the given variance.
struct InputRecipe {
  double offset = 0, amplitude = 0, period = 1, phase = 0;
  double variance = 0, highest_frequency = 1;
};
InputSeries realise(const InputRecipe& recipe, std::size_t inputs, double stop, double step, std::uint64_t seed,
                    std::uint64_t number);

/// Normally distributed about `start`, with these standard deviations.
VectorXd realise_start(const VectorXd& start, const VectorXd& deviations, std::uint64_t seed, std::uint64_t number);

struct Candidate {
  Eigen::Index order = 1;
  ResetMap map = ResetMap::projection;
  SwitchedBalancing balancing = SwitchedBalancing::inputs;
};

struct CandidateResult : Candidate {
  bool exists = true;  ///< false: `reason` says why the reduction could not be made
  std::string reason{};
  std::string remark{};                          ///< what was said about a reduction that could be made
  double rho_directional = 0, rho_supremum = 0;  ///< after discarding the worst
  std::size_t blown_up = 0, chattering = 0, lost = 0;

  [[nodiscard]] std::size_t failed() const { return blown_up + chattering + lost; }
};

struct ScenarioResult {
  std::vector<CandidateResult> candidates{};
  SampleSize size{};         ///< fewer than asked for when the work was interrupted
  bool interrupted = false;  ///< distances and failures come from the realisations that were done by then
};

struct ScenarioOptions {
  std::vector<Candidate> candidates;
  double horizon = 0;  ///< of the finite-horizon map
  SampleSize size;
  std::size_t threads = 1;  ///< of every rank
  Ranks* ranks = nullptr;   ///< that compare the same candidates; null: one process
  CancelToken cancel{};
  Progress* progress = nullptr;
};

/// On ranks but the first there is no value, and no error. `realisation(i)` gives the inputs of number i, all on the
/// same grid; called from several threads. A realisation on which the full system itself fails is an error.
Outcome<ScenarioResult> compare_candidates(const SwitchedSystem& full,
                                           const std::function<InputSeries(std::size_t)>& realisation,
                                           const ScenarioOptions& options);

/// The best of the smallest order that has a candidate within the distance; null: there is none.
const CandidateResult* smallest_within(const std::vector<CandidateResult>& candidates, double distance);

}  // namespace sunder::reduce

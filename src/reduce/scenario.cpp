#include "reduce/scenario.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <numbers>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/rank_tasks.hpp"
#include "base/text.hpp"
#include "base/thread_pool.hpp"

namespace sunder::reduce {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// A stream of numbers that is the same everywhere (splitmix64 and Box-Muller): the standard library's are not.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t number)
      : state_(seed * 0x9E3779B97F4A7C15ULL ^ (number + 1) * 0xD1B54A32D192ED03ULL) {}
  double uniform() {  // in (0, 1)
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    z ^= z >> 31U;
    return (static_cast<double>(z >> 11U) + 0.5) / 9007199254740992.0;
  }
  double normal() { return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform()); }

 private:
  std::uint64_t state_;
};

struct Prepared {
  CandidateResult result;
  std::optional<SwitchedReduction> reduction;
  std::optional<SwitchedSimulator> simulator;
};

std::vector<Prepared> prepare(const SwitchedSystem& full, const ScenarioOptions& options, double step) {
  std::vector<Prepared> out(options.candidates.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    Prepared& p = out[i];
    const Candidate& c = options.candidates[i];
    static_cast<Candidate&>(p.result) = c;
    Outcome<SwitchedReduction> reduction =
        reduce(full, {.order = c.order, .map = c.map, .balancing = c.balancing, .horizon = options.horizon});
    if (!reduction.ok()) {
      p.result.exists = false;
      p.result.reason = reduction.diagnostics().all().front().message;
      continue;
    }
    if (!reduction.diagnostics().all().empty()) p.result.remark = reduction.diagnostics().all().front().message;
    p.reduction = reduction.take();
    p.simulator.emplace(p.reduction->system, step);
  }
  return out;
}

/// What one realisation showed.
struct Sample {
  bool done = false;
  SwitchedEnd end = SwitchedEnd::complete;  ///< of the full system
  struct Reduced {
    SwitchedEnd end = SwitchedEnd::complete;
    double directional = infinite, supremum = infinite;
  };
  std::vector<Reduced> candidates{};
};

std::string bytes_of(const Sample& sample) {
  ByteWriter out;
  out.flag(sample.done);
  out.whole(static_cast<std::uint64_t>(sample.end));
  for (const Sample::Reduced& one : sample.candidates) {
    out.whole(static_cast<std::uint64_t>(one.end));
    out.number(one.directional);
    out.number(one.supremum);
  }
  return out.take();
}
void read_sample(const std::string& bytes, Sample& sample) {
  ByteReader in(bytes);
  sample.done = in.flag();
  sample.end = static_cast<SwitchedEnd>(in.whole());
  for (Sample::Reduced& one : sample.candidates) {
    one.end = static_cast<SwitchedEnd>(in.whole());
    one.directional = in.number();
    one.supremum = in.number();
  }
}

/// Of the realisations that were done.
double worst_after_discarding(std::vector<double> distances, std::size_t discarded) {
  const auto at = distances.end() - static_cast<std::ptrdiff_t>(discarded) - 1;
  std::nth_element(distances.begin(), at, distances.end());
  return *at;
}

/// All candidates on all realisations, in threads or over ranks.
class Sampling {
 public:
  Sampling(const SwitchedSimulator& reference, std::vector<Prepared> prepared, std::size_t samples)
      : reference_(reference), prepared_(std::move(prepared)), samples_(samples) {
    for (Sample& one : samples_) one.candidates.resize(prepared_.size());
  }

  void on_threads(const std::function<InputSeries(std::size_t)>& realisation, const ScenarioOptions& options) {
    std::atomic<std::size_t> count = 0;
    std::mutex drawing;
    ThreadPool pool(std::max<std::size_t>(options.threads, 1));
    pool.run(samples_.size(), [&](std::size_t i) {
      if (options.cancel.requested()) return;
      samples_[i] = compute(realisation(i), options.cancel);
      if (!samples_[i].done) return;
      const std::size_t so_far = ++count;
      const std::scoped_lock lock(drawing);
      show(options, so_far);
    });
  }

  void on_ranks(Ranks& ranks, const std::function<InputSeries(std::size_t)>& realisation,
                const ScenarioOptions& options, Diagnostics& diagnostics) {
    RankTasks tasks;
    tasks.count = samples_.size();
    tasks.threads = options.threads;
    tasks.cancel = options.cancel;
    tasks.run = [&](std::size_t i) { return bytes_of(compute(realisation(i), options.cancel)); };
    std::size_t so_far = 0;
    tasks.take = [&](std::size_t i, int, const std::string& bytes) {
      read_sample(bytes, samples_[i]);
      if (samples_[i].done) show(options, ++so_far);
    };
    for (const LostRank& lost : run_on_ranks(ranks, tasks)) {
      if (lost.why.empty()) ranks.abandon();
      diagnostics.warning(Code::W0011, {}, describe(ranks, lost, "realisation"));
    }
  }

  /// How many were done.
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(std::ranges::count_if(samples_, [](const Sample& one) { return one.done; }));
  }
  /// Why the full system could not be run on a realisation that was done.
  [[nodiscard]] std::optional<SwitchedEnd> failed(std::size_t sample) const {
    const Sample& one = samples_[sample];
    return one.done && one.end != SwitchedEnd::complete ? std::optional(one.end) : std::nullopt;
  }
  [[nodiscard]] CandidateResult summary(std::size_t candidate, std::size_t discarded) const {
    CandidateResult result = prepared_[candidate].result;
    std::vector<double> directional, supremum;
    for (const Sample& sample : samples_) {
      if (!sample.done) continue;
      const Sample::Reduced& one = sample.candidates[candidate];
      directional.push_back(one.directional);
      supremum.push_back(one.supremum);
      result.blown_up += one.end == SwitchedEnd::blow_up;
      result.chattering += one.end == SwitchedEnd::chattering;
      result.lost += one.end == SwitchedEnd::no_mode;
    }
    result.rho_directional = worst_after_discarding(std::move(directional), discarded);
    result.rho_supremum = worst_after_discarding(std::move(supremum), discarded);
    return result;
  }

 private:
  [[nodiscard]] Sample compute(const InputSeries& inputs, const CancelToken& cancel) const {
    Sample sample;
    sample.candidates.resize(prepared_.size());
    const SwitchedRun y = reference_.run(inputs);
    sample.end = y.end;
    for (std::size_t c = 0; c < prepared_.size() && y.end == SwitchedEnd::complete; ++c) {
      if (cancel.requested()) return sample;
      const Prepared& p = prepared_[c];
      if (!p.simulator) continue;
      const SwitchedRun run = p.simulator->run(inputs);
      Sample::Reduced& one = sample.candidates[c];
      one.end = run.end;
      if (run.end != SwitchedEnd::complete) continue;
      one.directional = distance(y.outputs, run.outputs, Distance::directional);
      one.supremum = distance(y.outputs, run.outputs, Distance::supremum);
    }
    sample.done = true;
    return sample;
  }
  void show(const ScenarioOptions& options, std::size_t so_far) const {
    if (options.progress != nullptr)
      options.progress->update(static_cast<double>(so_far) / static_cast<double>(samples_.size()));
  }

  const SwitchedSimulator& reference_;
  std::vector<Prepared> prepared_;
  std::vector<Sample> samples_;
};

}  // namespace

double distance(const MatrixXd& y, const MatrixXd& other, Distance kind) {
  const Eigen::Index rows = y.rows();
  const auto squared = [&](Eigen::Index i, Eigen::Index j) {
    const double* a = y.data() + i * rows;
    const double* b = other.data() + j * rows;
    double sum = 0;
    for (Eigen::Index k = 0; k < rows; ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
  };
  double worst = 0;
  const auto visit = [&](Eigen::Index i) {
    if (kind == Distance::supremum) {
      worst = std::max(worst, squared(i, i));
      return;
    }
    // nearest in time first: the search ends as soon as nothing could raise the worst
    double nearest = infinite;
    const Eigen::Index reach = std::max(i, other.cols() - 1 - i);
    for (Eigen::Index shift = 0; shift <= reach && nearest > worst; ++shift) {
      if (i + shift < other.cols()) nearest = std::min(nearest, squared(i, i + shift));
      if (i >= shift) nearest = std::min(nearest, squared(i, i - shift));
    }
    worst = std::max(worst, nearest);
  };
  // from far apart to close together: the sooner the worst is large, the shorter the searches
  Eigen::Index stride = 1;
  while (2 * stride < y.cols()) stride *= 2;
  for (Eigen::Index i = 0; i < y.cols(); i += 2 * stride) visit(i);
  for (; stride > 0; stride /= 2)
    for (Eigen::Index i = stride; i < y.cols(); i += 2 * stride) visit(i);
  return std::sqrt(worst);
}

InputSeries realise(const InputRecipe& recipe, std::size_t inputs, double stop, double step, std::uint64_t seed,
                    std::uint64_t number) {
  constexpr int sines = 32;
  Random random(seed, number);
  const auto points = static_cast<Eigen::Index>(std::llround(stop / step)) + 1;
  InputSeries out{0, step, MatrixXd(static_cast<Eigen::Index>(inputs), points)};
  for (Eigen::Index i = 0; i < out.values.rows(); ++i) {
    double frequency[sines];
    double phase[sines];
    double size[sines];
    for (int k = 0; k < sines; ++k) {
      frequency[k] = recipe.highest_frequency * random.uniform();
      phase[k] = 2 * std::numbers::pi * random.uniform();
      size[k] = std::sqrt(2 * recipe.variance / sines) * std::abs(random.normal());
    }
    for (Eigen::Index j = 0; j < points; ++j) {
      const double t = static_cast<double>(j) * step;
      double value =
          recipe.offset + recipe.amplitude * std::sin(2 * std::numbers::pi * t / recipe.period + recipe.phase);
      for (int k = 0; k < sines; ++k) value += size[k] * std::sin(2 * std::numbers::pi * frequency[k] * t + phase[k]);
      out.values(i, j) = value;
    }
  }
  return out;
}

VectorXd realise_start(const VectorXd& start, const VectorXd& deviations, std::uint64_t seed, std::uint64_t number) {
  Random random(~seed, number);  // another stream: inputs stay what they are without it
  VectorXd out = start;
  for (Eigen::Index i = 0; i < out.size(); ++i) out[i] += deviations[i] * random.normal();
  return out;
}

Outcome<ScenarioResult> compare_candidates(const SwitchedSystem& full,
                                           const std::function<InputSeries(std::size_t)>& realisation,
                                           const ScenarioOptions& options) {
  Diagnostics diagnostics;
  const auto give_up = [&](Code code, const std::string& message) {
    diagnostics.error(code, {}, message);
    return Outcome<ScenarioResult>(std::move(diagnostics));
  };
  if (!check(full, diagnostics)) return Outcome<ScenarioResult>(std::move(diagnostics));
  if (options.size.samples == 0 || options.size.discarded >= options.size.samples)
    return give_up(Code::E1115, "no realisations would be left");
  const double step = realisation(0).step;
  const SwitchedSimulator reference(full, step);
  Sampling sampling(reference, prepare(full, options, step), options.size.samples);
  if (options.ranks != nullptr)
    sampling.on_ranks(*options.ranks, realisation, options, diagnostics);
  else
    sampling.on_threads(realisation, options);
  if (options.ranks != nullptr && !options.ranks->leads()) return Outcome<ScenarioResult>(std::move(diagnostics));
  const std::size_t count = sampling.count();
  ScenarioResult out;
  out.size = options.size;
  out.interrupted = count < options.size.samples;
  if (count == 0) return give_up(Code::E0008, "interrupted before any realisation was done");
  if (out.interrupted) out.size = {count, options.size.discarded * count / options.size.samples};
  for (std::size_t i = 0; i < options.size.samples; ++i)
    if (sampling.failed(i))
      return give_up(Code::E1113, "the full system itself fails on realisation " + std::to_string(i + 1) + ": " +
                                      std::string(name_of(*sampling.failed(i))));
  std::size_t bad = 0;
  for (std::size_t c = 0; c < options.candidates.size(); ++c) {
    CandidateResult result = sampling.summary(c, out.size.discarded);
    bad += result.exists && result.failed() > 0;
    out.candidates.push_back(std::move(result));
  }
  if (bad > 0)
    diagnostics.warning(Code::W1116, {},
                        "with " + std::to_string(bad) + " of " + counted(out.candidates.size(), "candidate") +
                            " the reduced system failed on some realisations");
  return {std::move(out), std::move(diagnostics)};
}

const CandidateResult* smallest_within(const std::vector<CandidateResult>& candidates, double distance) {
  const CandidateResult* best = nullptr;
  for (const CandidateResult& one : candidates) {
    if (!one.exists || !(one.rho_directional <= distance)) continue;
    if (best == nullptr || one.order < best->order ||
        (one.order == best->order && one.rho_directional < best->rho_directional))
      best = &one;
  }
  return best;
}

}  // namespace sunder::reduce

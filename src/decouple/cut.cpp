#include "decouple/cut.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/text.hpp"

namespace sunder {

namespace {

/// Steps are for people too: two significant digits, rounded down.
double rounded_down(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
  const double result = std::floor(value / unit * (1 + 1e-12)) * unit;
  return std::stod(rounded(result, 2));  // 0.28 and not 0.28000000000000003
}

StateSet sorted(StateSet set) {
  std::sort(set.begin(), set.end());
  return set;
}

struct Gap {
  std::size_t below;  // the last fast one in ascending order
  double width;       // in logarithms
};

/// The largest certified step in (low, high), or the last one tried.
struct Trial {
  std::optional<double> step;
  std::optional<StepCertificate> certificate;
};

Trial find_step(const StateSet& fast, double low, double high, const Certifier& certifier) {
  constexpr int tries = 6;
  Trial trial;
  for (int k = 0; k < tries; ++k) {
    const double exact = high * std::pow(low / high, 0.1 + 0.8 * k / (tries - 1.0));
    double step = rounded_down(exact);
    if (!(step > low) || !std::isfinite(step)) step = exact;
    trial.step = step;
    if (!certifier) return trial;
    trial.certificate = certifier(fast, step);
    if (trial.certificate->stable) return trial;
  }
  return trial;
}

class Cutter {
 public:
  Cutter(const std::vector<VariableScale>& ascending, const std::vector<std::string>& states,
         const Certifier& certifier)
      : ascending_(ascending), states_(states), certifier_(certifier) {
    while (finite_ < ascending.size() && std::isfinite(ascending[finite_].time_scale)) ++finite_;
  }

  PartitionChoice by_step(double step) const {
    StateSet fast;
    for (const VariableScale& variable : ascending_) {
      if (variable.time_scale < step) fast.push_back(variable.state);
    }
    fast = sorted(std::move(fast));
    return finish(std::move(fast), step, "states with a time scale below the step " + shortest(step));
  }

  PartitionChoice by_names(StateSet fast) const {
    std::vector<char> is_fast(states_.size(), 0);
    for (const std::uint32_t state : fast) is_fast[state] = 1;
    double low = 0;
    double high = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < finite_; ++i) {
      const double scale = ascending_[i].time_scale;
      if (is_fast[ascending_[i].state] != 0) {
        low = std::max(low, scale);
      } else {
        high = std::min(high, scale);
      }
    }
    PartitionChoice choice;
    choice.reason = "states named by the user";
    Trial trial;
    if (std::isfinite(high)) {
      // Where the named states are not the fastest, the slow ones alone decide.
      trial = find_step(fast, low > 0 && low < high ? low : high / 10, high, certifier_);
    } else if (low > 0) {
      trial = find_step(fast, low / 10, low, certifier_);
    }
    choice.step = trial.step;
    choice.certificate = trial.certificate;
    choice.partition = Partition::two_way(std::move(fast), states_.size());
    return choice;
  }

  PartitionChoice automatic() const {
    constexpr double worth_cutting = 0.18;  // a ratio of 1.2
    constexpr std::size_t most_gaps = 5;
    std::vector<Gap> gaps;
    for (std::size_t i = 0; i + 1 < finite_; ++i) {
      const double width = std::log(ascending_[i + 1].time_scale / ascending_[i].time_scale);
      if (width > worth_cutting) gaps.push_back({i, width});
    }
    std::stable_sort(gaps.begin(), gaps.end(), [](const Gap& a, const Gap& b) { return a.width > b.width; });
    if (gaps.size() > most_gaps) gaps.resize(most_gaps);
    for (const Gap& gap : gaps) {
      StateSet fast;
      for (std::size_t i = 0; i <= gap.below; ++i) fast.push_back(ascending_[i].state);
      fast = sorted(std::move(fast));
      const Trial trial =
          find_step(fast, ascending_[gap.below].time_scale, ascending_[gap.below + 1].time_scale, certifier_);
      if (certifier_ && !trial.certificate->stable) continue;
      PartitionChoice choice;
      choice.partition = Partition::two_way(std::move(fast), states_.size());
      choice.step = trial.step;
      choice.certificate = trial.certificate;
      choice.reason = "cut in the gap from " + rounded(ascending_[gap.below].time_scale) + " to " +
                      rounded(ascending_[gap.below + 1].time_scale);
      return choice;
    }
    if (finite_ == 0) {
      PartitionChoice choice;
      choice.partition = Partition::two_way({}, states_.size());
      choice.reason = "no state has a cycle: nothing is fast";
      return choice;
    }
    return finish(all_states(states_.size()), rounded_down(ascending_[finite_ - 1].time_scale),
                  gaps.empty() ? "the time scales leave no gap to cut in" : "no cut could be certified");
  }

 private:
  PartitionChoice finish(StateSet fast, double step, std::string reason) const {
    PartitionChoice choice;
    if (certifier_) choice.certificate = certifier_(fast, step);
    choice.partition = Partition::two_way(std::move(fast), states_.size());
    choice.step = step;
    choice.reason = std::move(reason);
    return choice;
  }

  const std::vector<VariableScale>& ascending_;
  const std::vector<std::string>& states_;
  const Certifier& certifier_;
  std::size_t finite_ = 0;
};

/// Indices of the named states; unknown names are diagnosed.
StateSet find_states(const std::vector<std::string>& names, const std::vector<std::string>& states,
                     Diagnostics& diagnostics) {
  std::unordered_map<std::string_view, std::uint32_t> index;
  for (std::uint32_t i = 0; i < states.size(); ++i) index.emplace(states[i], i);
  StateSet found;
  for (const std::string& name : names) {
    const auto at = index.find(name);
    if (at != index.end()) {
      found.push_back(at->second);
      continue;
    }
    Diagnostic& diagnostic = diagnostics.error(Code::E0801, {}, "the model has no state '" + name + "'");
    const std::vector<std::string> near = closest(name, states);
    if (!near.empty()) diagnostic.help = "did you mean '" + near.front() + "'?";
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace

Outcome<PartitionChoice> choose_partition(const std::vector<VariableScale>& ascending, const PartitionRequest& request,
                                          const std::vector<std::string>& states, const Certifier& certifier) {
  Diagnostics diagnostics;
  const Cutter cutter(ascending, states, certifier);
  PartitionChoice choice;
  if (request.fast) {
    StateSet fast = find_states(*request.fast, states, diagnostics);
    if (diagnostics.has_errors()) return Outcome<PartitionChoice>(std::move(diagnostics));
    if (request.step) {
      choice.step = request.step;
      if (certifier) choice.certificate = certifier(fast, *request.step);
      choice.reason = "states named by the user";
      choice.partition = Partition::two_way(std::move(fast), states.size());
    } else {
      choice = cutter.by_names(std::move(fast));
    }
  } else if (request.step) {
    choice = cutter.by_step(*request.step);
  } else {
    choice = cutter.automatic();
  }
  if (choice.certificate && (!choice.certificate->stable || !choice.certificate->converged)) {
    const StepCertificate& certificate = *choice.certificate;
    diagnostics.warning(
        Code::W0807, {},
        "with the step " + shortest(certificate.step) + " and " +
            counted(choice.partition.fast().size(), "fast state") +
            (certificate.stable
                 ? std::string(" the partition looks stable, but the spectral radius is only an estimate (")
                 : std::string(" the linearised model grows from step to step (spectral radius ")) +
            rounded(certificate.spectral_radius) + ")");
  }
  return {std::move(choice), std::move(diagnostics)};
}

}  // namespace sunder

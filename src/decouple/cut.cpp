#include "decouple/cut.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "decouple/clusters.hpp"

namespace sunder::decouple {

namespace {

/// The next step of two digits above the value.
double rounded_above(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
  const double next = rounded_down(value + unit);
  return next > value ? next : 1.1 * value;
}

/// The largest certified step in (low, high), or the last one tried.
struct Trial {
  std::optional<double> step;
  std::optional<model::StepCertificate> certificate;
};

Trial find_step(const model::StateSet& fast, double low, double high, const model::Certifier& certifier) {
  constexpr int tries = 6;
  Trial trial;
  for (int k = 0; k < tries; ++k) {
    const double exact = inside_gap(low, high, 0.1 + 0.8 * k / (tries - 1.0));
    double step = rounded_down(exact);
    if (!(step > low) || !std::isfinite(step)) step = exact;
    trial.step = step;
    if (!certifier) return trial;
    trial.certificate = certifier(fast, step);
    if (trial.certificate->acceptable()) return trial;
  }
  return trial;
}

/// Step and certificate of a cut after the first `fast` variables in ascending order.
struct Cut {
  std::size_t fast = 0;
  Trial trial;
  std::string reason;
};

class Cutter {
 public:
  Cutter(const std::vector<VariableScale>& ascending, const std::vector<std::string>& states,
         const model::Certifier& certifier)
      : ascending_(ascending), states_(states), certifier_(certifier), finite_(finite_count(ascending)) {}

  [[nodiscard]] PartitionChoice by_step(double step) const { return nested(below(step)); }

  [[nodiscard]] PartitionChoice by_names(model::StateSet fast, std::optional<double> step) const {
    PartitionChoice choice;
    choice.reason = "states named by the user";
    Trial trial = step ? certified(fast, *step) : step_for(fast);
    choice.step = trial.step;
    choice.certificate = std::move(trial.certificate);
    choice.partition = model::Partition::two_way(std::move(fast), states_.size());
    return choice;
  }

  /// Everything faster than `interest` may be stepped over: the step comes as close to it as can be certified.
  [[nodiscard]] PartitionChoice by_interest(double interest, std::optional<double> step) const {
    const std::size_t fast = faster_than(interest);
    const std::string reason = "only phenomena slower than " + shortest(interest) + " are of interest";
    if (step) return nested({fast, certified(fast, *step), reason});
    constexpr int tries = 6;
    for (int k = 0; k < tries; ++k) {
      const double shorter = k == 0 ? interest : rounded_down(inside_gap(interest / 10, interest, k / (tries - 1.0)));
      Trial trial = certified(fast, shorter);
      if (acceptable(trial)) return nested({fast, std::move(trial), reason});
    }
    return nested({states_.size(), certified(states_.size(), interest),
                   reason + ", and no step of that order could be certified with slow states explicit"});
  }

  /// The widest gaps, `parts` - 1 of them. Without a step one of them is the cut into two, by the certificate.
  [[nodiscard]] PartitionChoice by_parts(const std::vector<Gap>& gaps, std::optional<double> step) const {
    std::vector<std::size_t> ends;
    for (const Gap& gap : gaps) ends.push_back(gap.below);
    std::sort(ends.begin(), ends.end());
    const std::string reason = "cut into " + std::to_string(gaps.size() + 1) + " parts in the widest gaps";
    if (!step) {
      Cut cut = first_certified(gaps);
      cut.reason = reason + (cut.fast == finite_ ? ", none of which could be certified" : "");
      return cut_at(ends, std::move(cut));
    }
    std::size_t fast = 0;  // whole clusters: those with any state faster than the step
    for (std::size_t from = 0, k = 0; from < finite_ && ascending_[from].time_scale < *step; ++k) {
      from = fast = k < ends.size() ? ends[k] + 1 : states_.size();
    }
    return cut_at(ends, {fast, certified(fast, *step), reason});
  }

  [[nodiscard]] PartitionChoice automatic() const {
    constexpr std::size_t most_gaps = 5;
    if (finite_ == 0) return nested({0, {}, "no state has a cycle: nothing is fast"});
    std::vector<Gap> gaps = gaps_wider_than(ascending_, worth_cutting);
    if (gaps.size() > most_gaps) gaps.resize(most_gaps);
    return nested(first_certified(gaps));
  }

 private:
  [[nodiscard]] static bool acceptable(const Trial& trial) {
    return !trial.certificate || trial.certificate->acceptable();
  }

  [[nodiscard]] std::size_t faster_than(double step) const {
    std::size_t count = 0;
    while (count < finite_ && ascending_[count].time_scale < step) ++count;
    return count;
  }

  [[nodiscard]] model::StateSet first_states(std::size_t count) const {
    model::StateSet fast;
    for (std::size_t i = 0; i < count; ++i) fast.push_back(ascending_[i].state);
    std::sort(fast.begin(), fast.end());
    return fast;
  }

  [[nodiscard]] Trial certified(const model::StateSet& fast, double step) const {
    Trial trial;
    trial.step = step;
    if (certifier_) trial.certificate = certifier_(fast, step);
    return trial;
  }
  [[nodiscard]] Trial certified(std::size_t fast, double step) const { return certified(first_states(fast), step); }

  [[nodiscard]] Trial step_for(const model::StateSet& fast) const {
    std::vector<char> is_fast(states_.size(), 0);
    for (const model::StateIndex state : fast) is_fast[state.index()] = 1;
    double low = 0;
    double high = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < finite_; ++i) {
      const double scale = ascending_[i].time_scale;
      if (is_fast[ascending_[i].state.index()] != 0) {
        low = std::max(low, scale);
      } else {
        high = std::min(high, scale);
      }
    }
    // Where the named states are not the fastest, the slow ones alone decide.
    if (std::isfinite(high)) return find_step(fast, low > 0 && low < high ? low : high / 10, high, certifier_);
    if (low > 0) return find_step(fast, low / 10, low, certifier_);
    return {};
  }

  /// The first of the gaps, in the order given, inside which a step can be certified; else everything that has a time
  /// scale is fast, with a step just above the slowest.
  [[nodiscard]] Cut first_certified(const std::vector<Gap>& gaps) const {
    for (const Gap& gap : gaps) {
      const double low = ascending_[gap.below].time_scale;
      const double high = ascending_[gap.below + 1].time_scale;
      Trial trial = find_step(first_states(gap.below + 1), low, high, certifier_);
      if (!acceptable(trial)) continue;
      return {gap.below + 1, std::move(trial), "cut in the gap from " + rounded(low) + " to " + rounded(high)};
    }
    Cut cut = below(rounded_above(ascending_[finite_ - 1].time_scale));
    cut.reason = gaps.empty() ? "the time scales leave no gap to cut in" : "no cut could be certified";
    return cut;
  }

  /// What a step says by itself. The suggestion of a step and a run with that step agree because both come from here.
  [[nodiscard]] Cut below(double step) const {
    return {faster_than(step), certified(faster_than(step), step),
            "states with a time scale below the step " + shortest(step)};
  }

  /// Clusters at all gaps worth a pace of their own, and at the cut itself.
  [[nodiscard]] PartitionChoice nested(Cut cut) const {
    std::vector<std::size_t> ends;
    for (const Gap& gap : gaps_wider_than(ascending_, worth_nesting)) ends.push_back(gap.below);
    if (cut.fast > 0 && cut.fast < states_.size()) ends.push_back(cut.fast - 1);
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    return cut_at(ends, std::move(cut));
  }

  /// The two-way cut is one of the ends, or nothing or everything is fast.
  [[nodiscard]] PartitionChoice cut_at(const std::vector<std::size_t>& ends, Cut cut) const {
    PartitionChoice choice;
    choice.partition.clusters = clusters_between(ascending_, ends);
    for (std::size_t states = 0; states < cut.fast; ++choice.partition.implicit) {
      states += choice.partition.clusters[choice.partition.implicit].size();
    }
    choice.cluster_steps = steps_of_clusters(ascending_, ends);
    choice.step = cut.trial.step;
    choice.certificate = std::move(cut.trial.certificate);
    choice.reason = std::move(cut.reason);
    return choice;
  }

  const std::vector<VariableScale>& ascending_;
  const std::vector<std::string>& states_;
  const model::Certifier& certifier_;
  std::size_t finite_ = 0;
};

/// Whether a state is an element of the array or a part of the component of this name.
bool belongs_to(std::string_view state, std::string_view name) {
  return state.size() > name.size() && state.starts_with(name) &&
         (state[name.size()] == '[' || state[name.size()] == '.');
}

/// Indices of the named states, of all elements of a named array, of all states in a named component; unknown names are
/// diagnosed.
model::StateSet find_states(const std::vector<std::string>& names, const std::vector<std::string>& states,
                            Diagnostics& diagnostics) {
  std::unordered_map<std::string_view, model::StateIndex> index;
  for (std::size_t i = 0; i < states.size(); ++i) index.emplace(states[i], model::StateIndex(i));
  model::StateSet found;
  for (const std::string& name : names) {
    const auto at = index.find(name);
    if (at != index.end()) {
      found.push_back(at->second);
      continue;
    }
    const std::size_t before = found.size();
    for (std::size_t i = 0; i < states.size(); ++i)
      if (belongs_to(states[i], name)) found.emplace_back(i);
    if (found.size() > before) continue;
    Diagnostic& diagnostic = diagnostics.error(Code::E0801, {}, "the model has no state '" + name + "'");
    const std::vector<std::string> near = closest(name, states);
    if (!near.empty()) diagnostic.help = "did you mean '" + near.front() + "'?";
  }
  model::make_set(found);
  return found;
}

/// Nothing after a diagnostic.
std::optional<PartitionChoice> choose(const std::vector<VariableScale>& ascending, const PartitionRequest& request,
                                      const std::vector<std::string>& states, const model::Certifier& certifier,
                                      Diagnostics& diagnostics) {
  const int ways = (request.fast ? 1 : 0) + (request.parts ? 1 : 0) + (request.slowest_of_interest ? 1 : 0);
  if (ways > 1) {
    diagnostics.error(Code::E0809, {},
                      "the fast states, the number of parts and the time scale of interest contradict each other: give "
                      "only one of them");
    return std::nullopt;
  }
  const Cutter cutter(ascending, states, certifier);
  if (request.fast) {
    model::StateSet fast = find_states(*request.fast, states, diagnostics);
    if (diagnostics.has_errors()) return std::nullopt;
    return cutter.by_names(std::move(fast), request.step);
  }
  if (request.parts) {
    constexpr double different = 1 + 1e-9;  // equal time scales along different cycles differ in the last digits
    std::vector<Gap> gaps = gaps_wider_than(ascending, different);
    if (*request.parts < 2 || *request.parts - 1 > gaps.size()) {
      diagnostics.error(Code::E0808, {},
                        "the model cannot be cut into " + counted(*request.parts, "part") + ": it has " +
                            counted(gaps.size(), "gap") + " between different time scales");
      return std::nullopt;
    }
    gaps.resize(*request.parts - 1);
    return cutter.by_parts(gaps, request.step);
  }
  if (request.slowest_of_interest) {
    const double interest = *request.slowest_of_interest;
    if (!(interest > 0 && std::isfinite(interest))) {
      diagnostics.error(Code::E0805, {}, "the time scale of interest " + shortest(interest) + " is not positive");
      return std::nullopt;
    }
    return cutter.by_interest(interest, request.step);
  }
  return request.step ? cutter.by_step(*request.step) : cutter.automatic();
}

void warn_unless_acceptable(const PartitionChoice& choice, Diagnostics& diagnostics) {
  if (!choice.certificate) return;
  const model::StepCertificate& certificate = *choice.certificate;
  const std::string radius = "(spectral radius " + radius_text(certificate.spectral_radius) + ")";
  std::string finding;
  switch (certificate.verdict) {
    case model::StepVerdict::stable:
    case model::StepVerdict::marginal: return;
    case model::StepVerdict::unstable: finding = " the linearised model grows from step to step " + radius; break;
    case model::StepVerdict::transient_growth:
      finding = " the linearised model is stable in the end " + radius + ", but disturbances grow " +
                (certificate.growth_bounded ? "up to " : "at least ") + rounded(certificate.growth, 3) + "-fold first";
      break;
    case model::StepVerdict::undecided:
      finding =
          std::string(certificate.acceptable() ? " the partition looks stable" : " the partition looks unstable") +
          ", but the spectral radius is only an estimate (" + radius_text(certificate.spectral_radius) + ")";
      break;
  }
  diagnostics.warning(Code::W0807, {},
                      "with the step " + shortest(certificate.step) + " and " +
                          counted(choice.partition.fast().size(), "fast state") + finding);
}

}  // namespace

std::string radius_text(double radius, int digits) {
  const double distance = std::abs(radius - 1);
  return rounded(radius, distance > model::certificate_margin && distance < 1e-4 ? 10 : digits);
}

Outcome<PartitionChoice> choose_partition(const std::vector<VariableScale>& ascending, const PartitionRequest& request,
                                          const std::vector<std::string>& states, const model::Certifier& certifier) {
  Diagnostics diagnostics;
  std::optional<PartitionChoice> choice = choose(ascending, request, states, certifier, diagnostics);
  if (!choice) return Outcome<PartitionChoice>(std::move(diagnostics));
  for (std::size_t i = 0; choice->step && i < ascending.size() && ascending[i].time_scale < *choice->step; ++i) {
    choice->stepped_over.push_back(ascending[i].state);
  }
  std::sort(choice->stepped_over.begin(), choice->stepped_over.end());
  choice->automatic = !request.step && !request.fast && !request.parts && !request.slowest_of_interest;
  if (request.step_is_taken) warn_unless_acceptable(*choice, diagnostics);
  return {std::move(*choice), std::move(diagnostics)};
}

}  // namespace sunder::decouple

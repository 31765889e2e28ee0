// What an analysis means, in sentences for people who do not think in graphs.
#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/text.hpp"
#include "decouple/cut.hpp"
#include "report/report.hpp"

namespace sunder::report {
namespace {

std::string some_names(const std::vector<std::string>& names) {
  constexpr std::size_t most = 4;
  if (names.size() <= most) return enumerated(names);
  std::string out;
  for (std::size_t i = 0; i + 1 < most; ++i) out += names[i] + ", ";
  return out + "… (" + std::to_string(names.size()) + " in all)";
}

std::string some_names(const model::StateSet& states, const decouple::Analysis& analysis) {
  return some_names(analysis.state_names(states));
}

std::size_t finite_scales(const decouple::Analysis& a) {
  const auto infinite = std::find_if(a.variables.begin(), a.variables.end(),
                                     [](const decouple::VariableScale& v) { return std::isinf(v.time_scale); });
  return static_cast<std::size_t>(infinite - a.variables.begin());
}

bool in_event_feedback(const decouple::Analysis& a, model::StateIndex state) {
  return std::ranges::any_of(a.event_feedback, [&](const model::EventFeedback& loop) {
    return std::ranges::binary_search(loop.states, state);
  });
}

/// By which states act on each other without a Jacobian that shows it.
std::string hidden_ways(const decouple::Analysis& a) {
  const auto& loops = a.event_feedback;
  const bool delays = std::ranges::any_of(loops, [](const model::EventFeedback& one) { return !one.delayed.empty(); });
  const bool events = std::ranges::any_of(
      loops, [](const model::EventFeedback& one) { return !one.through.empty() || one.delayed.empty(); });
  return delays && events ? "events and delays" : delays ? "delays" : "events";
}

/// States without a cycle.
std::string followers_text(const decouple::Analysis& a, std::size_t finite) {
  std::size_t switched = 0;
  for (std::size_t i = finite; i < a.variables.size(); ++i)
    switched += in_event_feedback(a, a.variables[i].state) ? 1 : 0;
  const std::size_t followers = a.variables.size() - finite - switched;
  std::string out;
  if (followers > 0)
    out += " " + counted(followers, "state has no cycle: it only follows", "states have no cycle: they only follow") +
           " the others.";
  if (switched > 0)
    out += " " + counted(switched, "state acts back on itself", "states act back on themselves") + " through " +
           hidden_ways(a) + " only.";
  return out;
}

std::string scales_sentence(const decouple::Analysis& a) {
  const std::size_t finite = finite_scales(a);
  if (finite == 0 && a.event_feedback.empty())
    return "No state acts back on itself: nothing limits the step but accuracy.";
  if (finite == 0)
    return (hidden_ways(a) == "events" ? "Between events" : "But for " + hidden_ways(a)) +
           std::string(" no state acts back on itself.");
  const decouple::VariableScale& first = a.variables.front();
  const decouple::VariableScale& last = a.variables[finite - 1];
  std::string out;
  if (finite == 1) {
    out = "The time scale of " + first.name + " is " + duration_text(first.time_scale) + ".";
  } else if (duration_text(first.time_scale) == duration_text(last.time_scale)) {
    out = "The time scale of " + counted(finite, "state") + " is " + duration_text(first.time_scale) + ".";
  } else {
    out = "The time scales reach from " + duration_text(first.time_scale) + " (" + first.name + ") to " +
          duration_text(last.time_scale) + " (" + last.name + ").";
  }
  return out + followers_text(a, finite);
}

std::string ways_of(const model::EventFeedback& loop) {
  std::string out;
  if (!loop.through.empty() || loop.delayed.empty()) out = "events (" + some_names(loop.through) + ")";
  if (!loop.sampled.empty()) out += ", at the instants of " + some_names(loop.sampled);
  if (!loop.delayed.empty())
    out += (out.empty() ? "" : " and ") + ("what is delayed (" + some_names(loop.delayed) + ")");
  return out;
}

/// Loops that no Jacobian shows, which is why nothing above speaks of them.
void describe_event_feedback(const decouple::Analysis& a, std::vector<std::string>& out) {
  constexpr std::size_t most = 3;
  for (std::size_t i = 0; i < a.event_feedback.size() && i < most; ++i) {
    const model::EventFeedback& loop = a.event_feedback[i];
    out.push_back("Not seen by this analysis: " + some_names(loop.states, a) +
                  (loop.states.size() == 1 ? " acts back on itself" : " act on each other or back on themselves") +
                  " through " + ways_of(loop) + ". Neither time scales nor certificates know of that feedback.");
  }
  if (a.event_feedback.size() > most)
    out.push_back(counted(a.event_feedback.size() - most, "more loop passes", "more loops pass") +
                  " through events or delays.");
}

/// How much of what is shown is proven.
std::string proof_sentence(const decouple::Analysis& a) {
  std::size_t short_cycles = 0;
  std::size_t brackets = 0;
  for (const decouple::VariableScale& v : a.variables) {
    short_cycles += v.proof == decouple::Proof::short_cycles ? 1 : 0;
    brackets += v.proof == decouple::Proof::bracket ? 1 : 0;
  }
  std::string out = "Not every cycle could be looked at.";
  if (short_cycles > 0)
    out += " The time scale of " + counted(short_cycles, "state") + " is exact for cycles up to " +
           std::to_string(a.scales.longest) +
           " states only; a longer one could make it smaller, down to the first "
           "number shown.";
  if (brackets > 0) out += " That of " + counted(brackets, "state") + " is only known to lie in the range shown.";
  return out;
}

std::string partition_sentence(const decouple::Analysis& a) {
  const decouple::PartitionChoice& choice = *a.partition;
  const model::StateSet fast = choice.partition.fast();
  const std::string step = choice.step ? " with a step of " + duration_text(*choice.step) : "";
  if (fast.empty()) return "No state needs an implicit method" + step + ".";
  if (fast.size() == a.states.size()) {
    std::string reason = choice.reason;
    reason.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(reason.front())));
    const std::string all = fast.size() == 1 ? "the state is" : "all " + std::to_string(fast.size()) + " states are";
    return reason + ": " + all + " solved implicitly" + step + ".";
  }
  const bool recommended = !choice.certificate || choice.certificate->acceptable();
  return "Only " + some_names(fast, a) + (fast.size() == 1 ? " is" : " are") + " solved implicitly (" +
         std::to_string(fast.size()) + " of " + std::to_string(a.states.size()) + " states)" + step + "." +
         (recommended ? "" : " That is not recommended.");
}

/// What a person does not see any more at this step.
std::string loss_sentence(const decouple::Analysis& a) {
  const decouple::PartitionChoice& choice = *a.partition;
  if (choice.stepped_over.empty()) return "Nothing is stepped over: no state is faster than the step.";
  return "Lost at that step: phenomena faster than " + duration_text(*choice.step) + ", in " +
         some_names(choice.stepped_over, a) + ": only where they settle is computed, not how they get there.";
}

/// The fastest of the explicit states: what forbids a longer step, or this one already.
std::string limit_sentence(const decouple::Analysis& a) {
  const model::StateSet slow = a.partition->partition.slow();
  if (slow.empty() || slow.size() == a.states.size()) return {};
  const std::size_t finite = finite_scales(a);
  for (std::size_t i = 0; i < finite; ++i) {
    const decouple::VariableScale& v = a.variables[i];
    if (!std::binary_search(slow.begin(), slow.end(), v.state)) continue;
    const bool passed = a.partition->step && v.time_scale < *a.partition->step;
    std::string out =
        (passed ? "The step is longer than the time scale of the explicit " : "A longer step is limited by ") + v.name +
        " (" + duration_text(v.time_scale) + "), which acts back on itself";
    if (v.cycle.size() == 2) out += " through " + a.state_name(v.cycle[1]);
    if (v.cycle.size() == 3) out += " through " + a.state_name(v.cycle[1]) + " and " + a.state_name(v.cycle[2]);
    if (v.cycle.size() > 3) {
      out += " through " + a.state_name(v.cycle[1]) + ", " + a.state_name(v.cycle[2]) + ", … (" +
             std::to_string(v.cycle.size() - 1) + " states)";
    }
    return out + ".";
  }
  return {};
}

std::string growth_text(const model::StepCertificate& c) {
  if (std::isinf(c.growth)) return "how much disturbances grow was not estimated";
  if (c.growth < 1.005) return c.growth_bounded ? "disturbances never grow" : "no disturbance was seen to grow";
  return c.growth_bounded ? "disturbances grow at most " + rounded(c.growth, 3) + "-fold"
                          : "disturbances were seen to grow " + rounded(c.growth, 3) + "-fold, an estimate";
}

/// Stability is all that a certificate knows.
std::string certificate_sentence(const model::StepCertificate& c) {
  const std::string radius = "spectral radius " + decouple::radius_text(c.spectral_radius, 5);
  const std::string known = " (" + radius + "; " + growth_text(c) + "). How accurate it is was not estimated.";
  switch (c.verdict) {
    case model::StepVerdict::stable: return "The step is stable for the linearised model" + known;
    case model::StepVerdict::marginal:
      return "The step is marginal for the linearised model: something in it neither grows nor decays by itself" +
             known;
    case model::StepVerdict::transient_growth:
      return "Warning: with this step the linearised model is stable in the end (" + radius +
             "), but disturbances grow " + (c.growth_bounded ? "up to " : "at least ") + rounded(c.growth, 3) +
             "-fold first.";
    case model::StepVerdict::unstable:
      return "Warning: this step is NOT stable for the linearised model (" + radius + ", must not exceed 1).";
    case model::StepVerdict::undecided: break;
  }
  return "Whether that step is stable could not be decided (" + radius + " so far; " + growth_text(c) + ").";
}

std::string clusters_sentence(const decouple::Analysis& a) {
  const std::size_t clusters = a.partition->partition.clusters.size();
  if (clusters < 3) return {};
  return "The states fall into " + std::to_string(clusters) +
         " groups of different pace; a multirate method could give "
         "each its own step.";
}

void describe_cycle_sets(const decouple::Analysis& a, std::vector<std::string>& out) {
  constexpr std::size_t most = 1;  // they come largest first
  const auto& all = a.partition->cycle_sets;
  for (std::size_t i = 0; i < all.size() && i < most; ++i) {
    std::size_t states = all[i].shared.size();
    for (const model::StateSet& block : all[i].blocks) states += block.size();
    out.push_back("The cycles of " + std::to_string(states) + " states meet in " + some_names(all[i].shared, a) +
                  ": without " + (all[i].shared.size() == 1 ? "it" : "them") + " they fall apart into " +
                  counted(all[i].blocks.size(), "block") + " (the largest has " +
                  counted(all[i].blocks.front().size(), "state") + ") that could be advanced in parallel.");
  }
  if (all.size() > most) {
    out.push_back(counted(all.size() - most, "more part of the model falls", "more parts of the model fall") +
                  " apart in the same way.");
  }
}

/// Where cycles and eigenvalues tell different stories, which one to believe for what.
std::string modes_sentence(const decouple::Analysis& a) {
  if (a.points.empty() || !a.points.front().modes) return {};
  model::StateSet shorter;
  model::StateSet longer;
  const std::vector<decouple::StateMode>& states = a.points.front().modes->states;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i].agreement == decouple::Agreement::cycle_shorter) shorter.emplace_back(i);
    if (states[i].agreement == decouple::Agreement::cycle_longer) longer.emplace_back(i);
  }
  if (shorter.empty() && longer.empty()) return {};
  std::string out = "The eigenvalues of the model see it differently for ";
  if (!shorter.empty()) out += some_names(shorter, a) + " (slower than the cycles say)";
  if (!shorter.empty() && !longer.empty()) out += " and for ";
  if (!longer.empty()) out += some_names(longer, a) + " (faster than the cycles say)";
  return out + ": there only the certificate of the step can be relied on.";
}

std::string growth_sentence(const decouple::Analysis& a) {
  if (a.points.empty() || !a.points.front().modes || !a.points.front().modes->growing) return {};
  const decouple::Modes& modes = *a.points.front().modes;
  const decouple::Mode& mode = modes.modes[*modes.growing];
  return "At this point the model itself grows" +
         (mode.states.empty() ? std::string() : ", mostly in " + a.state_name(mode.states.front().state)) +
         ", with a time constant of " + duration_text(mode.time_constant) + ": no step can be stable there.";
}

std::string along_text(const decouple::Analysis& a) {
  return a.points.back().kind == "along" ? " along a coarse run" : "";
}

std::string ranking_sentence(const decouple::Analysis& a) {
  if (a.points.size() < 2) return {};
  if (a.ranking_changes.empty())
    return "The order of the time scales is the same at all " + std::to_string(a.points.size()) + " operating points" +
           along_text(a) + "; every state has its shortest one.";
  const decouple::RankingChange& change = a.ranking_changes.front();
  const auto place = [&](std::uint32_t point) {
    return a.points[point].kind == "steady" ? std::string("in the steady state")
                                            : "at t = " + rounded(a.points[point].time);
  };
  return "The order of the time scales changes along the way: " + a.state_name(change.faster) + " is faster than " +
         a.state_name(change.slower) + " " + place(change.first) + " and slower " + place(change.second) +
         ". The cut uses the shortest time scale of every state.";
}

}  // namespace

std::string duration_text(double seconds) {
  if (std::isinf(seconds)) return "none";
  if (seconds == 0) return "0 s";
  static constexpr std::pair<double, const char*> large[] = {{86400, "d"}, {3600, "h"}, {60, "min"}};
  static constexpr std::pair<double, const char*> small[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}};
  const double size = std::fabs(rounded_number(seconds, 4));  // as it will be read: 0.99999 is 1 s, not 1000 ms
  // hours and minutes only where seconds would have more than three digits
  for (const auto& [unit, name] : large)
    if (size >= 1000 && size >= 2 * unit) return rounded(seconds / unit, 4) + " " + name;
  for (const auto& [unit, name] : small)
    if (size >= unit) return rounded(seconds / unit, 4) + " " + name;
  return rounded(seconds * 1e9, 4) + " ns";
}

std::vector<std::string> explain(const decouple::Analysis& analysis, const std::string& cut_is_for) {
  if (analysis.variables.empty()) return {"The model has no states: there is nothing to separate."};
  std::vector<std::string> out{scales_sentence(analysis)};
  if (!analysis.exact) out.push_back(proof_sentence(analysis));
  const auto add = [&](std::string sentence) {
    if (!sentence.empty()) out.push_back(std::move(sentence));
  };
  add(ranking_sentence(analysis));
  describe_event_feedback(analysis, out);
  if (!analysis.partition) return out;
  std::string cut = partition_sentence(analysis);
  if (!cut_is_for.empty()) {
    cut.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(cut.front())));
    cut = "A cut for " + cut_is_for + ": " + cut;
  }
  add(std::move(cut));
  if (analysis.partition->step) add(loss_sentence(analysis));
  add(limit_sentence(analysis));
  if (analysis.partition->certificate) add(certificate_sentence(*analysis.partition->certificate));
  add(growth_sentence(analysis));
  add(modes_sentence(analysis));
  add(clusters_sentence(analysis));
  describe_cycle_sets(analysis, out);
  if (cut_is_for.empty())
    out.emplace_back(
        "All this is about stability. To run the model, sunder simulate chooses a method by its error, and tells the "
        "error.");
  return out;
}

}  // namespace sunder::report

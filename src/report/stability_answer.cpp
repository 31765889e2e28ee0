#include "report/stability_answer.hpp"

#include <cmath>

#include "base/text.hpp"

namespace sunder::report {

namespace {

std::string step_text(double step) { return std::isinf(step) ? "inf" : rounded(step, 8); }

/// Where stability ends: just beyond the last stable step, as the mode has it.
double limit_of(const cosimulate::StepSearch& search, double otherwise) {
  if (!search.largest || std::isinf(*search.largest)) return otherwise;
  return search.mode == cosimulate::SearchMode::fixed_steps ? *search.largest + search.unit : *search.largest;
}

}  // namespace

StabilityAnswer answer_of(cosimulate::SystemStability stability, double step,
                          std::optional<cosimulate::SearchMode> mode) {
  StabilityAnswer answer;
  answer.step = step;
  answer.stability = std::move(stability);
  cosimulate::StepSearch steps =
      cosimulate::search_steps(answer.stability.problem, step, cosimulate::SearchMode::fixed_steps);
  cosimulate::StepSearch substeps =
      cosimulate::search_steps(answer.stability.problem, step, cosimulate::SearchMode::fixed_substeps);
  if (!steps.possible || mode == cosimulate::SearchMode::fixed_substeps) {
    answer.chosen = std::move(substeps);
    if (steps.possible) answer.other = std::move(steps);
  } else {
    answer.chosen = std::move(steps);
    answer.other = std::move(substeps);
  }
  answer.limit = limit_of(answer.chosen, step);
  answer.sensitivities = cosimulate::sensitivities(answer.stability.problem, answer.limit, answer.chosen.mode);
  return answer;
}

std::string intervals_text(const std::vector<cosimulate::Interval>& intervals, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < intervals.size() && i < most; ++i)
    text += (i > 0 ? ", " : "") + step_text(intervals[i].low) + " … " + step_text(intervals[i].high);
  if (intervals.size() > most) text += ", … (" + std::to_string(intervals.size() - most) + " more)";
  return text.empty() ? "none" : text;
}

std::string growth_text(const cosimulate::Spectrum& spectrum) {
  if (std::isinf(spectrum.growth)) return "without bound";
  const bool beyond = spectrum.radius > 1 + spectrum.margin;
  const std::string than = beyond ? " beyond the radius" : "";
  const std::string units = spectrum.growth_in_ranges ? "" : " (in units of one: the system as one cannot be followed)";
  if (spectrum.growth < 1.005) return (spectrum.growth_bounded ? "none" : "none seen") + than + units;
  return (spectrum.growth_bounded ? "at most " : "at least ") + rounded(spectrum.growth, 3) + "-fold" + than + units;
}

std::string radius_as_one_text(const cosimulate::Spectrum& spectrum, int digits) {
  if (spectrum.grows_by_itself()) return " (as one: " + rounded(spectrum.radius_as_one, digits) + ")";
  return "";
}

std::string verdict_sentence(const StabilityAnswer& answer) {
  const cosimulate::SystemStability& s = answer.stability;
  const std::string step = "With the communication step " + rounded(answer.step, 8);
  if (!s.synchronised)
    return step +
           " nothing can be said: it is not a whole number of local steps, so that local and global times drift "
           "apart.";
  if (!s.certified)
    return step +
           " nothing is certified: a part chooses its local steps itself. The spectral radius shown is that of "
           "exactly solved parts.";
  std::string text = step;
  switch (s.verdict) {
    case cosimulate::Verdict::stable:
      text += " disturbances die out: every step multiplies them by at most the spectral radius in the long run.";
      if (s.spectrum->growth >= 1.005) text += " Before that they grow " + growth_text(*s.spectrum) + ".";
      break;
    case cosimulate::Verdict::unstable:
      if (s.spectrum->grows_by_itself())
        text += " disturbances grow faster than in the system as one: " + rounded(s.spectrum->radius, 8) +
                "-fold in a step, as one " + rounded(s.spectrum->radius_as_one, 8) + "-fold.";
      else if (std::isnan(s.spectrum->radius_as_one))
        text += " disturbances grow without bound; whether those of the system as one do could not be found.";
      else
        text += " disturbances grow without bound, although those of the system as one do not.";
      break;
    case cosimulate::Verdict::grows_as_one:
      text += " disturbances grow because those of the system as one do: " + rounded(s.spectrum->radius, 8) +
              "-fold in a step, as one " + rounded(s.spectrum->radius_as_one, 8) +
              "-fold. The rate of growth is at most a tenth above that of the system as one, or so little that "
              "disturbances are at most twice as large at the end of the run.";
      if (s.spectrum->growth >= 1.005) text += " On the way they grow " + growth_text(*s.spectrum) + ".";
      break;
    case cosimulate::Verdict::marginal:
      text +=
          " the largest eigenvalue lies on the unit circle: something neither grows nor decays "
          "by itself.";
      break;
    case cosimulate::Verdict::transient_growth:
      text += " disturbances die out in the end, but grow first, " + growth_text(*s.spectrum) +
              ": the step is not recommended.";
      break;
    case cosimulate::Verdict::none: text += " nothing is certified."; break;
  }
  if (s.verdict != cosimulate::Verdict::unstable && s.verdict != cosimulate::Verdict::grows_as_one && s.spectrum &&
      s.spectrum->grows_by_itself())
    text += " The system as one grows, " + rounded(s.spectrum->radius_as_one, 8) +
            "-fold in the same time: what the step damps is not damped in it.";
  if (s.samples > 1)
    text += " Parts were linearised at " + std::to_string(s.samples) +
            " points of their boxes and the worst counts: "
            "sampled, not proven.";
  else if (s.linearised)
    text += " Parts that are models were linearised at the start.";
  return text;
}

}  // namespace sunder::report

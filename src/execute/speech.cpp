// What a model prints, and what the functions say that its equations call.
#include <algorithm>

#include "base/codes.hpp"
#include "execute/event_iteration.hpp"
#include "symbolic/procedure.hpp"
#include "symbolic/said_text.hpp"

namespace sunder::execute {

/// What happens at this point: conditions and values of `reinit`, checks and messages.
const std::vector<double>& EventIteration::compute_actions(double time) {
  symbolic::forget_said();
  context_.action_rows.resize(code_.action_count());
  code_.action_rows().run(context_.frame(context_.scratch, time), context_.action_rows.data());
  return context_.action_rows;
}

/// A text that is printed, or what a called function says: not again, if it said the same in this event already.
model::Status EventIteration::say(std::size_t check, double time, model::EventOutcome& outcome) {
  const ir::Check& of = dae_.checks[check];
  std::vector<symbolic::Procedure::Said> said;
  std::string why;
  if (of.kind == ir::Check::Kind::print) {
    said.push_back({symbolic::Procedure::Tone::print, message_of(check), span_of(of.origin)});
  } else {
    const std::span<const double> arguments =
        std::span(context_.action_rows).subspan(code_.message_values(check), of.values.size());
    why = of.speaker->speak(arguments, *dae_.texts, said);
  }
  std::vector<std::string> texts;
  for (const auto& one : said) texts.push_back(one.text);
  if (const auto [known, fresh] = said_.try_emplace(check, texts); !fresh) {
    if (known->second == texts && why.empty()) return {};
    known->second = std::move(texts);
  }
  for (const auto& one : said) {
    if (one.tone == symbolic::Procedure::Tone::file)
      outcome.warnings.push_back({one.text, one.place, {}, false, time, true});
    else if (one.tone == symbolic::Procedure::Tone::print)
      outcome.warnings.push_back({one.text, one.place, {}, true, time});
    else if (context_.warned_inside.emplace(check, one.place.begin).second)
      outcome.warnings.push_back({one.text, one.place, Code::W0618});
  }
  if (why.empty() || !of.asserts) return {};
  constexpr std::string_view prefix = "assertion violated: ";
  if (why.starts_with(prefix)) why.erase(0, prefix.size());
  return violation(check, time, why);
}

/// At the end of a step, where everything is computed.
model::Status EventIteration::say_at_step(double time, std::vector<model::EventMessage>& messages) {
  static_cast<void>(compute_actions(time));
  model::EventOutcome outcome;
  for (std::size_t i = 0; i < dae_.checks.size(); ++i)
    if (dae_.checks[i].at_steps && context_.action_rows[2 * dae_.reinits.size() + i] != 0)
      if (model::Status said = say(i, time, outcome); !said) return said;
  messages.insert(messages.end(), outcome.warnings.begin(), outcome.warnings.end());
  return {};
}

/// What initial equations and constants have to say.
model::Status EventIteration::say_at_start(double time) {
  const auto at_start = [](const ir::Check& check) { return check.speaks() && check.at_start; };
  if (std::ranges::none_of(dae_.checks, at_start)) return {};
  static_cast<void>(compute_actions(time));
  for (std::size_t i = 0; i < dae_.checks.size(); ++i)
    if (at_start(dae_.checks[i]) && context_.action_rows[2 * dae_.reinits.size() + i] != 0)
      if (model::Status said = say(i, time, context_.start_outcome); !said) return said;
  return {};
}

}  // namespace sunder::execute

#include "verbs/split_parts.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <set>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "driver/state_costs.hpp"

namespace sunder::verbs {
namespace {

/// A name that a part of a system may have.
std::string as_identifier(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (letter)
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0) name = "part_" + name;
  return name;
}

/// The names in "motor+load": one part. A plus inside of a quoted name belongs to the name.
std::vector<std::string> joined_names(const std::string& text) {
  std::vector<std::string> names(1);
  bool quoted = false, escaped = false;
  for (const char c : text) {
    if (c == '\'' && !escaped) quoted = !quoted;
    escaped = quoted && c == '\\' && !escaped;
    if (c == '+' && !quoted)
      names.emplace_back();
    else
      names.back() += c;
  }
  return names;
}

/// "motor.inertia.w" belongs to "motor" and to "motor.inertia"; "T[3]" to "T".
bool belongs(const std::string& state, const std::string& component) {
  return state.starts_with(component) &&
         (state.size() == component.size() || state[component.size()] == '.' || state[component.size()] == '[');
}

/// What most states of a part stand in, if no other part has it; else a number.
void name_parts(std::vector<driver::PartRequest>& parts, const std::vector<std::string>& states) {
  std::map<std::string, std::set<std::size_t>> parts_of;
  std::vector<std::map<std::string, std::size_t>> counts(parts.size());
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (const model::StateIndex state : parts[p].states) {
      const std::string& name = states[state.index()];
      const std::string first = name.substr(0, name.find_first_of(".["));
      parts_of[first].insert(p);
      ++counts[p][first];
    }
  }
  for (std::size_t p = 0; p < parts.size(); ++p) {
    parts[p].name = "part" + std::to_string(p + 1);
    const auto most = std::ranges::max_element(counts[p], {}, [](const auto& one) { return one.second; });
    const bool alone = counts[p].size() == 1 && parts_of[most->first].size() == 1;
    if (alone && parts[p].states.size() > 1) parts[p].name = as_identifier(most->first);
  }
}

ChosenParts by_partition(const decouple::Analysis& analysis, const model::Partition& partition, bool two) {
  ChosenParts chosen;
  if (two) {
    for (model::StateSet set : {partition.fast(), partition.slow()})
      if (!set.empty()) chosen.parts.push_back({{}, std::move(set)});
  } else {
    for (const model::StateSet& cluster : partition.clusters) chosen.parts.push_back({{}, cluster});
  }
  name_parts(chosen.parts, analysis.states);
  return chosen;
}

/// Whatever steps a mixed method could take with these states explicit: every part has a method of its own.
ChosenParts by_time_scale(const decouple::Analysis& analysis, double interest) {
  driver::PartRequest fast, slow;
  for (const decouple::VariableScale& one : analysis.variables)
    (one.time_scale < interest ? fast : slow).states.push_back(one.state);
  ChosenParts chosen;
  chosen.rule = "what is faster than " + rounded(interest, 4) + " s is one part";
  for (driver::PartRequest* part : {&fast, &slow}) {
    std::ranges::sort(part->states);
    if (!part->states.empty()) chosen.parts.push_back(std::move(*part));
  }
  name_parts(chosen.parts, analysis.states);
  return chosen;
}

std::optional<ChosenParts> by_names(const SplitOptions& options, const decouple::Analysis& analysis,
                                    Diagnostics& diagnostics) {
  ChosenParts chosen;
  chosen.rule = "as named";
  std::vector<bool> taken(analysis.states.size(), false);
  for (const std::string& together : options.by) {
    driver::PartRequest part{as_identifier(together), {}};
    for (const std::string& name : joined_names(together)) {
      const std::size_t before = part.states.size();
      for (std::size_t s = 0; s < analysis.states.size(); ++s) {
        if (taken[s] || !belongs(analysis.states[s], name)) continue;
        taken[s] = true;
        part.states.emplace_back(s);
      }
      if (part.states.size() > before) continue;
      diagnostics.error(Code::E1020, {}, "'" + name + "' has no state that another part does not have").help =
          "name components or states; the states are " +
          enumerated(analysis.states.size() > 12
                         ? std::vector<std::string>(analysis.states.begin(), analysis.states.begin() + 12)
                         : analysis.states);
      return std::nullopt;
    }
    std::ranges::sort(part.states);
    chosen.parts.push_back(std::move(part));
  }
  driver::PartRequest rest{"rest", {}};
  for (std::size_t s = 0; s < taken.size(); ++s)
    if (!taken[s]) rest.states.emplace_back(s);
  if (!rest.states.empty()) chosen.parts.push_back(std::move(rest));
  std::set<std::string> names;
  for (driver::PartRequest& part : chosen.parts)
    while (!names.insert(part.name).second) part.name += "_";
  return chosen;
}

}  // namespace

StateCosts counted_costs(const LoadedModel& model) {
  const std::unique_lock lock = model.lock_shapes();
  return {driver::neighbours_in_order(model.plan()), driver::costs_of_states(model.plan())};
}

std::vector<driver::PartRequest> StateCosts::cut(std::size_t count, const std::vector<std::string>& states) const {
  const double all = std::accumulate(costs.begin(), costs.end(), 0.0);
  std::vector<driver::PartRequest> parts(count);
  double before = 0;
  for (const std::uint32_t state : order) {
    const double middle = before + costs[state] / 2;
    const auto part = static_cast<std::size_t>(middle / all * static_cast<double>(count));
    parts[std::min(part, count - 1)].states.emplace_back(state);
    before += costs[state];
  }
  std::erase_if(parts, [](const driver::PartRequest& part) { return part.states.empty(); });
  for (driver::PartRequest& part : parts) std::ranges::sort(part.states);
  name_parts(parts, states);
  return parts;
}

void StateCosts::correct(const std::vector<driver::PartRequest>& parts, const std::vector<double>& seconds) {
  for (std::size_t p = 0; p < parts.size(); ++p) {
    double counted = 0;
    for (const model::StateIndex state : parts[p].states) counted += costs[state.index()];
    for (const model::StateIndex state : parts[p].states)
      costs[state.index()] *= counted > 0 ? seconds[p] / counted : 1;
  }
}

std::optional<ChosenParts> choose_parts(const LoadedModel& model, const SplitOptions& options,
                                        const decouple::Analysis& analysis, Diagnostics& diagnostics) {
  std::optional<ChosenParts> chosen;
  if (!options.by.empty()) {
    chosen = by_names(options, analysis, diagnostics);
  } else if (options.balanced) {
    chosen = ChosenParts{counted_costs(model).cut(*options.balanced, analysis.states),
                         "of equal cost, with neighbours together"};
  } else if (options.slowest_of_interest) {
    chosen = by_time_scale(analysis, *options.slowest_of_interest);
  } else if (analysis.partition) {
    chosen = by_partition(analysis, analysis.partition->partition, !options.parts);
    chosen->rule = options.parts ? "in the widest gaps of the time scales" : "at the cut that the time scales suggest";
  }
  if (!chosen) {
    if (!diagnostics.has_errors()) diagnostics.error(Code::E1020, {}, "there is no state to split by");
    return std::nullopt;
  }
  const std::size_t wanted = options.balanced.value_or(options.parts.value_or(2));
  if (chosen->parts.size() < 2 || chosen->parts.size() < std::min(wanted, std::size_t{2}) ||
      (options.by.empty() && !options.slowest_of_interest && chosen->parts.size() < wanted)) {
    diagnostics
        .error(Code::E1020, {},
               "the model has " + counted(analysis.states.size(), "state") + ", which make " +
                   counted(chosen->parts.size(), "part") + " (" + chosen->rule + "), not " + std::to_string(wanted))
        .help = analysis.states.size() < 2 ? "a model is split between its states: this one cannot be"
                : wanted > 2               ? "ask for fewer parts, or name components or states by --by"
                             : "--balanced 2 makes two parts of equal cost; --by names components or states";
    return std::nullopt;
  }
  return chosen;
}

}  // namespace sunder::verbs

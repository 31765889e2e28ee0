// Cuts that are tried where the one that was asked for leaves no step.
#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "decouple/clusters.hpp"
#include "verbs/split_parts.hpp"

namespace sunder::verbs {
namespace {

constexpr std::size_t most_gaps = 3, most_components = 3;
constexpr std::size_t most_looked_at = 40;  // components whose crossing values are counted
constexpr std::size_t most_names = 8;       // in a list that somebody is to copy

/// Both parts of a cut, whichever comes first.
using Halves = std::set<model::StateSet>;

class OtherCuts {
 public:
  OtherCuts(const LoadedModel& model, const decouple::Analysis& analysis,
            const std::vector<driver::PartRequest>& present)
      : model_(model), analysis_(analysis) {
    Halves halves;
    for (const driver::PartRequest& part : present) halves.insert(part.states);
    known_.insert(std::move(halves));
    count_states_below_names();
  }

  std::vector<OtherCut> find() {
    in_gaps();
    around_components();
    in_halves();
    return std::move(cuts_);
  }

 private:
  /// How many states stand in each component, by its name, and in the components inside of it.
  void count_states_below_names() {
    for (const std::string& state : analysis_.states)
      for (const std::string& name : names_around(state)) ++below_[name];
  }

  /// "a", "a.b" and "a.b[1]" of "a.b[1]".
  static std::vector<std::string> names_around(const std::string& state) {
    std::vector<std::string> names;
    bool quoted = false;
    for (std::size_t i = 0; i < state.size(); ++i) {
      if (state[i] == '\'' && (i == 0 || state[i - 1] != '\\')) quoted = !quoted;
      if (!quoted && i > 0 && (state[i] == '.' || state[i] == '[')) names.push_back(state.substr(0, i));
    }
    names.push_back(state);
    return names;
  }

  /// The fewest names that mean these states and no others.
  [[nodiscard]] std::vector<std::string> names_of(const model::StateSet& states) const {
    std::map<std::string, std::size_t> inside;
    for (const model::StateIndex state : states)
      for (const std::string& name : names_around(analysis_.states[state.index()])) ++inside[name];
    std::vector<std::string> found;
    std::set<std::string> seen;
    for (const model::StateIndex state : states) {
      const std::vector<std::string> around = names_around(analysis_.states[state.index()]);
      const auto name =
          std::ranges::find_if(around, [&](const std::string& one) { return inside[one] == below_.at(one); });
      if (name != around.end() && seen.insert(*name).second) found.push_back(*name);
    }
    return found;
  }

  [[nodiscard]] driver::PartRequest others_than(const model::StateSet& states) const {
    driver::PartRequest rest{"rest", {}};
    for (std::size_t s = 0; s < analysis_.states.size(); ++s)
      if (!std::ranges::binary_search(states, model::StateIndex(s))) rest.states.emplace_back(s);
    return rest;
  }

  void add(OtherCut cut) {
    Halves halves;
    for (const driver::PartRequest& part : cut.parts) halves.insert(part.states);
    if (halves.size() == 2 && known_.insert(std::move(halves)).second) cuts_.push_back(std::move(cut));
  }

  void in_gaps() {
    std::size_t taken = 0;
    for (const decouple::Gap& gap : decouple::gaps_wider_than(analysis_.variables, decouple::worth_cutting)) {
      if (taken++ == most_gaps) return;
      const double low = analysis_.variables[gap.below].time_scale,
                   high = analysis_.variables[gap.below + 1].time_scale;
      double interest = decouple::rounded_down(decouple::inside_gap(low, high, 0.5));
      if (!(interest > low)) interest = high;
      SplitOptions options;
      options.slowest_of_interest = rounded_number(interest, 6);
      Diagnostics unheard;
      if (auto chosen = choose_parts(model_, options, analysis_, unheard))
        add({"--slowest-of-interest " + rounded(interest, 6), std::move(chosen->parts)});
    }
  }

  /// One part of these states, which are named, and one of all others.
  void by_names(const model::StateSet& states) {
    driver::PartRequest rest = others_than(states);
    if (states.empty() || rest.states.empty()) return;
    std::vector<std::string> names = names_of(states), other = names_of(rest.states);
    if (other.size() < names.size()) names = std::move(other);
    if (names.size() > most_names) return;
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : "+") + name;
    SplitOptions options;
    options.by = {text};
    Diagnostics unheard;
    if (auto chosen = choose_parts(model_, options, analysis_, unheard))
      add({"--by " + as_argument(text), std::move(chosen->parts)});
  }

  /// As a shell takes it.
  static std::string as_argument(const std::string& text) {
    return text.find_first_of("[]' ") == std::string::npos ? text : '"' + text + '"';
  }

  void around_components() {
    struct Component {
      std::size_t crossing = 0;
      model::StateSet states;
    };
    std::map<std::string, model::StateSet> outermost;
    for (std::size_t s = 0; s < analysis_.states.size(); ++s)
      outermost[names_around(analysis_.states[s]).front()].emplace_back(s);
    if (outermost.size() > most_looked_at) return;
    std::vector<Component> found;
    for (auto& [name, states] : outermost) {
      if (states.size() == analysis_.states.size()) continue;
      const std::size_t crossing = values_that_cross(states);
      found.push_back({crossing, std::move(states)});
    }
    std::ranges::stable_sort(found, {}, &Component::crossing);
    if (found.size() > most_components) found.resize(most_components);
    for (const Component& one : found) by_names(one.states);
  }

  [[nodiscard]] std::size_t values_that_cross(const model::StateSet& states) const {
    const std::unique_lock lock = model_.lock_shapes();
    return driver::values_that_cross(model_.plan(), {states, others_than(states).states});
  }

  void in_halves() {
    const std::vector<driver::PartRequest> halves = counted_costs(model_).cut(2, analysis_.states);
    if (halves.size() == 2) by_names(halves.front().states);
  }

  const LoadedModel& model_;
  const decouple::Analysis& analysis_;
  std::map<std::string, std::size_t> below_;
  std::set<Halves> known_;
  std::vector<OtherCut> cuts_;
};

}  // namespace

std::vector<OtherCut> other_cuts(const LoadedModel& model, const decouple::Analysis& analysis,
                                 const std::vector<driver::PartRequest>& present) {
  return OtherCuts(model, analysis, present).find();
}

}  // namespace sunder::verbs

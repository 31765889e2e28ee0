#include "simulate/averaging_parts.hpp"

#include <algorithm>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::simulate {

namespace {

constexpr int most_pilots = 12;

class PartsFinder {
 public:
  PartsFinder(const model::Model& model, const std::function<std::unique_ptr<model::Context>()>& make_context,
              const SimulateOptions& options)
      : model_(model), make_context_(make_context), options_(options) {
    options_.method = "averaging";
    options_.tolerance = pilot_tolerance;
    options_.absolute_tolerance.reset();
    options_.step.reset();
    options_.output.clear();
    options_.interval.reset();
    options_.intervals = 1;
    options_.trace = nullptr;
    options_.progress = nullptr;
  }

  Outcome<AveragingParts> run(const decouple::Analysis& analysis) {
    Diagnostics diagnostics;
    const auto period = choose_period(model_, *make_context_(), options_.period, diagnostics);
    if (!period) return Outcome<AveragingParts>(std::move(diagnostics));
    parts_.period = *period;
    options_.period = period;
    model::StateSet fast;
    for (const decouple::VariableScale& one : analysis.variables)
      if (one.time_scale < periods_of_fast_states * *period) fast.push_back(one.state);
    model::make_set(fast);
    settled_.assign(model_.state_count(), false);
    for (int pilot = 0; pilot < most_pilots; ++pilot) {
      if (fast.size() == model_.state_count()) {
        diagnostics
            .error(Code::E0632, {},
                   "no state is slow against the period " + rounded(*period, 6) +
                       ": there is nothing that averaging could step with")
            .help = "--fast names the fast states, --period another period";
        return Outcome<AveragingParts>(std::move(diagnostics));
      }
      parts_.partition = model::Partition::two_way(fast, model_.state_count());
      options_.partition = parts_.partition;
      const std::unique_ptr<model::Context> context = make_context_();
      Outcome<Simulation> made = simulate(model_, *context, options_);
      if (!made.has_value()) return Outcome<AveragingParts>(std::move(made.diagnostics()));
      parts_.pilot = made.take();
      if (options_.cancel.requested() || !improve(fast)) break;
    }
    return std::move(parts_);
  }

 private:
  /// False: these are the parts. No state changes its part twice.
  bool improve(model::StateSet& fast) {
    bool changed = false;
    if (parts_.pilot.status.ok) {
      for (const Ripple& ripple : parts_.pilot.averaging->swinging) {
        if (settled_[ripple.state.index()]) continue;
        settled_[ripple.state.index()] = true;
        parts_.swinging.push_back(model_.state_name(ripple.state));
        fast.push_back(ripple.state);
        changed = true;
      }
      model::make_set(fast);
      return changed;
    }
    if (!parts_.pilot.status.fault || parts_.pilot.status.fault->code != Code::E0631) return false;
    const std::string& name = parts_.pilot.status.fault->variable;
    const auto found =
        std::ranges::find_if(fast, [&](model::StateIndex state) { return model_.state_name(state) == name; });
    if (found == fast.end()) return false;
    if (std::erase(parts_.swinging, name) == 0) parts_.drifting.push_back(name);
    settled_[found->index()] = true;
    fast.erase(found);
    return true;
  }

  const model::Model& model_;
  const std::function<std::unique_ptr<model::Context>()>& make_context_;
  SimulateOptions options_;
  AveragingParts parts_;
  std::vector<bool> settled_;  // states that have changed their part
};

}  // namespace

Outcome<AveragingParts> find_averaging_parts(const model::Model& model,
                                             const std::function<std::unique_ptr<model::Context>()>& make_context,
                                             const SimulateOptions& options, const decouple::Analysis& analysis) {
  return PartsFinder(model, make_context, options).run(analysis);
}

}  // namespace sunder::simulate

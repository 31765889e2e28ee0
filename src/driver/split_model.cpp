#include "driver/split_model.hpp"

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "causalise/causalise.hpp"
#include "causalise/model_cut.hpp"
#include "causalise/part_dae.hpp"
#include "execute/event_feedback.hpp"
#include "execute/variable_list.hpp"

namespace sunder::driver {
namespace {

/// What cannot be cut, with its place.
bool can_be_cut(const ir::Plan& plan, Diagnostics& diagnostics) {
  if (!plan.state_sets.empty()) {
    const ir::VariableId first = plan.state_sets.front().candidates.front();
    diagnostics
        .error(Code::E1020, plan.dae.declaration(first).span,
               "the model chooses its states while it runs (" + plan.dae.name_of(first) +
                   " and others): which part they belong to would change")
        .help = "give stateSelect = StateSelect.always to the variables that are to be states";
    return false;
  }
  for (const ir::Delay& delay : plan.dae.delays) {
    if (delay.kind == ir::Delay::Kind::fixed) continue;
    diagnostics.error(Code::E1020, plan.dae.origins[delay.origin.index()].span,
                      "a model with delays that vary, or with spatialDistribution, cannot be split");
    return false;
  }
  for (const model::EventFeedback& loop : execute::find_event_feedback(plan))
    if (!loop.delayed.empty())
      diagnostics.warning(Code::W1022, plan.dae.origins[plan.dae.delays.front().origin.index()].span,
                          "what is delayed (" + enumerated(loop.delayed) +
                              ") acts back on itself: the certificate of the communication step does not know of it");
  return true;
}

class Splitter {
 public:
  Splitter(const ir::Plan& plan, const execute::CompiledModel& whole, model::Context& context, double start,
           const std::vector<PartRequest>& parts, emit::BackEnd back_end)
      : plan_(plan), whole_(whole), context_(context), start_(start), requests_(parts), back_end_(back_end) {}

  Outcome<SplitModel> run() {
    if (!can_be_cut(plan_, diagnostics_) || !find_start()) return Outcome<SplitModel>(std::move(diagnostics_));
    std::vector<std::vector<ir::VariableId>> states;
    for (const PartRequest& part : requests_) {
      states.emplace_back();
      for (const model::StateIndex state : part.states) states.back().push_back(plan_.states[state.index()]);
    }
    cut_ = causalise::cut_model(plan_, states);
    for (std::size_t p = 0; p < requests_.size(); ++p)
      if (!make_part(p)) return Outcome<SplitModel>(std::move(diagnostics_));
    connect();
    tell_what_is_missing();
    if (!starts_agree()) return Outcome<SplitModel>(std::move(diagnostics_));
    return {std::move(split_), std::move(diagnostics_)};
  }

 private:
  bool find_start() {
    initial_.assign(plan_.dae.variable_count, causalise::unknown_value);
    model::Status status = whole_.initialise(context_, start_);
    std::vector<double> values(whole_.description().variable_count());
    if (status) status = whole_.record(context_, start_, context_.states(), values);
    if (!status) {
      const model::Fault& fault = status.fault();
      diagnostics_.error(fault.code, fault.span, fault.message);
      return false;
    }
    const execute::VariableList list(plan_);
    for (std::size_t i = 0; i < values.size(); ++i) initial_[list.at(model::VariableIndex(i)).index()] = values[i];
    for (const ir::VariableId parameter : plan_.initial_parameters) {
      if (std::isfinite(initial_[parameter.index()])) continue;
      diagnostics_.error(Code::E1020, plan_.dae.declaration(parameter).span,
                         "the value that the start gives to '" + plan_.dae.name_of(parameter) +
                             "' is not known outside of the model: a part that reads it cannot be made");
      return false;
    }
    return true;
  }

  bool make_part(std::size_t p) {
    causalise::PartDae part;
    {
      const std::unique_lock lock = whole_.lock_shapes();
      part = causalise::make_part_dae(plan_, cut_, p, initial_, requests_[p].name);
    }
    inputs_.push_back(std::move(part.inputs));
    outputs_.push_back(std::move(part.outputs));
    SplitPart made{requests_[p].name, requests_[p].states, nullptr, nullptr, {}};
    for (const ir::VariableId input : cut_.parts[p].open_inputs) made.open_inputs.push_back(plan_.dae.name_of(input));
    Outcome<ir::Plan> plan = causalise::causalise(std::move(part.dae));
    for (const Diagnostic& one : plan.diagnostics().all())
      if (one.severity == Severity::error) diagnostics_.add(one);
    if (!plan.ok()) {
      diagnostics_.error(Code::E1020, {}, "the equations of part '" + made.name + "' cannot be ordered by themselves");
      return false;
    }
    made.plan = std::make_shared<const ir::Plan>(plan.take());
    execute::CompiledModelOptions options;
    options.back_end = back_end_;
    made.model = execute::make_compiled_model(made.plan, options);
    split_.parts.push_back(std::move(made));
    return true;
  }

  void connect() {
    std::vector<bool> is_state(plan_.dae.variable_count, false);
    for (const ir::VariableId state : plan_.states) is_state[state.index()] = true;
    for (std::size_t p = 0; p < cut_.parts.size(); ++p) {
      for (std::size_t i = 0; i < cut_.parts[p].inputs.size(); ++i) {
        const causalise::CrossingValue& value = cut_.parts[p].inputs[i];
        const std::vector<ir::VariableId>& outputs = cut_.parts[value.from].outputs;
        const auto at = std::ranges::lower_bound(outputs, value.variable) - outputs.begin();
        const ir::Declaration& declaration = plan_.dae.declaration(value.variable);
        SplitConnection connection{value.from,
                                   p,
                                   outputs_[value.from][static_cast<std::size_t>(at)],
                                   inputs_[p][i],
                                   plan_.dae.name_of(value.variable),
                                   declaration.unit,
                                   declaration.description,
                                   is_state[value.variable.index()],
                                   declaration.base != ir::BaseType::real,
                                   initial_[value.variable.index()]};
        split_.connections.push_back(std::move(connection));
      }
    }
  }

  void tell_what_is_missing() {
    for (const ir::VariableId variable : cut_.nowhere)
      if (!plan_.dae.declaration(variable).generated) split_.nowhere.push_back(plan_.dae.name_of(variable));
    for (const std::uint32_t c : cut_.unchecked) {
      const ir::Check& check = plan_.dae.checks[c];
      diagnostics_.warning(Code::W1021, plan_.dae.origins[check.origin.index()].span,
                           "no part alone can check this, so that nobody does: \"" + check.outline() + "\"");
    }
  }

  /// What every part finds at the start must be what the whole model found.
  bool starts_agree() {
    for (const SplitPart& part : split_.parts) {
      const std::unique_ptr<model::Context> context = part.model->create_context();
      model::Status status = part.model->initialise(*context, start_);
      std::vector<double> values(part.model->description().variable_count());
      if (status) status = part.model->record(*context, start_, context->states(), values);
      if (!status) {
        const model::Fault& fault = status.fault();
        diagnostics_.error(fault.code, fault.span, "part '" + part.name + "' cannot be started: " + fault.message);
        return false;
      }
      for (const model::VariableIndex index : part.model->description().indices()) {
        const std::string name = part.model->description().variable_name(index);
        const auto old = whole_.description().find(name);
        if (!old) continue;
        const double wanted = initial_value(*old), found = values[index.index()];
        const double size = std::max({std::abs(wanted), std::abs(found), whole_.description().nominal(*old)});
        if (!std::isfinite(wanted) || std::abs(found - wanted) <= agreement * size) continue;
        diagnostics_.error(Code::E1020, part.model->description().variable(index).origin,
                           "part '" + part.name + "' does not start where the model does: " + name + " is " +
                               rounded(found, 8) + " instead of " + rounded(wanted, 8));
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] double initial_value(model::VariableIndex index) {
    if (!list_) list_.emplace(plan_);
    return initial_[list_->at(index).index()];
  }

  static constexpr double agreement = 1e-6;  // of the value or the nominal value; loops are solved anew

  const ir::Plan& plan_;
  const execute::CompiledModel& whole_;
  model::Context& context_;
  double start_;
  const std::vector<PartRequest>& requests_;
  emit::BackEnd back_end_;
  causalise::InitialValues initial_;
  causalise::ModelCut cut_;
  std::vector<std::vector<std::string>> inputs_, outputs_;  // by part
  std::optional<execute::VariableList> list_;
  SplitModel split_;
  Diagnostics diagnostics_;
};

}  // namespace

Outcome<SplitModel> split_model(const ir::Plan& plan, const execute::CompiledModel& whole, model::Context& context,
                                double start, const std::vector<PartRequest>& parts, emit::BackEnd back_end) {
  return Splitter(plan, whole, context, start, parts, back_end).run();
}

std::size_t values_that_cross(const ir::Plan& plan, const std::vector<model::StateSet>& parts) {
  std::vector<std::vector<ir::VariableId>> states;
  for (const model::StateSet& part : parts) {
    states.emplace_back();
    for (const model::StateIndex state : part) states.back().push_back(plan.states[state.index()]);
  }
  std::size_t count = 0;
  for (const causalise::CutPart& part : causalise::cut_model(plan, states).parts) count += part.inputs.size();
  return count;
}

}  // namespace sunder::driver

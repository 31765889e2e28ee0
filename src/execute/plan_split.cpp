#include "execute/plan_split.hpp"

#include <algorithm>

#include "causalise/exchange.hpp"
#include "causalise/separate.hpp"
#include "execute/compiled_evaluator.hpp"

namespace sunder::execute {

namespace {

class PlanPart final : public model::PartEvaluator {
 public:
  PlanPart(const ir::Plan& plan, CompiledContext& context, std::shared_ptr<const RestrictedCode> code,
           const model::StateSet& states, std::span<const emit::Place> given)
      : code_(code), evaluator_(plan, context, std::move(code)) {
    for (const model::StateIndex state : states) states_.push_back(evaluator_.place({emit::Space::state, state.value}));
    for (const emit::Place place : given) given_.push_back(evaluator_.place(place));
    for (const model::StateIndex state : code_->wanted().derivatives)
      wanted_.push_back(evaluator_.place({emit::Space::derivative, state.value}));
    for (const emit::Place place : code_->between()) wanted_.push_back(evaluator_.place(place));
  }

  model::Status evaluate(const At& at, std::span<double> out) override {
    take(at);
    return evaluator_.evaluate_places(at.time, wanted_, out);
  }
  [[nodiscard]] const algebra::SparsePattern& pattern() const override { return evaluator_.pattern(); }
  model::Status jacobian(const At& at, std::span<double> values) override {
    take(at);
    return evaluator_.jacobian_places(at.time, values);
  }
  [[nodiscard]] bool jacobian_constant() const override { return code_->jacobian_constant(); }
  [[nodiscard]] bool depends_on_time() const override { return evaluator_.depends_on_time(); }
  [[nodiscard]] std::size_t operations() const override {
    return code_->active().operations() + code_->frozen().operations();
  }

 private:
  void take(const At& at) {
    for (std::size_t i = 0; i < states_.size(); ++i) *states_[i] = at.x[i];
    for (std::size_t i = 0; i < given_.size(); ++i) *given_[i] = at.given[i];
  }

  std::shared_ptr<const RestrictedCode> code_;
  CompiledEvaluator evaluator_;
  std::vector<double*> states_, given_;
  std::vector<const double*> wanted_;
};

class PlanSplit final : public model::Split {
 public:
  PlanSplit(CompiledContext& context, std::shared_ptr<SplitCode> code) : context_(context), code_(std::move(code)) {
    values_ = code_->values();
    parts_ = code_->parts();
  }
  [[nodiscard]] std::unique_ptr<model::PartEvaluator> derivatives(std::size_t part,
                                                                  const model::StateSet& wanted) override {
    return make(part, code_->derivatives(part, wanted));
  }
  [[nodiscard]] std::unique_ptr<model::PartEvaluator> shared(std::size_t part,
                                                             std::span<const std::uint32_t> wanted) override {
    return make(part, code_->shared(part, wanted));
  }

 private:
  [[nodiscard]] std::unique_ptr<model::PartEvaluator> make(std::size_t part,
                                                           std::shared_ptr<const RestrictedCode> code) const {
    return std::make_unique<PlanPart>(code_->plan(), context_, std::move(code), parts_[part].states,
                                      code_->given_places(part));
  }

  CompiledContext& context_;
  std::shared_ptr<SplitCode> code_;
};

}  // namespace

SplitCode::SplitCode(const ir::Plan& plan, CompileSettings& settings, const std::vector<model::StateSet>& parts,
                     const model::StateSet& watched)
    : plan_(plan), settings_(settings) {
  const auto variables_of = [&](const model::StateSet& states) {
    std::vector<ir::VariableId> list;
    for (const std::size_t state : model::places(states)) list.push_back(plan.states[state]);
    return list;
  };
  std::vector<std::vector<ir::VariableId>> states;
  for (const model::StateSet& part : parts) states.push_back(variables_of(part));
  if (parts.size() > 1) {
    causalise::separate(plan_, states, {});
    causalise::separate(plan_, states, causalise::find_exchange(plan_, states, variables_of(watched)));
  }
  const std::vector<causalise::PartExchange> found = causalise::find_exchange(plan_, states, variables_of(watched));
  for (const causalise::PartExchange& part : found)
    for (const auto* list : {&part.to_slower, &part.to_faster})
      variables_.insert(variables_.end(), list->begin(), list->end());
  model::make_set(variables_);
  const auto numbers = [&](const std::vector<ir::VariableId>& list) {
    std::vector<std::uint32_t> made;
    for (const ir::VariableId variable : list)
      made.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(variables_, variable) - variables_.begin()));
    return made;
  };
  for (const ir::VariableId variable : variables_) {
    model::SharedValue value{plan_.dae.name_of(variable), 0, {}};
    const ir::Address address = plan_.addresses[variable.index()];
    if (address.space == ir::Space::state) value.state = model::StateIndex(address.index);
    values_.push_back(std::move(value));
  }
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const causalise::PartExchange& part = found[k];
    parts_.push_back({parts[k], numbers(part.to_slower), numbers(part.to_faster), numbers(part.from_slower),
                      numbers(part.from_faster)});
    for (const auto* list : {&parts_[k].to_slower, &parts_[k].to_faster})
      for (const std::uint32_t value : *list) values_[value].part = k;
  }
}

std::vector<ir::VariableId> SplitCode::given(std::size_t part) const {
  std::vector<ir::VariableId> list;
  for (const auto* numbers : {&parts_[part].from_slower, &parts_[part].from_faster})
    for (const std::uint32_t value : *numbers) list.push_back(variables_[value]);
  return list;
}

std::vector<emit::Place> SplitCode::given_places(std::size_t part) const {
  std::vector<emit::Place> places;
  for (const ir::VariableId variable : given(part)) places.push_back(emit::place_of(plan_, variable));
  return places;
}

std::shared_ptr<const RestrictedCode> SplitCode::make(const Key& key) {
  const std::lock_guard lock(settings_.mutex);
  auto& cached = codes_[key];
  if (cached) return cached;
  const auto& [part, wanted] = key;
  Between between;
  between.given = given(part);
  for (const std::uint32_t value : wanted.second) between.wanted.push_back(variables_[value]);
  cached = std::make_shared<RestrictedCode>(plan_, settings_, model::Wanted{wanted.first, {}},
                                            model::Varying{parts_[part].states, {}}, std::move(between));
  return cached;
}

std::shared_ptr<const RestrictedCode> SplitCode::derivatives(std::size_t part, const model::StateSet& wanted) {
  return make({part, {wanted, {}}});
}

std::shared_ptr<const RestrictedCode> SplitCode::shared(std::size_t part, std::span<const std::uint32_t> wanted) {
  return make({part, {{}, {wanted.begin(), wanted.end()}}});
}

std::unique_ptr<model::Split> make_plan_split(CompiledContext& context, std::shared_ptr<SplitCode> code) {
  return std::make_unique<PlanSplit>(context, std::move(code));
}

}  // namespace sunder::execute

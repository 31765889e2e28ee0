// A cut through a model that says no more of itself than which states a derivative reads. A derivative that reads
// faster states is shared as a whole: nothing is known of how it depends on them.
#include <algorithm>

#include "model/split.hpp"

namespace sunder::model {

namespace {

/// What a shared value is, or what an evaluator is asked for.
struct Value {
  StateIndex state;
  bool derivative = false;
  friend auto operator<=>(const Value&, const Value&) = default;
};

class StatePart final : public PartEvaluator {
 public:
  StatePart(const Model& model, Context& context, const StateSet& states, std::vector<Value> given,
            std::vector<Value> wanted)
      : states_(states), given_(std::move(given)), wanted_(std::move(wanted)), x_(model.state_count()) {
    dx_.resize(x_.size());
    StateSet computed;
    for (const Value& value : wanted_)
      if (value.derivative && !is_given(value)) computed.push_back(value.state);
    make_set(computed);
    evaluator_ = model::evaluator(model, context, computed, states);
    make_pattern();
  }

  Status evaluate(const At& at, std::span<double> out) override {
    take(at);
    if (!evaluator_->wanted().derivatives.empty()) {
      if (Status frozen = evaluator_->freeze(at.time, x_); !frozen) return frozen;
      if (Status computed = evaluator_->evaluate(x_, dx_); !computed) return computed;
    }
    for (std::size_t i = 0; i < given_.size(); ++i)
      if (given_[i].derivative) dx_[given_[i].state.index()] = at.given[i];
    for (std::size_t i = 0; i < wanted_.size(); ++i)
      out[i] = wanted_[i].derivative ? dx_[wanted_[i].state.index()] : x_[wanted_[i].state.index()];
    return {};
  }
  [[nodiscard]] const algebra::SparsePattern& pattern() const override { return pattern_; }
  Status jacobian(const At& at, std::span<double> values) override {
    take(at);
    if (Status frozen = evaluator_->freeze(at.time, x_); !frozen) return frozen;
    return evaluator_->jacobian(x_, values);
  }
  [[nodiscard]] bool jacobian_constant() const override { return evaluator_->jacobian_constant(); }
  [[nodiscard]] bool depends_on_time() const override { return evaluator_->depends_on_time(); }
  [[nodiscard]] std::size_t operations() const override {
    return evaluator_->operations() + evaluator_->frozen_operations();
  }

 private:
  [[nodiscard]] bool is_given(const Value& value) const { return std::ranges::find(given_, value) != given_.end(); }
  void take(const At& at) {
    scatter(at.x, states_, x_);
    for (std::size_t i = 0; i < given_.size(); ++i)
      if (!given_[i].derivative) x_[given_[i].state.index()] = at.given[i];
  }
  // the rows of the evaluator among those that are wanted
  void make_pattern() {
    pattern_ = evaluator_->pattern();
    std::vector<std::int32_t> row_of;
    std::size_t row = 0;
    for (const StateIndex state : evaluator_->wanted().derivatives) {
      while (wanted_[row] != Value{state, true}) ++row;
      row_of.push_back(static_cast<std::int32_t>(row));
    }
    for (std::int32_t& index : pattern_.row_indices) index = row_of[static_cast<std::size_t>(index)];
    pattern_.rows = wanted_.size();
  }

  StateSet states_;
  std::vector<Value> given_, wanted_;
  std::vector<double> x_, dx_;
  std::unique_ptr<Evaluator> evaluator_;
  algebra::SparsePattern pattern_;
};

class StateSplit final : public Split {
 public:
  StateSplit(const Model& model, Context& context, const std::vector<StateSet>& parts, const StateSet& watched)
      : model_(model), context_(context) {
    std::vector<std::size_t> part_of(model.state_count());
    for (std::size_t k = 0; k < parts.size(); ++k)
      for (const std::size_t state : places(parts[k])) part_of[state] = k;
    const std::vector<StateSet> reads = find_reads();
    // derivatives that read faster states are computed with the fastest of these
    std::vector<std::size_t> computed_by(part_of);
    for (std::size_t i = 0; i < reads.size(); ++i)
      for (const std::size_t state : places(reads[i])) computed_by[i] = std::max(computed_by[i], part_of[state]);
    struct Lists {
      std::vector<Value> to_slower, to_faster, from_slower, from_faster;
    };
    std::vector<Lists> lists(parts.size());
    for (std::uint32_t i = 0; i < reads.size(); ++i) {
      const std::size_t by = computed_by[i];
      if (by != part_of[i]) {
        lists[part_of[i]].from_faster.push_back({StateIndex(i), true});
        lists[by].to_slower.push_back({StateIndex(i), true});
      }
      for (const StateIndex state : reads[i])
        if (part_of[state.index()] < by) lists[by].from_slower.push_back({state, false});
    }
    for (const StateIndex state : watched)
      if (part_of[state.index()] + 1 < parts.size()) lists.back().from_slower.push_back({state, false});
    for (Lists& list : lists)
      for (const Value& value : list.from_slower) lists[part_of[value.state.index()]].to_faster.push_back(value);
    for (Lists& list : lists)
      for (std::vector<Value>* one : {&list.to_slower, &list.to_faster, &list.from_slower, &list.from_faster}) {
        make_set(*one);
        known_.insert(known_.end(), one->begin(), one->end());
      }
    make_set(known_);
    for (const Value& value : known_) {
      const std::size_t state = value.state.index();
      const std::string name = model.state_name(value.state);
      if (value.derivative) {
        values_.push_back({"der(" + name + ")", computed_by[state], {}});
      } else {
        values_.push_back({name, part_of[state], value.state});
      }
    }
    for (std::size_t k = 0; k < parts.size(); ++k)
      parts_.push_back({parts[k], numbers(lists[k].to_slower), numbers(lists[k].to_faster),
                        numbers(lists[k].from_slower), numbers(lists[k].from_faster)});
  }

  [[nodiscard]] std::unique_ptr<PartEvaluator> derivatives(std::size_t part, const StateSet& wanted) override {
    std::vector<Value> list;
    for (const StateIndex state : wanted) list.push_back({state, true});
    return make(part, std::move(list));
  }
  [[nodiscard]] std::unique_ptr<PartEvaluator> shared(std::size_t part,
                                                      std::span<const std::uint32_t> wanted) override {
    std::vector<Value> list;
    for (const std::uint32_t value : wanted) list.push_back(known_[value]);
    return make(part, std::move(list));
  }

 private:
  [[nodiscard]] std::vector<StateSet> find_reads() const {
    std::vector<StateSet> reads(model_.state_count());
    const std::unique_ptr<Evaluator> all = full_evaluator(model_, context_);
    const algebra::SparsePattern& pattern = all->pattern();
    for (std::size_t column = 0; column < pattern.columns; ++column)
      for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k)
        reads[static_cast<std::size_t>(pattern.row_indices[k])].emplace_back(column);
    return reads;
  }
  [[nodiscard]] std::vector<std::uint32_t> numbers(const std::vector<Value>& list) const {
    std::vector<std::uint32_t> found;
    for (const Value& value : list)
      found.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(known_, value) - known_.begin()));
    return found;
  }
  [[nodiscard]] std::unique_ptr<PartEvaluator> make(std::size_t part, std::vector<Value> wanted) const {
    std::vector<Value> given;
    for (const std::vector<std::uint32_t>* list : {&parts_[part].from_slower, &parts_[part].from_faster})
      for (const std::uint32_t value : *list) given.push_back(known_[value]);
    return std::make_unique<StatePart>(model_, context_, parts_[part].states, std::move(given), std::move(wanted));
  }

  const Model& model_;
  Context& context_;
  std::vector<Value> known_;  // what the shared values are
};

}  // namespace

std::unique_ptr<Split> Model::split(Context& context, const std::vector<StateSet>& parts,
                                    const StateSet& watched) const {
  return std::make_unique<StateSplit>(*this, context, parts, watched);
}

}  // namespace sunder::model

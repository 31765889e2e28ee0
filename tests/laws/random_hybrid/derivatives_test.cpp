// A random hybrid model has one value everywhere: what events make of it, its variables, derivatives and Jacobian are
// those of an evaluator that knows nothing of the compiler, in both back ends.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "laws/random_hybrid/compiled.hpp"

using namespace sunder;
using namespace sunder::random_hybrid;

namespace {

using Numbers = std::vector<double>;

/// Newton's method of the compiled model stops at about this; everything else is nearer.
bool near(double a, double b) { return std::fabs(a - b) <= 1e-9 * (1 + std::fabs(b)); }

class Pair {
 public:
  Pair(const Description& description, const model::Model& model)
      : description_(description),
        model_(model),
        machine_(description),
        context_(model.create_context()),
        places_(places_of_states(description, model)),
        x_(model.state_count()) {}

  void start() {
    REQUIRE(sunder::model::initialise(model_, *context_, 0, x_));
    machine_.initialise(0);
    compare(0);
  }

  /// Both jump to this point, and react to whatever changes on the way.
  void jump(double time, const Numbers& ours) {
    put(ours);
    context_->skip_to(time);
    context_->accept(time, x_);
    model::EventOutcome outcome;
    REQUIRE(handle(time, outcome));
    Numbers moved = ours;
    machine_.handle_event(time, moved);
    for (std::size_t i = 0; i < moved.size(); ++i) {
      CAPTURE(description_.names[description_.states[i]]);
      CHECK(near(x_[places_[i]], moved[i]));
      x_[places_[i]] = moved[i];
    }
    compare(time);
  }

  /// Something would have to change at this point exactly if a margin is negative there.
  void look(double time, const Numbers& ours) {
    Numbers there(x_.size()), margins(model_.events() != nullptr ? model_.events()->indicator_count() : 0);
    for (std::size_t i = 0; i < ours.size(); ++i) there[places_[i]] = ours[i];
    if (model_.events() != nullptr) REQUIRE(model_.events()->indicators(*context_, time, there, margins));
    const bool violated = std::any_of(margins.begin(), margins.end(), [](double m) { return m < 0; });
    CHECK(violated == !machine_.still_holds(time, ours));
  }

 private:
  model::Status handle(double time, model::EventOutcome& outcome) {
    if (model_.events() == nullptr) return {};
    return model_.events()->handle(*context_, time, x_, model::EventCause::found, outcome);
  }

  void put(const Numbers& ours) {
    for (std::size_t i = 0; i < ours.size(); ++i) x_[places_[i]] = ours[i];
  }

  void compare(double time) {
    Numbers ours(places_.size());
    for (std::size_t i = 0; i < ours.size(); ++i) ours[i] = x_[places_[i]];
    const Numbers slopes = machine_.derivatives(time, ours);
    const auto evaluator = model::full_evaluator(model_, *context_);
    Numbers theirs(x_.size());
    REQUIRE(evaluator->freeze(time, x_));
    REQUIRE(evaluator->evaluate(x_, theirs));
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      CAPTURE(description_.names[description_.states[i]]);
      CHECK(near(theirs[places_[i]], slopes[i]));
    }
    compare_variables(time);
    compare_jacobian(time, ours, *evaluator);
  }

  void compare_variables(double time) {
    Numbers recorded(model_.description().variable_count());
    REQUIRE(model_.record(*context_, time, x_, recorded));
    std::map<std::string, double> by_name;
    for (const model::VariableIndex i : model_.description().indices())
      by_name[model_.description().variable_name(i)] = recorded[i.index()];
    for (std::size_t v = 0; v < description_.names.size(); ++v) {
      CAPTURE(description_.names[v]);
      CAPTURE(by_name[description_.names[v]]);
      CAPTURE(machine_.values().now[v]);
      CHECK(near(by_name[description_.names[v]], machine_.values().now[v]));
    }
  }

  void compare_jacobian(double time, const Numbers& ours, model::Evaluator& evaluator) {
    const algebra::SparsePattern& pattern = evaluator.pattern();
    Numbers entries(pattern.nonzeros());
    REQUIRE(evaluator.jacobian(x_, entries));
    for (std::size_t column = 0; column < ours.size(); ++column) {
      Numbers exact(x_.size(), 0.0);
      for (auto k = pattern.column_starts[places_[column]]; k < pattern.column_starts[places_[column] + 1]; ++k)
        exact[pattern.row_indices[k]] = entries[k];
      const double step = 1e-5;
      Numbers up = ours, down = ours;
      up[column] += step;
      down[column] -= step;
      const Numbers above = machine_.derivatives(time, up), here = machine_.derivatives(time, ours),
                    below = machine_.derivatives(time, down);
      for (std::size_t row = 0; row < ours.size(); ++row) {
        // a kink (abs, min, max) between the two has two slopes, and either is one
        const double left = (here[row] - below[row]) / step, right = (above[row] - here[row]) / step;
        const double slope = exact[places_[row]], tolerance = 1e-6 * (1 + std::fabs(slope));
        const double bend = std::fabs(left - right);
        CAPTURE(description_.names[description_.states[row]]);
        CAPTURE(description_.names[description_.states[column]]);
        CAPTURE(slope);
        CHECK((
            std::fabs(slope - (left + right) / 2) <= tolerance ||
            (bend > 1e-2 && std::min(left, right) - tolerance <= slope && slope <= std::max(left, right) + tolerance)));
      }
    }
  }

  const Description& description_;
  const model::Model& model_;
  Machine machine_;
  std::unique_ptr<model::Context> context_;
  std::vector<std::size_t> places_;
  Numbers x_;
};

void compare(std::uint64_t seed, emit::BackEnd back_end) {
  const Description description = generate(seed, Style::rich);
  CAPTURE(seed);
  INFO(description.text);
  const auto model = compiled(description, back_end);
  Pair pair(description, *model);
  pair.start();
  std::mt19937_64 random(seed);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() % 10007) / 10007;
  };
  const auto somewhere = [&] {
    Numbers x(description.states.size());
    for (double& value : x) value = between(-2, 2);
    return x;
  };
  double time = 0;
  for (int point = 0; point < 4; ++point) {
    pair.look(time, somewhere());
    time += between(0.01, 0.6);
    pair.jump(time, somewhere());
  }
}

}  // namespace

TEST_CASE("random hybrid models: events, variables, derivatives and Jacobian are those of a second evaluator") {
  for (std::uint64_t seed = first_seed(); seed < first_seed() + how_many(500); ++seed)
    compare(seed, emit::BackEnd::interpreter);
  for (std::uint64_t seed = first_seed(); seed < first_seed() + how_many(100); ++seed)
    compare(seed, emit::BackEnd::llvm);
}

// Random numbers from a generator whose state nobody sees: the next one every time one is asked for.
//
// Values are computed as often as a solver likes. So a number belongs to an instant and to the place that asks: whoever
// asks again there and then gets it again. The state belongs to a run, and is copied with its snapshots.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include "symbolic/routine.hpp"

namespace sunder::symbolic {

/// Of one run. While an event of it is looked at in this thread, routines find it.
class ImpureNumbers {
 public:
  /// `who`: the place, and what tells its turns apart.
  /// A generator that begins with this state; again with the same one: nothing happens.
  void seed(std::span<const double> state);
  double draw(const std::vector<std::int32_t>& first_state, double instant, std::vector<double> who);
  void forget() { *this = {}; }
  /// Whether numbers were asked for before there was a state: they are none, whatever became of them since.
  [[nodiscard]] bool was_empty() const { return was_empty_; }

  class Scope {
   public:
    explicit Scope(ImpureNumbers& numbers);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    ImpureNumbers* around_;
  };
  /// Null: no event is looked at.
  static ImpureNumbers* here();

 private:
  std::vector<std::int32_t> state_;
  std::vector<double> seeded_;
  bool was_empty_ = false;
  double instant_ = std::numeric_limits<double>::quiet_NaN();
  std::map<std::vector<double>, double> drawn_;  ///< at this instant
};

/// The last argument, once the generator has the state that the others are.
class ImpureSeed final : public Routine {
 public:
  [[nodiscard]] std::string name() const override { return "setInternalState"; }
  [[nodiscard]] double value(std::span<const double> arguments) const override;
  [[nodiscard]] std::shared_ptr<const Routine> partial(Pool&, std::uint32_t) const override { return nullptr; }
};

/// Of whether one is needed, the instant, what has to be computed before, and values that tell turns of a loop apart.
/// `first_state`: where it is known at compile time.
class ImpureNumber final : public Routine {
 public:
  ImpureNumber(std::vector<std::int32_t> first_state, std::size_t place)
      : first_state_(std::move(first_state)), place_(place) {}

  [[nodiscard]] std::string name() const override { return "impureRandom"; }
  [[nodiscard]] double value(std::span<const double> arguments) const override;
  [[nodiscard]] std::shared_ptr<const Routine> partial(Pool&, std::uint32_t) const override { return nullptr; }
  [[nodiscard]] std::string complaint(std::span<const double>) const override {
    return "an impure random number is drawn apart from events, or before its generator has a state";
  }

 private:
  std::vector<std::int32_t> first_state_;
  std::size_t place_;
};

}  // namespace sunder::symbolic

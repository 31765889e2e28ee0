// Texts that go into a message: nobody keeps or compares them, so that a run that talks for ever needs no more memory
// than what it says at a time.
#pragma once

#include <memory>
#include <string>

#include "symbolic/routine.hpp"
#include "symbolic/texts.hpp"

namespace sunder::symbolic {

/// Gives a number that `Texts::at` knows in this thread, until `forget_said`.
class SaidText final : public Routine {
 public:
  SaidText(std::shared_ptr<const Texts> texts, TextPattern pattern)
      : texts_(std::move(texts)), pattern_(std::move(pattern)) {}

  [[nodiscard]] std::string name() const override { return "String"; }
  [[nodiscard]] double value(std::span<const double> arguments) const override;
  [[nodiscard]] std::shared_ptr<const Routine> partial(Pool&, std::uint32_t) const override { return nullptr; }

 private:
  std::shared_ptr<const Texts> texts_;
  TextPattern pattern_;
};

/// Before messages are made.
void forget_said();

}  // namespace sunder::symbolic

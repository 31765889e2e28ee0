// Pseudo-random numbers (runtime/random.h) as routines: the state that comes after is an output like the number.
#pragma once

#include "symbolic/routine.hpp"

namespace sunder::symbolic {

/// Output 0 is the number, the others are the state that comes after.
class RandomRoutine final : public Routine {
 public:
  enum class Generator : std::uint8_t { xorshift64star, xorshift128plus, xorshift1024star };
  static std::size_t state_length(Generator generator);
  /// Of the function of runtime/random.h.
  static const char* function_name(Generator generator);

  RandomRoutine(std::string name, Generator generator, std::size_t output)
      : name_(std::move(name)), generator_(generator), output_(output) {}

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] double value(std::span<const double> arguments) const override;
  [[nodiscard]] std::shared_ptr<const Routine> partial(Pool&, std::uint32_t) const override { return nullptr; }
  [[nodiscard]] Generator generator() const { return generator_; }
  [[nodiscard]] std::size_t output() const { return output_; }

 private:
  std::string name_;
  Generator generator_;
  std::size_t output_;
};

}  // namespace sunder::symbolic

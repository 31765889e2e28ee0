// The results of a run in memory, as far as there is room.
#pragma once

#include "results/writer.hpp"

namespace sunder::choose {

/// Numbers of one run that are kept to be compared.
inline constexpr std::size_t largest_memory = 100'000'000;

class BoundedMemory final : public results::ResultWriter {
 public:
  explicit BoundedMemory(std::size_t most_numbers) : most_(most_numbers) {}

  [[nodiscard]] bool begin(std::span<const results::ResultVariable> variables, double start, double stop,
                           std::span<const double> first) override {
    return memory_.begin(variables, start, stop, first);
  }
  [[nodiscard]] bool row(double time, std::span<const double> values) override {
    numbers_ += values.size() + 1;
    return full() || memory_.row(time, values);
  }
  [[nodiscard]] bool finish() override { return memory_.finish(); }

  [[nodiscard]] bool full() const { return numbers_ > most_; }
  [[nodiscard]] results::Trajectory take() { return memory_.take(); }

 private:
  results::MemoryWriter memory_;
  std::size_t most_;
  std::size_t numbers_ = 0;
};

}  // namespace sunder::choose

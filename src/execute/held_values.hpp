// What held values mean: when they hold, and when the clock alone will change them.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ir/dae.hpp"

namespace sunder::execute {

/// The value that follows from z.
double live_value(ir::HeldKind kind, double z);
/// How far crossings are from where what is held ceases to hold; negative exactly when it does not hold. Models have
/// thousands of relations, and all are looked at in every step: a margin is z times a sign that changes at events only.
class Margins {
 public:
  /// `held[which[i]]` is the value of the crossing whose kind is kinds[i], and `tolerated[which[i]]` how far z may
  /// contradict it.
  void follow_event(std::span<const ir::HeldKind> kinds, std::span<const std::uint32_t> which,
                    std::span<const double> held, std::span<const double> tolerated);
  /// Replaces z of every crossing by its margin.
  void replace(std::span<double> z) const;

 private:
  struct Rounding {
    std::size_t crossing = 0;
    ir::HeldKind kind{};
    double held = 0;
  };
  std::vector<double> signs_;
  std::vector<double> at_zero_;  // a relation that does not hold there is just beyond
  std::vector<Rounding> roundings_;
  std::vector<std::pair<std::size_t, double>> slack_;  // of crossings that may contradict what is held
};
/// For z that changes at the rate `slope`, z being within what `held` allows: how long it will hold.
double time_to_change(ir::HeldKind kind, double z, double held, double slope);
/// z of a relation of the time alone, a moment after it was found to be z: what is exactly zero has passed it then,
/// also where the moment is lost in the rounding of z.
double moment_later(ir::HeldKind kind, double z, double slope);
/// The shortest stretch of time that is not lost in rounding. Time events are looked at this much later, so that the
/// rounding of their instants does not matter.
double instant_after(double time);

}  // namespace sunder::execute

#include "simulate/grid.hpp"

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::simulate {

std::optional<TimeGrid> make_grid(double start, double stop, double step, Code invalid_step, Diagnostics& diagnostics) {
  if (!std::isfinite(start) || !std::isfinite(stop) || stop < start || !std::isfinite(stop - start)) {
    diagnostics.error(Code::E0604, {}, "the run cannot go from time " + shortest(start) + " to time " + shortest(stop));
    return std::nullopt;
  }
  const std::string_view noun = invalid_step == Code::E0603 ? "step" : "output interval";
  if (!(step > 0) || !std::isfinite(step)) {
    diagnostics.error(invalid_step, {},
                      "the " + std::string(noun) + " " + shortest(step) + " is not a positive number");
    return std::nullopt;
  }
  TimeGrid grid{start, stop, step, 0};
  const double exact = (stop - start) / step;
  if (exact > most_steps) {
    diagnostics.error(Code::E0605, {},
                      "from time " + shortest(start) + " to " + shortest(stop) + " the " + std::string(noun) + " " +
                          shortest(step) + " means " + rounded(exact, 3) + " steps, more than " +
                          rounded(most_steps, 3));
    return std::nullopt;
  }
  if (stop > start &&
      std::max(std::abs(start), std::abs(stop)) + step / 2 == std::max(std::abs(start), std::abs(stop))) {
    diagnostics.error(invalid_step, {},
                      "the " + std::string(noun) + " " + shortest(step) + " is lost in the rounding of times near " +
                          shortest(std::max(std::abs(start), std::abs(stop))));
    return std::nullopt;
  }
  // A quotient that misses a whole number only by rounding is that number: 8.1 / 0.3 are 27 steps.
  const double whole = std::round(exact);
  const bool fits = std::abs(exact - whole) <= 1e-9 * std::max(1.0, whole);
  grid.count = static_cast<std::uint64_t>(fits ? whole : std::ceil(exact));
  if (grid.count == 0 && stop > start) grid.count = 1;
  return grid;
}

}  // namespace sunder::simulate

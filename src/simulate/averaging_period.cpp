// Which period to average over.
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "simulate/averaging.hpp"

namespace sunder::simulate {

namespace {

/// Longer ones are not of the fast part: a day next to the period of the mains.
constexpr double widest_ratio = 100;
constexpr int most_multiples = 50;

bool divides(double period, double whole) {
  const double count = whole / period;
  return std::abs(count - std::round(count)) <= 1e-6 * count;
}

}  // namespace

std::optional<double> choose_period(const model::Model& model, model::Context& context, std::optional<double> given,
                                    Diagnostics& diagnostics) {
  if (given) {
    if (*given > 0 && std::isfinite(*given)) return given;
    diagnostics.error(Code::E0632, {}, "the period " + shortest(*given) + " is not a positive number");
    return std::nullopt;
  }
  std::vector<model::PeriodInfo> periods = model.periods(context);
  if (periods.empty()) {
    diagnostics.error(Code::E0632, {}, "averaging needs a period, and the model has no sine of time and no sample")
        .help = "give one with --period";
    return std::nullopt;
  }
  while (periods.back().period > widest_ratio * periods.front().period) periods.pop_back();
  for (int multiple = 1; multiple <= most_multiples; ++multiple) {
    const double whole = multiple * periods.back().period;
    bool common = true;
    for (const model::PeriodInfo& info : periods) common = common && divides(info.period, whole);
    if (common) return whole;
  }
  Diagnostic& error = diagnostics.error(Code::E0632, periods.back().span, "the periods have no short common multiple");
  for (const model::PeriodInfo& info : periods)
    error.notes.push_back({info.text + ": " + shortest(info.period), info.span});
  error.help = "give the period to average over with --period";
  return std::nullopt;
}

}  // namespace sunder::simulate

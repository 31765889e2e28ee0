#include "symbolic/impure_numbers.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "runtime/random.h"

namespace sunder::symbolic {

namespace {

ImpureNumbers*& active() {
  thread_local ImpureNumbers* numbers = nullptr;
  return numbers;
}

}  // namespace

ImpureNumbers::Scope::Scope(ImpureNumbers& numbers) : around_(std::exchange(active(), &numbers)) {}
ImpureNumbers::Scope::~Scope() { active() = around_; }
ImpureNumbers* ImpureNumbers::here() { return active(); }

void ImpureNumbers::seed(std::span<const double> state) {
  if (std::ranges::equal(seeded_, state)) return;
  seeded_.assign(state.begin(), state.end());
  state_.assign(state.begin(), state.end());
  drawn_.clear();
  was_empty_ = false;
}

double ImpureSeed::value(std::span<const double> arguments) const {
  if (ImpureNumbers* numbers = ImpureNumbers::here()) numbers->seed(arguments.first(arguments.size() - 1));
  return arguments.back();
}

double ImpureNumbers::draw(const std::vector<std::int32_t>& first_state, double instant, std::vector<double> who) {
  if (state_.empty()) state_ = first_state;
  if (state_.empty()) {
    was_empty_ = true;
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (instant != instant_) drawn_.clear();
  instant_ = instant;
  const auto [place, fresh] = drawn_.try_emplace(std::move(who), 0.0);
  if (fresh) place->second = sunder_xorshift1024star(state_.data());
  return place->second;
}

double ImpureNumber::value(std::span<const double> arguments) const {
  if (arguments[0] == 0) return 0;
  ImpureNumbers* numbers = ImpureNumbers::here();
  if (numbers == nullptr) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> who{static_cast<double>(place_)};
  who.insert(who.end(), arguments.begin() + 3, arguments.end());
  return numbers->draw(first_state_, arguments[1], std::move(who));
}

}  // namespace sunder::symbolic

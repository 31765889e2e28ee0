#include "symbolic/random_numbers.hpp"

#include <array>

#include "runtime/random.h"

namespace sunder::symbolic {

namespace {

struct Known {
  const char* name;
  double (*function)(std::int32_t*);
  std::size_t length;
};
constexpr std::array<Known, 3> generators = {{{"sunder_xorshift64star", sunder_xorshift64star, 2},
                                              {"sunder_xorshift128plus", sunder_xorshift128plus, 4},
                                              {"sunder_xorshift1024star", sunder_xorshift1024star, 33}}};
constexpr std::size_t longest_state = 33;

const Known& known(RandomRoutine::Generator generator) { return generators[static_cast<std::size_t>(generator)]; }

}  // namespace

std::size_t RandomRoutine::state_length(Generator generator) { return known(generator).length; }

const char* RandomRoutine::function_name(Generator generator) { return known(generator).name; }

double RandomRoutine::value(std::span<const double> arguments) const {
  std::array<std::int32_t, longest_state> state{};
  for (std::size_t i = 0; i < arguments.size() && i < state.size(); ++i)
    state[i] = static_cast<std::int32_t>(arguments[i]);
  const double number = known(generator_).function(state.data());
  return output_ == 0 ? number : state[output_ - 1];
}

}  // namespace sunder::symbolic

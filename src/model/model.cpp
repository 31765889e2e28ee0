#include "model/model.hpp"

#include <numeric>

namespace sunder {

thread_local std::optional<Fault>* Context::redirected_ = nullptr;

StateSet all_states(std::size_t count) {
  StateSet set(count);
  std::iota(set.begin(), set.end(), 0U);
  return set;
}

StateSet complement(const StateSet& set, std::size_t count) {
  StateSet rest;
  rest.reserve(count - set.size());
  std::size_t next = 0;
  for (std::uint32_t state = 0; state < count; ++state) {
    if (next < set.size() && set[next] == state) {
      ++next;
    } else {
      rest.push_back(state);
    }
  }
  return rest;
}

std::unique_ptr<Evaluator> full_evaluator(const Model& model, Context& context) {
  const StateSet all = all_states(model.state_count());
  return model.evaluator(context, all, all);
}

}  // namespace sunder

#include "reduce/switched_task.hpp"

namespace sunder::reduce {

InputSeries SwitchedTask::realisation(std::size_t i) const {
  const SwitchedSystem& system = description.system;
  InputSeries out;
  if (given.empty()) {
    out = realise(description.recipe, system.inputs.size(), description.stop, description.step, seed, i);
    if (!offset_given && system.input_start.size() > 0) out.values.colwise() += system.input_start;
  } else {
    out = given[i % given.size()];
  }
  if (description.deviations.size() > 0) out.from = realise_start(system.start, description.deviations, seed, i);
  return out;
}

}  // namespace sunder::reduce

#include "verbs/check.hpp"

namespace sunder::verbs {

CheckResult check(const LoadedModel& model) { return {driver::summarise(model.plan()), model.timing()}; }

}  // namespace sunder::verbs

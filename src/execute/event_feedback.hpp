// Which states act back on themselves by way of events.
#pragma once

#include <vector>

#include "ir/plan.hpp"
#include "model/events.hpp"

namespace sunder::execute {

std::vector<model::EventFeedback> find_event_feedback(const ir::Plan& plan);

}  // namespace sunder::execute

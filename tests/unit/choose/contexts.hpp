// What tests of the planner hand to it.
#pragma once

#include "choose/choose.hpp"

namespace sunder {

inline choose::ContextMaker contexts_of(const model::Model& model) {
  return [&model] { return model.create_context(); };
}

inline simulate::SimulateOptions until(double stop) {
  simulate::SimulateOptions options;
  options.stop = stop;
  return options;
}

}  // namespace sunder

// Jacobians along the run that a model would make, coarsely: time scales at the start alone mislead where a model warms
// up, saturates or switches.
#pragma once

#include <string>
#include <vector>

#include "base/cancel.hpp"
#include "decouple/analysis.hpp"
#include "model/model.hpp"

namespace sunder::simulate {

struct AlongOptions {
  double start = 0;
  double stop = 1;
  double budget = 10;  ///< seconds for the run
  CancelToken cancel;
};

struct AlongRun {
  std::vector<decouple::LinearPoint> points;  ///< after the start, each unlike the one before; few
  bool constant = false;                      ///< nothing was run: all Jacobians are equal
  std::size_t left_out = 0;                   ///< points at which an entry was not finite
  std::string failure;                        ///< empty: it reached its end
  bool late = false;                          ///< it failed because the budget was used up
  double ended = 0;                           ///< where the run was then
};

AlongRun look_along(const model::Model& model, model::Context& context, const AlongOptions& options);

}  // namespace sunder::simulate

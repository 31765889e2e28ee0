#include "model/status.hpp"

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::model {

Status stop_if_cancelled(const CancelToken& cancel, double time) {
  if (!cancel.requested()) return {};
  Fault fault;
  fault.code = Code::E0613;
  fault.message = "cancelled at time " + shortest(time);
  fault.time = time;
  return fault;
}

Diagnostic& report(const Fault& fault, Diagnostics& diagnostics) {
  Diagnostic& error = diagnostics.error(fault.code, fault.span, fault.message);
  if (!fault.equation.empty()) error.notes.push_back({"in the equation " + fault.equation, {}});
  for (const Fault::Place& place : fault.also) error.notes.push_back({place.text, place.span});
  error.at_run_time = true;
  return error;
}

}  // namespace sunder::model

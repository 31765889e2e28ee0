#include "model/status.hpp"

namespace sunder::model {

Diagnostic& report(const Fault& fault, Diagnostics& diagnostics) {
  Diagnostic& error = diagnostics.error(fault.code, fault.span, fault.message);
  if (!fault.equation.empty()) error.notes.push_back({"in the equation " + fault.equation, {}});
  for (const Fault::Place& place : fault.also) error.notes.push_back({place.text, place.span});
  error.at_run_time = true;
  return error;
}

}  // namespace sunder::model

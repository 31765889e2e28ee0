// A model whose inputs can be moved and whose outputs can be differentiated, as any other model can.
//
// The model becomes the component of a model made for the purpose (in Modelica text), in which every input is a state
// that rests and every output the slope of a state that nobody reads: see model/ports.hpp. Nothing in the compiler
// knows about it.
#pragma once

#include "driver/pipeline.hpp"
#include "model/ports.hpp"

namespace sunder {

/// What `compile_with_ports` makes of a model.
struct PortedModel {
  Compilation plain;  ///< the model alone, inputs at their start values
  Compilation ported;
  Ports ports;
};

struct PortOptions {
  std::string component = "'$model'";  ///< what the model is called inside
  /// Inputs and outputs that are no Reals are an error; else such inputs keep their start values.
  bool only_reals = false;
};

/// Compiles both. Inputs that the model itself determines are not open; the others begin at their start values.
Outcome<PortedModel> compile_with_ports(Workspace& workspace, const CompileRequest& request,
                                        const PortOptions& options = {});

}  // namespace sunder

// A model whose inputs can be moved and whose outputs can be differentiated, as any other model can.
//
// The model becomes the component of a model made for the purpose, in which every input is a state that rests and every
// output the slope of a state that nobody reads: the exact Jacobian of that model holds A, B, C and D, and nothing in
// the compiler knows about it.
#pragma once

#include "driver/pipeline.hpp"
#include "reduce/ports.hpp"

namespace sunder {

struct PortedModel {
  Compilation plain;  ///< the model alone, inputs at their start values
  Compilation ported;
  reduce::Ports ports;
};

/// Compiles both. `plain_workspace` keeps the sources of the first, for its messages.
Outcome<PortedModel> compile_with_ports(Workspace& plain_workspace, Workspace& workspace,
                                        const CompileRequest& request);

}  // namespace sunder

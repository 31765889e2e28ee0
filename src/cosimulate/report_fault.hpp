// What went wrong in a distributed run, with its place in the description of the system.
#pragma once

#include "cosimulate/cosimulate.hpp"

namespace sunder::cosimulate {

void report_fault(const OpenSystem& system, const MasterFault& fault, Diagnostics& diagnostics);
/// A part could not be initialised or linearised.
void report_part(const OpenSystem& system, std::size_t part, double time, const model::Fault& inner,
                 Diagnostics& diagnostics);
/// An algebraic loop through these inputs has no unique solution.
void report_loop(const OpenSystem& system, const std::vector<std::size_t>& inputs, Diagnostics& diagnostics);

}  // namespace sunder::cosimulate

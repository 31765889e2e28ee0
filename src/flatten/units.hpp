// Dimension analysis of the flat model: terms of a sum, sides of equations and arguments of functions must fit.
#pragma once

#include "base/diagnostic.hpp"
#include "ir/flat.hpp"

namespace sunder::flatten {

/// Warns at the place, once for all instances of a class. What has no unit fits everything; so do numbers, but that in
/// products whole numbers and halves are taken as pure ones, and so does time: sin(time) is what everybody writes.
void check_units(const ir::FlatModel& model, Diagnostics& diagnostics);

}  // namespace sunder::flatten

// Flat model -> dae: arrays and loops become rows of (shape, operands); constant parts become derived parameters.
#pragma once

#include <memory>

#include "base/outcome.hpp"
#include "ir/dae.hpp"
#include "ir/evaluation.hpp"
#include "ir/flat.hpp"

namespace sunder::lower {

/// `values` answers compile-time questions (subscripts, ranges, conditions of if-equations). `allow_files`: the model
/// may write files.
Outcome<ir::Dae> lower(const ir::FlatModel& model, ir::ValueSource& values,
                       std::shared_ptr<symbolic::ShapeTable> shapes, bool allow_files = false);

}  // namespace sunder::lower

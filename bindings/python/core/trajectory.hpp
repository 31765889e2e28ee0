// Results in memory, as arrays of numpy that look at them.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "results/trajectory.hpp"

namespace sunder::python {

/// Shared with every array made from it, which keeps it alive.
struct Trajectory {
  std::shared_ptr<const results::Trajectory> data;
};

/// None where there is none.
pybind11::object to_python(std::optional<results::Trajectory> trajectory);
void bind_trajectory(pybind11::module_& module);

}  // namespace sunder::python

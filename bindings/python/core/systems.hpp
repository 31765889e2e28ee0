// What is asked without one model: distributed systems, comparisons, pictures.
#pragma once

#include <pybind11/pybind11.h>

namespace sunder::python {

void bind_systems(pybind11::module_& module);

}  // namespace sunder::python

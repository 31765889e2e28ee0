// The class _core.Model.
#pragma once

#include <pybind11/pybind11.h>

namespace sunder::python {

void bind_model(pybind11::module_& module);
void bind_rates(pybind11::module_& module);

}  // namespace sunder::python

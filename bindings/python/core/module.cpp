// sunder._core: the verbs, for the Python package around it. Options come as dicts, answers go as dicts; everything a
// person sees is in the package.
#include "base/version.hpp"
#include "model.hpp"
#include "systems.hpp"
#include "trajectory.hpp"

PYBIND11_MODULE(_core, module) {
  module.doc() = "the compiled part of sunder";
  module.attr("version") = std::string(sunder::version());
  sunder::python::bind_trajectory(module);
  sunder::python::bind_rates(module);
  sunder::python::bind_model(module);
  sunder::python::bind_systems(module);
}

// Work that Python waits for: without its lock, and so that Ctrl-C and callbacks can stop it.
#pragma once

#include <pybind11/pybind11.h>

#include <functional>

#include "verbs/control.hpp"

namespace sunder::python {

/// Runs `work` on a thread of its own, with the interpreter's lock released. The calling thread waits, looks for
/// signals, and passes progress on to `callback` (None: nobody watches), so that Python is never entered from a thread
/// it does not know. An exception raised meanwhile, such as KeyboardInterrupt, stops the work and is raised when it has
/// ended. True: the callback returned False, and the work was asked to stop.
bool watch(const pybind11::object& callback, const std::function<void(const verbs::Control&)>& work);

}  // namespace sunder::python

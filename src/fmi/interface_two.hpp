// The C interface of FMI 2.0, declared from the text of the standard.
#pragma once

#include <cstddef>

namespace sunder::fmi::two {

using Component = void*;
using FmuState = void*;
using Reference = unsigned int;
using Real = double;
using Integer = int;
using Boolean = int;
using Char = char;
using String = const char*;
using Byte = char;

enum Status : int { ok, warning, discard, error, fatal, pending };
enum Kind : int { model_exchange, co_simulation };

struct CallbackFunctions {
  void (*logger)(void* environment, String instance, Status status, String category, String message, ...);
  void* (*allocate)(std::size_t count, std::size_t size);
  void (*free)(void* memory);
  void (*step_finished)(void* environment, Status status);
  void* environment;
};

struct EventInfo {
  Boolean new_discrete_states_needed;
  Boolean terminate_simulation;
  Boolean nominals_changed;
  Boolean states_changed;
  Boolean next_event_time_defined;
  Real next_event_time;
};

// name without its prefix fmi2, result, parameters; C: needed by all, M: by Model Exchange, S: by Co-Simulation, O:
// optional
#define SUNDER_FMI2_FUNCTIONS(X)                                                                           \
  X(C, GetVersion, String, (void))                                                                         \
  X(C, Instantiate, Component, (String, Kind, String, String, const CallbackFunctions*, Boolean, Boolean)) \
  X(C, FreeInstance, void, (Component))                                                                    \
  X(C, SetupExperiment, Status, (Component, Boolean, Real, Real, Boolean, Real))                           \
  X(C, EnterInitializationMode, Status, (Component))                                                       \
  X(C, ExitInitializationMode, Status, (Component))                                                        \
  X(C, Terminate, Status, (Component))                                                                     \
  X(C, Reset, Status, (Component))                                                                         \
  X(C, GetReal, Status, (Component, const Reference*, std::size_t, Real*))                                 \
  X(C, GetInteger, Status, (Component, const Reference*, std::size_t, Integer*))                           \
  X(C, GetBoolean, Status, (Component, const Reference*, std::size_t, Boolean*))                           \
  X(O, GetString, Status, (Component, const Reference*, std::size_t, String*))                             \
  X(C, SetReal, Status, (Component, const Reference*, std::size_t, const Real*))                           \
  X(C, SetInteger, Status, (Component, const Reference*, std::size_t, const Integer*))                     \
  X(C, SetBoolean, Status, (Component, const Reference*, std::size_t, const Boolean*))                     \
  X(O, SetString, Status, (Component, const Reference*, std::size_t, const String*))                       \
  X(O, GetFMUstate, Status, (Component, FmuState*))                                                        \
  X(O, SetFMUstate, Status, (Component, FmuState))                                                         \
  X(O, FreeFMUstate, Status, (Component, FmuState*))                                                       \
  X(O, GetDirectionalDerivative, Status,                                                                   \
    (Component, const Reference*, std::size_t, const Reference*, std::size_t, const Real*, Real*))         \
  X(M, EnterEventMode, Status, (Component))                                                                \
  X(M, NewDiscreteStates, Status, (Component, EventInfo*))                                                 \
  X(M, EnterContinuousTimeMode, Status, (Component))                                                       \
  X(M, CompletedIntegratorStep, Status, (Component, Boolean, Boolean*, Boolean*))                          \
  X(M, SetTime, Status, (Component, Real))                                                                 \
  X(M, SetContinuousStates, Status, (Component, const Real*, std::size_t))                                 \
  X(M, GetDerivatives, Status, (Component, Real*, std::size_t))                                            \
  X(M, GetEventIndicators, Status, (Component, Real*, std::size_t))                                        \
  X(M, GetContinuousStates, Status, (Component, Real*, std::size_t))                                       \
  X(M, GetNominalsOfContinuousStates, Status, (Component, Real*, std::size_t))                             \
  X(S, DoStep, Status, (Component, Real, Real, Boolean))                                                   \
  X(O, GetRealStatus, Status, (Component, int, Real*))                                                     \
  X(O, GetBooleanStatus, Status, (Component, int, Boolean*))

struct Functions {
#define SUNDER_FMI_MEMBER(need, name, result, parameters) result(*name) parameters = nullptr;
  SUNDER_FMI2_FUNCTIONS(SUNDER_FMI_MEMBER)
#undef SUNDER_FMI_MEMBER
};

}  // namespace sunder::fmi::two

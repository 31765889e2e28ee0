// The C interface of FMI 3.0, declared from the text of the standard.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sunder::fmi::three {

using Instance = void*;
using FmuState = void*;
using Reference = std::uint32_t;
using String = const char*;
using Binary = const std::uint8_t*;
using Logger = void (*)(void* environment, int status, String category, String message);
using IntermediateUpdate = void (*)(void*, double, bool, bool, bool, bool, bool*, double*);

enum Status : int { ok, warning, discard, error, fatal };

// as for 2.0
#define SUNDER_FMI3_FUNCTIONS(X)                                                                                     \
  X(C, GetVersion, String, (void))                                                                                   \
  X(M, InstantiateModelExchange, Instance, (String, String, String, bool, bool, void*, Logger))                      \
  X(S, InstantiateCoSimulation, Instance,                                                                            \
    (String, String, String, bool, bool, bool, bool, const Reference*, std::size_t, void*, Logger,                   \
     IntermediateUpdate))                                                                                            \
  X(C, FreeInstance, void, (Instance))                                                                               \
  X(C, EnterInitializationMode, Status, (Instance, bool, double, double, bool, double))                              \
  X(C, ExitInitializationMode, Status, (Instance))                                                                   \
  X(C, Terminate, Status, (Instance))                                                                                \
  X(C, Reset, Status, (Instance))                                                                                    \
  X(O, GetFloat32, Status, (Instance, const Reference*, std::size_t, float*, std::size_t))                           \
  X(C, GetFloat64, Status, (Instance, const Reference*, std::size_t, double*, std::size_t))                          \
  X(O, GetInt8, Status, (Instance, const Reference*, std::size_t, std::int8_t*, std::size_t))                        \
  X(O, GetUInt8, Status, (Instance, const Reference*, std::size_t, std::uint8_t*, std::size_t))                      \
  X(O, GetInt16, Status, (Instance, const Reference*, std::size_t, std::int16_t*, std::size_t))                      \
  X(O, GetUInt16, Status, (Instance, const Reference*, std::size_t, std::uint16_t*, std::size_t))                    \
  X(O, GetInt32, Status, (Instance, const Reference*, std::size_t, std::int32_t*, std::size_t))                      \
  X(O, GetUInt32, Status, (Instance, const Reference*, std::size_t, std::uint32_t*, std::size_t))                    \
  X(O, GetInt64, Status, (Instance, const Reference*, std::size_t, std::int64_t*, std::size_t))                      \
  X(O, GetUInt64, Status, (Instance, const Reference*, std::size_t, std::uint64_t*, std::size_t))                    \
  X(O, GetBoolean, Status, (Instance, const Reference*, std::size_t, bool*, std::size_t))                            \
  X(O, SetFloat32, Status, (Instance, const Reference*, std::size_t, const float*, std::size_t))                     \
  X(C, SetFloat64, Status, (Instance, const Reference*, std::size_t, const double*, std::size_t))                    \
  X(O, SetInt8, Status, (Instance, const Reference*, std::size_t, const std::int8_t*, std::size_t))                  \
  X(O, SetUInt8, Status, (Instance, const Reference*, std::size_t, const std::uint8_t*, std::size_t))                \
  X(O, SetInt16, Status, (Instance, const Reference*, std::size_t, const std::int16_t*, std::size_t))                \
  X(O, SetUInt16, Status, (Instance, const Reference*, std::size_t, const std::uint16_t*, std::size_t))              \
  X(O, SetInt32, Status, (Instance, const Reference*, std::size_t, const std::int32_t*, std::size_t))                \
  X(O, SetUInt32, Status, (Instance, const Reference*, std::size_t, const std::uint32_t*, std::size_t))              \
  X(O, SetInt64, Status, (Instance, const Reference*, std::size_t, const std::int64_t*, std::size_t))                \
  X(O, SetUInt64, Status, (Instance, const Reference*, std::size_t, const std::uint64_t*, std::size_t))              \
  X(O, SetBoolean, Status, (Instance, const Reference*, std::size_t, const bool*, std::size_t))                      \
  X(O, GetString, Status, (Instance, const Reference*, std::size_t, String*, std::size_t))                           \
  X(O, SetString, Status, (Instance, const Reference*, std::size_t, const String*, std::size_t))                     \
  X(O, GetBinary, Status, (Instance, const Reference*, std::size_t, std::size_t*, Binary*, std::size_t))             \
  X(O, SetBinary, Status, (Instance, const Reference*, std::size_t, const std::size_t*, const Binary*, std::size_t)) \
  X(O, GetFMUState, Status, (Instance, FmuState*))                                                                   \
  X(O, SetFMUState, Status, (Instance, FmuState))                                                                    \
  X(O, FreeFMUState, Status, (Instance, FmuState*))                                                                  \
  X(O, GetDirectionalDerivative, Status,                                                                             \
    (Instance, const Reference*, std::size_t, const Reference*, std::size_t, const double*, std::size_t, double*,    \
     std::size_t))                                                                                                   \
  X(M, EnterEventMode, Status, (Instance))                                                                           \
  X(M, UpdateDiscreteStates, Status, (Instance, bool*, bool*, bool*, bool*, bool*, double*))                         \
  X(M, EnterContinuousTimeMode, Status, (Instance))                                                                  \
  X(M, CompletedIntegratorStep, Status, (Instance, bool, bool*, bool*))                                              \
  X(M, SetTime, Status, (Instance, double))                                                                          \
  X(M, SetContinuousStates, Status, (Instance, const double*, std::size_t))                                          \
  X(M, GetContinuousStateDerivatives, Status, (Instance, double*, std::size_t))                                      \
  X(M, GetEventIndicators, Status, (Instance, double*, std::size_t))                                                 \
  X(M, GetContinuousStates, Status, (Instance, double*, std::size_t))                                                \
  X(M, GetNominalsOfContinuousStates, Status, (Instance, double*, std::size_t))                                      \
  X(O, GetNumberOfEventIndicators, Status, (Instance, std::size_t*))                                                 \
  X(O, GetNumberOfContinuousStates, Status, (Instance, std::size_t*))                                                \
  X(O, EnterStepMode, Status, (Instance))                                                                            \
  X(S, DoStep, Status, (Instance, double, double, bool, bool*, bool*, bool*, double*))

struct Functions {
#define SUNDER_FMI_MEMBER(need, name, result, parameters) result(*name) parameters = nullptr;
  SUNDER_FMI3_FUNCTIONS(SUNDER_FMI_MEMBER)
#undef SUNDER_FMI_MEMBER
};

}  // namespace sunder::fmi::three

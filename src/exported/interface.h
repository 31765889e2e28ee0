/* What both versions of the standard share: the phases of an instance's life, and marks of exported functions. */
#ifndef SUNDER_EXPORTED_INTERFACE_H
#define SUNDER_EXPORTED_INTERFACE_H

#include "exported/model.h"
#include "exported/stepping.h"

#if defined(_WIN32)
#define SUNDER_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define SUNDER_EXPORT __attribute__((visibility("default")))
#else
#define SUNDER_EXPORT
#endif

enum SunderPhase {
  PHASE_INSTANTIATED = 1,
  PHASE_INITIALISATION = 2,
  PHASE_EVENT = 4,
  PHASE_CONTINUOUS = 8,
  PHASE_STEP = 16,
  PHASE_TERMINATED = 32
};
enum { PHASES_RUNNING = PHASE_EVENT | PHASE_CONTINUOUS | PHASE_STEP };

/* Of Co-Simulation: how far the last step came. */
struct SunderProgress {
  double last_successful_time;
  double tolerance, stop;
};

#endif

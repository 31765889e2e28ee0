/* What both versions of the standard share: the phases of an instance's life, what is asked in them, saved states, and
 * marks of exported functions. Everything answers with a SunderAnswer; the versions turn it into their status. */
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
enum { PHASES_SETTING = PHASE_INSTANTIATED | PHASE_INITIALISATION | PHASES_RUNNING };
enum { PHASES_LOOKING = PHASE_INITIALISATION | PHASES_RUNNING | PHASE_TERMINATED };

/* Whether a call is allowed now; says so where it is not. */
int sunder_is_allowed(struct SunderInstance* m, uint32_t phases, const char* call);

/* Null: another token, or no memory; `tell` has been told. */
struct SunderInstance* sunder_instantiate(int is_co_simulation, const char* token, SunderTell tell, void* user);
void sunder_set_experiment(struct SunderInstance* m, double start, double stop, double tolerance);
int sunder_exit_initialisation(struct SunderInstance* m);
void sunder_terminate(struct SunderInstance* m);
void sunder_begin_again(struct SunderInstance* m);

/* In initialisation mode what is asked for may need the solution of the initial system. */
int sunder_look(struct SunderInstance* m, uint32_t reference, uint32_t type, double* value);
int sunder_put(struct SunderInstance* m, uint32_t reference, uint32_t type, double value);
int sunder_look_along(struct SunderInstance* m, const uint32_t* unknowns, size_t unknown_count, const uint32_t* knowns,
                      size_t known_count, const double* seed, double* result);
int sunder_put_states(struct SunderInstance* m, const double* x, size_t count);
int sunder_look_at_states(struct SunderInstance* m, double* x, size_t count);
int sunder_look_at_derivatives(struct SunderInstance* m, double* dx, size_t count);
int sunder_look_at_indicators(struct SunderInstance* m, double* z, size_t count);
int sunder_look_at_nominals(struct SunderInstance* m, double* nominals, size_t count);

struct SunderUpdate {
  int again, terminate, states_changed, has_next;
  double next;
};
int sunder_update(struct SunderInstance* m, struct SunderUpdate* update);

/* Whether a step from `time` can begin where the instance is. */
int sunder_step_fits(struct SunderInstance* m, double time, double step);

/* A saved state is one piece of memory. */
int sunder_state_get(struct SunderInstance* m, void** state);
int sunder_state_set(struct SunderInstance* m, const void* state);
void sunder_state_free(void** state);
int sunder_state_size(const void* state, size_t* size);
int sunder_state_write(const void* state, void* bytes, size_t size);
int sunder_state_read(struct SunderInstance* m, const void* bytes, size_t size, void** state);

#endif

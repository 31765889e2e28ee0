/* A compiled model as tables and functions, and one instance of it: what the generated file model.c holds, and what the
 * functions of the standard work on. Everything here is C11 without dependencies. */
#ifndef SUNDER_EXPORTED_MODEL_H
#define SUNDER_EXPORTED_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/loop.h"

/* One call: rows [begin, end) where a part has ranges. */
typedef void (*SunderPart)(double* const* frame, uint32_t begin, uint32_t end);

/* Simultaneous equations of one structure, and where their matrix stands by rows. */
struct SunderFamily {
  struct SunderLoopFamily loop;
  const uint32_t *row_start, *column, *entry_of_place;                /* not dense */
  const uint32_t *last_row_start, *last_column, *last_entry_of_place; /* relaxed, the last block not dense */
};

/* Computed one after the other: a part, or loops [first, first + count) of a family. */
struct SunderItem {
  uint32_t is_loop, part, family, first, count;
};

struct SunderProgram {
  uint32_t item_count;
  const struct SunderItem* items;
  uint32_t family_count;
  const struct SunderFamily* families;
  const SunderPart* parts;
};

enum SunderHeldKind {
  HELD_LESS,
  HELD_LESS_EQUAL,
  HELD_GREATER,
  HELD_GREATER_EQUAL,
  HELD_FLOOR,
  HELD_CEIL,
  HELD_TRUNCATE,
  HELD_MEMORY,
  HELD_LEFT_LIMIT,
  HELD_SAMPLE,
  HELD_INITIAL,
  HELD_TERMINAL,
  HELD_SIMPLIFIED
};

/* A number among the parameters, or its negative. */
struct SunderConstant {
  uint32_t index, negated;
};

struct SunderSample {
  uint32_t held;
  struct SunderConstant start, interval;
  uint32_t of_clock; /* ticks before anybody looks at the start */
};

/* What is recorded, and drives what comes back: ir::Delay. */
enum SunderDelayKind { DELAY_FIXED, DELAY_VARYING, DELAY_FLOW };
struct SunderRecorded {
  struct SunderPlace place;
  uint32_t negated;
};
struct SunderDelay {
  uint32_t kind;
  struct SunderRecorded parts[4];
  struct SunderConstant time;
  uint32_t profile, profile_count; /* its points among the profiles, then as many values */
};
/* What a held value is for, where it belongs to a course. */
enum SunderLookKind { LOOK_NONE, LOOK_SEGMENT, LOOK_PACE };

/* Where the start value of a variable comes from. */
struct SunderStart {
  struct SunderPlace place;
  struct SunderConstant value;
};

/* States that are chosen in the run among `candidate_count` candidates, of which the first `determined` never are. */
struct SunderStateChoice {
  uint32_t row_count, candidate_count, determined, state_count;
  uint32_t selectors; /* the first of them among the parameters: a row of the other candidates for each state */
  uint32_t first_candidate, first_state, first_entry, entry_count;
};

enum SunderCheckKind { CHECK_ERROR, CHECK_WARNING, CHECK_TERMINATE, CHECK_PRINT, CHECK_SPEECH };
struct SunderCheck {
  uint32_t kind, in_when, at_start;
  const char* message;
};

enum SunderType { TYPE_REAL, TYPE_INTEGER, TYPE_BOOLEAN, TYPE_ENUMERATION };
enum SunderRole { ROLE_CALCULATED, ROLE_PARAMETER, ROLE_INPUT };
struct SunderVariable {
  uint32_t index; /* in its space */
  uint8_t space, type, role, negated;
};

struct SunderModelCode {
  const char *name, *token;
  uint32_t state_count, work_count, input_count;
  uint32_t delay_count; /* what is delayed stands behind the inputs */
  const struct SunderDelay* delays;
  const struct SunderConstant* profiles;
  uint32_t parameter_count; /* literals among them; held values stand behind */
  uint32_t held_count, variable_count, start_count, input_start_count;
  const double* parameters;
  void (*follow)(double* parameters, const double* given); /* what depends on parameters; null: nothing does */
  const struct SunderVariable* variables;                  /* by value reference - 1; then the event indicators */
  const char* const* state_names;
  const struct SunderStart *starts, *input_starts;
  uint32_t surplus_count;
  const struct SunderStart* surplus; /* fixed start values that follow from other conditions: they must agree */
  const double* nominal;
  const uint32_t* group; /* of states whose errors are weighed together */
  uint32_t group_count;
  double start_time, stop_time, tolerance;

  struct SunderProgram initial;
  uint32_t has_homotopy;
  struct SunderProgram homotopy;                /* the same with homotopy() as a mixture of its arguments */
  struct SunderProgram all;                     /* every variable */
  struct SunderProgram wanted;                  /* derivatives and outputs; discrete variables are given */
  struct SunderProgram tangents, time_tangents; /* of `wanted` */
  uint32_t depends_on_time, learns;

  /* of a Jacobian of the derivatives: rows, and colours of columns that share no row */
  uint32_t implicit_count; /* rows that are integrated implicitly: none, some or all */
  const uint32_t *implicit_rows, *row_start, *column;
  uint32_t colour_count;
  const uint32_t *colour_start, *colour_column, *entry_start, *entry_row, *entry_place;
  uint32_t jacobian_constant;

  /* events */
  uint32_t is_hybrid, has_left_limits;
  const uint8_t *held_kinds, *look_kinds;
  const uint32_t* look_delays;
  uint32_t crossing_count, timed_count, sample_count, reinit_count, check_count, discrete_count, integer_count;
  uint32_t action_count; /* numbers that action_rows gives: reinits twice, checks, and what their messages speak of */
  const uint32_t *crossings, *timed;
  const struct SunderSample* samples;
  const uint32_t *reinit_states, *discrete, *integers;
  uint32_t dummy_count; /* algebraic variables whose derivatives the model has */
  const uint32_t* dummies;
  const struct SunderCheck* checks;
  /* relations that one equation reads: several of them decide between its branches */
  uint32_t branch_count;
  const uint32_t *branch_start, *branch_held;
  struct SunderProgram monitor;
  SunderPart crossing_rows, timed_rows, held_rows, action_rows;

  /* states that are chosen in the run; their indicators stand behind those of the crossings */
  uint32_t choice_count, choice_row_count;
  const struct SunderStateChoice* choices;
  const struct SunderPlace* choice_candidates;
  const uint32_t *choice_states, *choice_entries; /* entries: row, column */
  SunderPart choice_rows;
};

extern const struct SunderModelCode sunder_model_code;
/* 2.0 gets and sets enumerations as Integers, 3.0 as Int64. */
extern const int sunder_enumerations_are_integers;

enum SunderAnswer { ANSWER_OK, ANSWER_DISCARD, ANSWER_ERROR };

/* Told when something goes wrong, with words for people. */
typedef void (*SunderTell)(void* user, int is_error, const char* message);

struct SunderFamilyMemory;
struct SunderCalls;
struct SunderHistory;
struct SunderCourse;

/* What changes during a run, but for the numbers in `store`. */
struct SunderScalars {
  double time;
  uint32_t values;      /* what is known at this point: 0 nothing, 1 derivatives and outputs, 2 all */
  uint32_t initialised; /* the initial system has been solved with these parameters and inputs */
  uint32_t parameters_stale;
  uint32_t terminate;
  uint32_t event_seen; /* counts events */
  uint32_t phase;      /* of the life cycle, for the functions of the standard */
};

/* Of Co-Simulation: how far the last step came, and what the experiment is to be. */
struct SunderProgress {
  double last_successful_time;
  double tolerance, stop;
};

struct SunderInstance {
  const struct SunderModelCode* code;
  struct SunderScalars s;
  struct SunderProgress progress;
  /* one block: what a saved state consists of */
  size_t store_count;
  double* store;
  double *parameters, *given, *x, *dx, *w, *u, *guess_x, *guess_dx, *guess_w, *event_w, *sample_next, *parity, *warned;
  double *row_sizes,
      *tolerated; /* of what is held: how large z was, and how far it may contradict since rounding decided */
  /* scratch */
  double *x_tangent, *dx_tangent, *w_tangent, *u_tangent;
  double *event_rows, *timed_rows, *action_rows, *before, *choice_scratch, *mode_scratch, *way_scratch;
  struct SunderHistory* past;           /* by delay */
  struct SunderCourse* courses;         /* likewise; each delay uses one of both */
  struct SunderCalls* calls;            /* of functions */
  struct SunderFamilyMemory* memory[5]; /* of initial, homotopy, all, wanted, monitor; tangents use that of wanted */
  int free_told;                        /* that nothing determines an unknown */
  int is_quiet;                         /* while a step is tried that may be tried again, shorter */
  char last_complaint[512];
  SunderTell tell;
  void* user;
  struct SunderStepping* stepping; /* Co-Simulation only */
};

/* Null: no memory. */
struct SunderInstance* sunder_instance_create(SunderTell tell, void* user);
void sunder_instance_free(struct SunderInstance* m);
void sunder_instance_reset(struct SunderInstance* m);
void sunder_complain(struct SunderInstance* m, int is_error, const char* format, ...);

double sunder_constant(const struct SunderInstance* m, struct SunderConstant from);
void sunder_set_time(struct SunderInstance* m, double time);
void sunder_set_states(struct SunderInstance* m, const double* x);
/* By value reference. */
int sunder_get(struct SunderInstance* m, uint32_t reference, uint32_t type, double* value);
int sunder_set(struct SunderInstance* m, uint32_t reference, uint32_t type, double value, int while_stepping);
int sunder_find(struct SunderInstance* m, uint32_t reference, uint32_t type, const struct SunderVariable** found);

/* Derivatives and outputs, or everything, at the present point. */
int sunder_compute_wanted(struct SunderInstance* m);
int sunder_compute_all(struct SunderInstance* m);
int sunder_indicators(struct SunderInstance* m, double* z);
/* The derivative of `unknowns` along the direction in which `knowns` move by `seed`. */
int sunder_directional(struct SunderInstance* m, const uint32_t* unknowns, size_t unknown_count, const uint32_t* knowns,
                       size_t known_count, const double* seed, double* result);
/* Into an array of the Jacobian's entries; and derivatives by time of the implicit rows. */
int sunder_jacobian(struct SunderInstance* m, double* values);
int sunder_time_derivatives(struct SunderInstance* m, double* values);

int sunder_initialise(struct SunderInstance* m);
/* What happens now; `jumped`: states changed. */
int sunder_handle_event(struct SunderInstance* m, int terminal, int* jumped);
double sunder_next_time_event(struct SunderInstance* m);
/* The integrator accepted a step that ends here. */
void sunder_accept(struct SunderInstance* m);
/* How far what is held is from ceasing to hold; negative when it does not hold. */
int sunder_margins(struct SunderInstance* m, double* margins);
/* Crossings, then choices of states. */
uint32_t sunder_indicator_count(const struct SunderModelCode* c);

/* Saved states: all numbers of a run in one piece. */
size_t sunder_saved_size(const struct SunderInstance* m);
void sunder_save(const struct SunderInstance* m, void* memory);
int sunder_restore(struct SunderInstance* m, const void* memory, size_t size);

/* Loops (loops.c) */
struct SunderFamilyMemory* sunder_loops_create(const struct SunderProgram* program);
void sunder_loops_free(const struct SunderProgram* program, struct SunderFamilyMemory* memory);
int sunder_program_run(struct SunderInstance* m, const struct SunderProgram* program, struct SunderFamilyMemory* memory,
                       double* const* frame, double* const* guesses, const struct SunderLoopEffort* effort);
/* Whether an unknown kept its value in the last run since nothing determines it. */
int sunder_program_has_free(const struct SunderProgram* program, const struct SunderFamilyMemory* memory);
void sunder_program_tangents(const struct SunderProgram* program, const struct SunderProgram* tangents,
                             struct SunderFamilyMemory* memory, double* const* frame);
void sunder_frame(struct SunderInstance* m, double** frame);

/* Parameters that were set are followed by what depends on them. */
int sunder_follow_parameters(struct SunderInstance* m);
void sunder_set_starts(struct SunderInstance* m);

#endif

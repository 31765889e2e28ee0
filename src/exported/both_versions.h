/* Functions that both versions of the standard have with the same arguments. Each version defines, and includes this
 * once: `Status`, `Handle` and `Flag`, its types for an answer, an instance and a truth value; FMI(name), its prefix
 * before a name; FMI_STATE(before, after), the same around its word for a saved state; and `own`, what an instance is
 * here. */

#define FMI_TEXT_OF(name) #name
#define FMI_TEXT(name) FMI_TEXT_OF(name)
#define EXPECT(phases, call)                \
  struct SunderInstance* m = own(instance); \
  if (!sunder_is_allowed(m, phases, call)) return status_of(ANSWER_ERROR)
/* At any time. */
#define NEED                                \
  struct SunderInstance* m = own(instance); \
  if (m == NULL) return status_of(ANSWER_ERROR)

/* The numbers of a status are the same in both. */
static Status status_of(int answer) { return (Status)(answer == ANSWER_OK ? 0 : answer == ANSWER_DISCARD ? 2 : 3); }

SUNDER_EXPORT Status FMI(ExitInitializationMode)(Handle instance) {
  EXPECT(PHASE_INITIALISATION, FMI_TEXT(FMI(ExitInitializationMode)));
  return status_of(sunder_exit_initialisation(m));
}

SUNDER_EXPORT Status FMI(Terminate)(Handle instance) {
  EXPECT(PHASES_RUNNING, FMI_TEXT(FMI(Terminate)));
  sunder_terminate(m);
  return status_of(ANSWER_OK);
}

SUNDER_EXPORT Status FMI(Reset)(Handle instance) {
  NEED;
  sunder_begin_again(m);
  return status_of(ANSWER_OK);
}

SUNDER_EXPORT Status FMI_STATE(Free, )(Handle instance, void** state) {
  (void)instance;
  sunder_state_free(state);
  return status_of(ANSWER_OK);
}

SUNDER_EXPORT Status FMI_STATE(Get, )(Handle instance, void** state) {
  NEED;
  return status_of(sunder_state_get(m, state));
}

SUNDER_EXPORT Status FMI_STATE(Set, )(Handle instance, void* state) {
  NEED;
  return status_of(sunder_state_set(m, state));
}

SUNDER_EXPORT Status FMI_STATE(Serialized, Size)(Handle instance, void* state, size_t* size) {
  (void)instance;
  return status_of(sunder_state_size(state, size));
}

/* Model Exchange */

SUNDER_EXPORT Status FMI(EnterEventMode)(Handle instance) {
  EXPECT(PHASE_CONTINUOUS | PHASE_EVENT, FMI_TEXT(FMI(EnterEventMode)));
  m->s.phase = PHASE_EVENT;
  return status_of(ANSWER_OK);
}

SUNDER_EXPORT Status FMI(EnterContinuousTimeMode)(Handle instance) {
  EXPECT(PHASE_EVENT, FMI_TEXT(FMI(EnterContinuousTimeMode)));
  m->s.phase = PHASE_CONTINUOUS;
  return status_of(ANSWER_OK);
}

SUNDER_EXPORT Status FMI(CompletedIntegratorStep)(Handle instance, Flag no_set_state, Flag* enter_event_mode,
                                                  Flag* terminate) {
  EXPECT(PHASE_CONTINUOUS, FMI_TEXT(FMI(CompletedIntegratorStep)));
  (void)no_set_state;
  sunder_accept(m);
  *enter_event_mode = 0;
  *terminate = 0;
  return status_of(ANSWER_OK);
}

SUNDER_EXPORT Status FMI(SetTime)(Handle instance, double time) {
  EXPECT(PHASE_EVENT | PHASE_CONTINUOUS, FMI_TEXT(FMI(SetTime)));
  sunder_set_time(m, time);
  return status_of(ANSWER_OK);
}

SUNDER_EXPORT Status FMI(SetContinuousStates)(Handle instance, const double x[], size_t count) {
  EXPECT(PHASE_EVENT | PHASE_CONTINUOUS, FMI_TEXT(FMI(SetContinuousStates)));
  return status_of(sunder_put_states(m, x, count));
}

SUNDER_EXPORT Status FMI(GetContinuousStates)(Handle instance, double x[], size_t count) {
  EXPECT(PHASES_LOOKING, FMI_TEXT(FMI(GetContinuousStates)));
  return status_of(sunder_look_at_states(m, x, count));
}

SUNDER_EXPORT Status FMI(GetNominalsOfContinuousStates)(Handle instance, double nominals[], size_t count) {
  NEED;
  return status_of(sunder_look_at_nominals(m, nominals, count));
}

SUNDER_EXPORT Status FMI(GetEventIndicators)(Handle instance, double z[], size_t count) {
  EXPECT(PHASES_LOOKING, FMI_TEXT(FMI(GetEventIndicators)));
  return status_of(sunder_look_at_indicators(m, z, count));
}

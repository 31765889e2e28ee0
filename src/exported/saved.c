/* Saved states: all numbers of a run in one piece. */
#include <string.h>

#include "exported/model.h"
#include "exported/past.h"
#include "exported/stepping.h"

struct SavedHead {
  uint64_t kind;
  uint64_t size;
  struct SunderScalars s;
};

/* A number that a state saved by another model does not have. */
static uint64_t kind_of(const struct SunderInstance* m) {
  uint64_t hash = UINT64_C(14695981039346656037);
  for (const char* at = m->code->token; *at != 0; ++at) hash = (hash ^ (unsigned char)*at) * UINT64_C(1099511628211);
  return hash;
}

/* What does not grow with the past. */
static size_t fixed_size(const struct SunderInstance* m) {
  return sizeof(struct SavedHead) + m->store_count * sizeof(double) + sunder_stepping_saved_size(m->stepping);
}

size_t sunder_saved_size(const struct SunderInstance* m) {
  return fixed_size(m) + sunder_past_saved_count(m) * sizeof(double);
}

void sunder_save(const struct SunderInstance* m, void* memory) {
  struct SavedHead head;
  memset(&head, 0, sizeof head);
  head.kind = kind_of(m);
  head.size = sunder_saved_size(m);
  head.s = m->s;
  char* at = (char*)memory;
  memcpy(at, &head, sizeof head);
  at += sizeof head;
  memcpy(at, m->store, m->store_count * sizeof(double));
  sunder_stepping_save(m->stepping, at + m->store_count * sizeof(double));
  sunder_past_save(m, (double*)(void*)((char*)memory + fixed_size(m)));
}

int sunder_restore(struct SunderInstance* m, const void* memory, size_t size) {
  struct SavedHead head;
  const char* at = (const char*)memory;
  const size_t fixed = fixed_size(m);
  const size_t past = size < fixed ? 0 : (size - fixed) / sizeof(double);
  if (size >= sizeof head) memcpy(&head, memory, sizeof head);
  if (size < fixed || head.kind != kind_of(m) || head.size != size || (size - fixed) % sizeof(double) != 0 ||
      !sunder_past_restore(m, (const double*)(const void*)(at + fixed), past)) {
    sunder_complain(m, 1, "this is no saved state of this model");
    return ANSWER_ERROR;
  }
  at += sizeof head;
  m->s = head.s;
  memcpy(m->store, at, m->store_count * sizeof(double));
  sunder_stepping_restore(m->stepping, at + m->store_count * sizeof(double));
  sunder_past_drive(m); /* what tells which course is meant is good in one process only */
  return ANSWER_OK;
}

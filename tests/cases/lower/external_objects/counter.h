/* Counters that say on standard error when they are made and unmade. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct counter {
  char name[20];
  double first, sum;
};

static void* counter_new(const char* name, double first) {
  struct counter* made = (struct counter*)malloc(sizeof(struct counter));
  strncpy(made->name, name, 19);
  made->name[19] = 0;
  made->first = made->sum = first;
  fprintf(stderr, "made %s\n", made->name);
  return made;
}

static void counter_delete(void* object) {
  fprintf(stderr, "unmade %s\n", ((struct counter*)object)->name);
  free(object);
}

static double counter_add(void* object, double by) { return ((struct counter*)object)->sum += by; }

static double counter_first(void* object) { return ((struct counter*)object)->first; }

static void counter_note(void* object, double value) {
  fprintf(stderr, "%s notes %g\n", ((struct counter*)object)->name, value);
}

/* Memory that a caller hands over, cut into arrays. The same function lays out and, with no memory, measures. */
#ifndef SUNDER_RUNTIME_MEMORY_H
#define SUNDER_RUNTIME_MEMORY_H

#include <stddef.h>
#include <stdint.h>

struct SunderMemory {
  char* base; /* null: only measure */
  size_t used;
};

/* `size` bytes, aligned for doubles; null when measuring. */
static inline void* sunder_memory_take(struct SunderMemory* memory, size_t size) {
  void* taken = memory->base ? memory->base + memory->used : NULL;
  memory->used += (size + 7) & ~(size_t)7;
  return taken;
}

static inline double* sunder_memory_doubles(struct SunderMemory* memory, size_t count) {
  return (double*)sunder_memory_take(memory, count * sizeof(double));
}

static inline uint32_t* sunder_memory_indices(struct SunderMemory* memory, size_t count) {
  return (uint32_t*)sunder_memory_take(memory, count * sizeof(uint32_t));
}

#endif

/* Where the numbers of a model are while it is computed. */
#ifndef SUNDER_RUNTIME_FRAME_H
#define SUNDER_RUNTIME_FRAME_H

#include <stdint.h>

/* The arrays numbers live in: those of emit/listing.hpp, in its order. A frame has a pointer to each. */
enum SunderSpace {
  SPACE_STATE,
  SPACE_DERIVATIVE,
  SPACE_WORK,
  SPACE_INPUT,
  SPACE_PARAMETER,
  SPACE_TIME,
  SPACE_STATE_TANGENT,
  SPACE_DERIVATIVE_TANGENT,
  SPACE_WORK_TANGENT,
  SPACE_INPUT_TANGENT,
  SPACE_RESIDUAL,
  SPACE_MATRIX,
  SPACE_JACOBIAN,
  SPACE_FACTOR,
  SPACE_COUNT
};

struct SunderPlace {
  uint32_t space, index; /* space SPACE_COUNT: nowhere */
};

#endif

/* What functions of this room, and the callbacks they call, return: 0 or the reason why not. */
#ifndef SUNDER_RUNTIME_STATUS_H
#define SUNDER_RUNTIME_STATUS_H

enum SunderStatus {
  SUNDER_OK = 0,
  SUNDER_RECOVERABLE = 1,    /* a callback could not do it here: a smaller step may help */
  SUNDER_FATAL = 2,          /* a callback failed and no step helps */
  SUNDER_NO_START = 3,       /* what a step needs at its start (f, its Jacobian) cannot be had there */
  SUNDER_STEP_TOO_SMALL = 4, /* the step fell below what the time can resolve */
  SUNDER_REFUSED = 5,        /* arguments that do not fit each other */
  SUNDER_GROWN = 6,          /* entries of factors grew, or a pivot vanished: pivoting is needed */
  SUNDER_SINGULAR = 7,       /* no pivot is left: the matrix is singular */
  SUNDER_FULL = 8            /* the memory handed over does not hold the factors */
};

#endif

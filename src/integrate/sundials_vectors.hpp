// Memory that SUNDIALS works in. Included by the steppers' sources only: its headers stay out of ours.
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <cstdint>

#include "integrate/sundials_stepper.hpp"

namespace sunder::integrate {

struct SundialsStepper::Vectors {
  SUNContext context = nullptr;
  N_Vector state = nullptr;
  N_Vector tolerance = nullptr;
  N_Vector inside = nullptr;

  ~Vectors() {
    if (tolerance != nullptr) N_VDestroy(tolerance);
    if (inside != nullptr) N_VDestroy(inside);
    if (state != nullptr) N_VDestroy(state);
    if (context != nullptr) SUNContext_Free(&context);
  }
};

/// A sparse matrix of n rows and columns with its solver.
struct SundialsMatrix {
  SUNMatrix matrix = nullptr;
  SUNLinearSolver solver = nullptr;

  SundialsMatrix(std::size_t n, std::size_t nonzeros, N_Vector like, SUNContext context);
  ~SundialsMatrix();
  SundialsMatrix(const SundialsMatrix&) = delete;
  SundialsMatrix& operator=(const SundialsMatrix&) = delete;
};

}  // namespace sunder::integrate

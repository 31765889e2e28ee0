// The right-hand side of a partitioned model as SUNDIALS wants it: full-length vectors that are zero outside the part.
#pragma once

#include <cstdint>
#include <optional>

#include "integrate/derivatives.hpp"
#include "integrate/sundials_jacobian.hpp"

namespace sunder {

/// P f and Q f with P selecting the slow and Q the fast states; Q J in compressed columns. Only what a part needs is
/// evaluated. Returns follow SUNDIALS: 0 done, 1 a smaller step may help.
class PartitionedSlopes {
 public:
  PartitionedSlopes(const Model& model, Context& context, const StateSet& fast, Statistics& statistics);

  [[nodiscard]] bool has_slow() const { return slow_.has_value(); }
  [[nodiscard]] bool has_fast() const { return fast_.has_value(); }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Of Q J; needs fast states.
  [[nodiscard]] std::size_t nonzeros() const { return jacobian_->nonzeros(); }

  /// Zero where there is no such part.
  int slow(double t, const double* x, double* dx) { return part(slow_, t, x, dx); }
  int fast(double t, const double* x, double* dx) { return part(fast_, t, x, dx); }
  int jacobian(double t, const double* x, std::int64_t* column_starts, std::int64_t* row_indices, double* values);

 private:
  int part(std::optional<Derivatives>& derivatives, double t, const double* x, double* dx);

  std::size_t size_;
  std::optional<Derivatives> slow_, fast_;
  std::optional<SundialsJacobian> jacobian_;
};

}  // namespace sunder

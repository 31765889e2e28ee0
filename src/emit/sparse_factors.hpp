// LU factors of a sparse matrix with a fixed pattern.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "emit/assembly.hpp"

namespace sunder::emit {

struct SparseFactors {
  explicit SparseFactors(const LoopFamily& family);
  ~SparseFactors();
  SparseFactors(const SparseFactors&) = delete;
  SparseFactors& operator=(const SparseFactors&) = delete;

  /// The column that is not determined, if the matrix is singular.
  [[nodiscard]] std::optional<std::uint32_t> factor(double* values);
  void solve(double* right_hand_side);

 private:
  struct Klu;
  std::unique_ptr<Klu> klu_;
};

}  // namespace sunder::emit

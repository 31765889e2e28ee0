// Reduction of switched affine systems.
//
// Each dynamics is shifted to its equilibrium, balanced and reduced by singular perturbation; a switch then maps the
// reduced state of one to that of the other by one of three maps. `projection` takes the leading balanced coordinates
// of the lifted state. `free_evolution` takes the reduced state whose free evolution is closest to that of the lifted
// state in the mean square of the outputs, for all times or up to a horizon.
#pragma once

#include "reduce/balance.hpp"
#include "reduce/switched.hpp"

namespace sunder::reduce {

enum class ResetMap { projection, free_evolution, finite_horizon };
/// What the Gramian of reachability is made of: the inputs alone, or also the jumps of the equilibrium at switches.
enum class SwitchedBalancing { inputs, inputs_and_jumps };
std::string_view name_of(ResetMap map);
std::string_view name_of(SwitchedBalancing balancing);

struct SwitchedReductionOptions {
  Eigen::Index order = 1;
  ResetMap map = ResetMap::free_evolution;
  SwitchedBalancing balancing = SwitchedBalancing::inputs_and_jumps;
  double horizon = 0;  ///< of finite_horizon
};

struct SwitchedReduction {
  SwitchedSystem system;
  std::vector<VectorXd> hankel;  ///< by dynamics
};

/// Psi of the free evolution of (A, C) by (A_r, C_r); with a horizon, up to there. Empty: the equations have no
/// solution, or the reduced outputs do not see all of the reduced state.
std::optional<MatrixXd> free_evolution_map(const LinearSystem& full, const LinearSystem& reduced,
                                           std::optional<double> horizon = std::nullopt);

Outcome<SwitchedReduction> reduce(const SwitchedSystem& system, const SwitchedReductionOptions& options);

}  // namespace sunder::reduce

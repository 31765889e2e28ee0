// The solution mapping matrix S_d: what one communication step of a master does to the state of a linear system of
// parts.
//
// The state is (x of all parts, inputs the master remembers). The master's algorithm is followed with matrices in the
// place of numbers: every quantity is a linear function of the state at the start of the step.
#pragma once

#include <string>
#include <vector>

#include "algebra/matrices.hpp"
#include "base/outcome.hpp"
#include "cosimulate/local_step.hpp"
#include "cosimulate/system.hpp"

namespace sunder::cosimulate {

struct SolutionMap {
  Eigen::MatrixXd matrix;
  std::vector<std::size_t> first_state;  ///< by part, and the total at the end
  std::size_t remembered = 0;            ///< how many vectors of inputs follow the states, newest first
};

/// How many vectors of inputs a master carries from step to step.
std::size_t remembered_inputs(const MasterSettings& master);

/// `maps` are the parts' steps over one communication step. `weights` (by input, empty: ones) scale what comes through
/// each connection: for sensitivities. Nothing when the algebraic coupling is singular.
std::optional<SolutionMap> solution_map(const std::vector<model::LinearSystem>& parts, const std::vector<StepMap>& maps,
                                        const Wiring& wiring, const MasterSettings& master,
                                        const std::vector<double>& weights = {});

/// How far the states of the coupled system move by themselves when all are disturbed by one, and with them the inputs
/// that a master remembers: the units in which growth is measured. In the order of the matrix.
Eigen::VectorXd own_ranges(const std::vector<model::LinearSystem>& parts, const Wiring& wiring,
                           const MasterSettings& master);

/// The inputs that form a loop by way of direct feedthrough, part after part; empty: none.
std::vector<std::size_t> feedthrough_loop(const std::vector<model::LinearSystem>& parts, const Wiring& wiring);

}  // namespace sunder::cosimulate

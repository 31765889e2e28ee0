// The solution mapping matrix S_d: what one communication step of a master does to the state of a linear system of
// parts.
//
// The state is (x of all parts, inputs the master remembers). The master's algorithm is followed with vectors, or with
// matrices: then every column is a state at the start of the step, and the identity gives the whole matrix.
#pragma once

#include <string>
#include <vector>

#include "algebra/matrices.hpp"
#include "base/outcome.hpp"
#include "cosimulate/local_step.hpp"
#include "cosimulate/system.hpp"

namespace sunder::cosimulate {

/// What a communication step does to vectors, without the matrix, which is too large where states are many. The parts
/// and their maps must outlive it.
class SolutionOperator {
 public:
  /// As `solution_map`.
  SolutionOperator(const std::vector<model::LinearSystem>& parts, const std::vector<StepMap>& maps,
                   const Wiring& wiring, const MasterSettings& master, std::vector<double> weights = {});

  /// False: the algebraic coupling is singular, and nothing can be applied.
  [[nodiscard]] bool possible() const { return possible_; }
  [[nodiscard]] Eigen::Index size() const;
  [[nodiscard]] const std::vector<std::size_t>& first_state() const { return first_state_; }
  [[nodiscard]] std::size_t remembered() const { return remembered_; }
  [[nodiscard]] Eigen::MatrixXd apply(const Eigen::MatrixXd& start) const;

 private:
  class Step;
  [[nodiscard]] bool delayed() const;
  [[nodiscard]] double weight(std::size_t input) const;
  /// The rows of a vector of inputs whose source is an output: weight times that output.
  [[nodiscard]] Eigen::MatrixXd inputs_of(const Eigen::MatrixXd& outputs) const;
  /// C x and D u of all parts.
  [[nodiscard]] Eigen::MatrixXd outputs_of_states(const Eigen::MatrixXd& x) const;
  [[nodiscard]] Eigen::MatrixXd outputs_of_inputs(const Eigen::MatrixXd& u) const;

  const std::vector<model::LinearSystem>& parts_;
  const std::vector<StepMap>& maps_;
  const Wiring& wiring_;
  const MasterSettings& master_;
  std::vector<double> weights_;
  std::vector<std::size_t> first_state_{0};
  std::size_t remembered_ = 0;
  Eigen::Index inputs_ = 0, states_ = 0;
  bool feeds_through_ = false, possible_ = false;
  Eigen::MatrixXd present_;        // inputs, of those that outputs of states alone would give, where they differ
  Eigen::MatrixXd at_end_, gain_;  // iterated: the same at the end of the step; and what they do to the states there
};

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

/// The inputs that form a loop by way of direct feedthrough, part after part; empty: none.
std::vector<std::size_t> feedthrough_loop(const std::vector<model::LinearSystem>& parts, const Wiring& wiring);

}  // namespace sunder::cosimulate

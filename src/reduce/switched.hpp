// Switched affine systems: x' = A x + B u + f, y = C x + D u + g, with matrices that depend on the mode.
//
// A mode holds as long as its own guards do (G_y y + G_u u <= limit), also where domains of others overlap: that is
// hysteresis. Where one is left, the guard names the next mode, or the one follows whose domain holds there and whose
// memory differs least; it must be the only one. A guard has to be violated by more than rounding.
// At a switch the state is continuous, or mapped by a reset (reduced systems). Modes that differ in their guards only
// share their dynamics, and between them nothing happens to the state.
//
// Inputs are linear between the points of an even grid. Runs are exact: matrix exponentials for the grid's step and its
// halves down to 2^-24, and a switch is located by taking them one after the other.
#pragma once

#include <Eigen/Dense>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "reduce/system.hpp"

namespace sunder::reduce {

struct Dynamics {
  MatrixXd a{}, b{}, c{}, d{};
  VectorXd f{}, g{};
};

struct Mode {
  std::string name;
  std::size_t dynamics = 0;
  MatrixXd on_outputs, on_inputs;  ///< one row per guard
  VectorXd limits;
  std::vector<std::optional<std::size_t>> next;  ///< one per guard
  std::vector<double> memory{};                  ///< values of discrete variables, where known
};

/// x_new = state x + input u + constant.
struct Reset {
  MatrixXd state, input;
  VectorXd constant;
};

struct SwitchedSystem {
  std::vector<std::string> states, inputs, outputs;
  std::vector<Dynamics> dynamics;
  std::vector<Mode> modes;
  std::map<std::pair<std::size_t, std::size_t>, Reset> resets;  ///< by dynamics before and after; none: continuous
  VectorXd start;
  std::size_t first_mode = 0;
};

/// Sizes, names, guards that leave nothing of a domain (a row of zeros that can never hold, opposite guards that
/// exclude each other), targets that do not exist.
bool check(const SwitchedSystem& system, Diagnostics& diagnostics);

/// Inputs at start, start + step, ...: one column each.
struct InputSeries {
  double start = 0;
  double step = 1;
  MatrixXd values;
};

enum class SwitchedEnd { complete, blow_up, chattering, no_mode, several_modes };
std::string_view name_of(SwitchedEnd end);

struct SwitchedRun {
  MatrixXd outputs;                ///< one column per point of the grid reached
  std::vector<std::size_t> modes;  ///< at these points
  std::size_t switches = 0;
  SwitchedEnd end = SwitchedEnd::complete;
  double end_time = 0;
  std::size_t end_mode = 0;
};

/// Where a mode is left through a guard that names no next one: just inside and just outside.
struct Leaving {
  std::size_t mode = 0;
  std::size_t guard = 0;
  double time = 0;
  VectorXd x_before, u_before, x, u;
};
/// Says what follows; may add modes and dynamics to the system.
using Follower = std::function<std::optional<std::size_t>(const Leaving&)>;

/// Prepared for one step of the grid; runs share it, in any number of threads.
class SwitchedSimulator {
 public:
  static constexpr int levels = 24;

  SwitchedSimulator(const SwitchedSystem& system, double step);
  [[nodiscard]] SwitchedRun run(const InputSeries& inputs) const;
  /// A run that asks where it does not know: the system may grow meanwhile.
  [[nodiscard]] SwitchedRun explore(const InputSeries& inputs, const Follower& follower);

  /// A run counts as blown up when an output leaves this.
  double largest_output = 1e6;

 private:
  friend class SwitchedWalk;
  void extend();

  const SwitchedSystem& system_;
  double step_;
  std::vector<std::vector<MatrixXd>> propagators_;  ///< by dynamics and level: x after, from (x, u, slope, 1)
};

}  // namespace sunder::reduce

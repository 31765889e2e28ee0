// Switched affine systems: x' = A x + B u + f, y = C x + D u + g, with matrices that depend on the mode.
//
// A mode holds until one of its guards is left, also where domains of others overlap: that is hysteresis. A guard of
// one row is a half-space G_y y + G_u u <= limit; one of several rows is left only where all of them are violated. A
// row has to be violated by more than rounding. Guards say which mode follows as a difference of codes, so that what
// happens at the same time adds up: of guards of one group the first that is left counts, and groups do not know of
// each other.
// At a switch the state is continuous, or (reduced systems) goes through the coordinates of the full state. Modes that
// differ in their guards only share their dynamics, and between them nothing happens to the state.
//
// Inputs are linear between the points of an even grid. Runs are exact: matrix exponentials for the grid's step and its
// halves down to 2^-24, and a switch is located by taking them one after the other.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "algebra/matrices.hpp"
#include "base/outcome.hpp"
#include "base/source.hpp"
#include "reduce/polyhedron.hpp"
#include "reduce/system.hpp"

namespace sunder::reduce {

/// A switch may lead to another at the same instant a few times.
inline constexpr int most_switches_at_once = 50;

struct Dynamics {
  MatrixXd a{}, b{}, c{}, d{};
  VectorXd f{}, g{};
};

/// Left where on_outputs y + on_inputs u > limits in all rows.
struct Guard {
  MatrixXd on_outputs{}, on_inputs{};
  VectorXd limits{};
  std::optional<std::int64_t> shift{};  ///< what to add to the mode's code; none: no mode follows
  std::size_t group = 0;
};

struct Mode {
  std::string name{};
  std::size_t dynamics = 0;
  std::vector<Guard> guards{};
  std::int64_t code = 0;
  std::vector<double> memory{};  ///< values of what `SwitchedSystem::memory` names
  Span span{};                   ///< where it was described
};

/// How the state of one dynamics becomes that of another: through common coordinates, those of the full state.
struct Passage {
  MatrixXd lift_state, lift_input;  ///< common = lift_state x + lift_input u + lift_constant
  VectorXd lift_constant;
  MatrixXd entry;  ///< x = entry common + entry_constant
  VectorXd entry_constant;
};

struct SwitchedSystem {
  std::vector<std::string> states, inputs, outputs;
  std::vector<std::string> memory{};  ///< what tells modes apart, where they come from a model
  std::vector<Dynamics> dynamics;
  std::vector<Mode> modes;
  std::vector<Passage> passages;  ///< by dynamics; empty: the state is continuous
  VectorXd start;
  VectorXd input_start{};  ///< values of the inputs there, where known
  std::size_t first_mode = 0;

  [[nodiscard]] std::map<std::int64_t, std::size_t> modes_by_code() const;
};

/// x behind a switch between these dynamics.
VectorXd passed(const SwitchedSystem& system, std::size_t from, std::size_t to, const VectorXd& x, const VectorXd& u);

/// Sizes, names, modes that do not exist.
bool check(const SwitchedSystem& system, Diagnostics& diagnostics);

/// For systems that somebody described. A domain that is empty is an error. Where a guard names no mode, the one
/// follows whose domain holds there: this is put into the guards, one for each domain that begins there. Domains that
/// overlap there leave the choice open: an error, as is a guard behind which there is no domain at all. Guards have one
/// row and codes are the numbers of the modes.
bool check_domains(SwitchedSystem& system, Diagnostics& diagnostics);

/// Inputs at start, start + step, ...: one column each; and where the states begin.
struct InputSeries {
  double start = 0;
  double step = 1;
  MatrixXd values;
  VectorXd from{};  ///< in the coordinates of the full state; empty: the start of the system
};

enum class SwitchedEnd { complete, blow_up, chattering, no_mode };
std::string_view name_of(SwitchedEnd end);

struct SwitchedRun {
  MatrixXd outputs;                ///< one column per point of the grid reached
  std::vector<std::size_t> modes;  ///< at these points
  std::size_t switches = 0;
  SwitchedEnd end = SwitchedEnd::complete;
  double end_time = 0;
  std::size_t end_mode = 0;
};

/// Guards of a mode, made for speed: the rows of all of them in one matrix.
struct GuardRows {
  struct Group {
    std::size_t group = 0;
    Eigen::Index begin = 0, end = 0;  ///< rows
    std::optional<std::int64_t> shift;
  };
  MatrixXd on_outputs, on_inputs;
  VectorXd limits;  ///< with what rounding is allowed
  std::vector<Group> guards;

  explicit GuardRows(const Mode& mode, Eigen::Index outputs, Eigen::Index inputs);
  [[nodiscard]] VectorXd margins(const VectorXd& y, const VectorXd& u) const;
  /// Of every guard: the largest of its rows. Negative: left.
  [[nodiscard]] VectorXd by_guard(const VectorXd& rows) const;
  /// The sum of the shifts of what is left; empty: a guard says that nothing follows.
  [[nodiscard]] std::optional<std::int64_t> shift(const VectorXd& by_guard) const;
};

/// Prepared for one step of the grid; runs share it, in any number of threads.
class SwitchedSimulator {
 public:
  static constexpr int levels = 24;

  SwitchedSimulator(const SwitchedSystem& system, double step);
  [[nodiscard]] SwitchedRun run(const InputSeries& inputs) const;

  /// A run counts as blown up when an output leaves this.
  double largest_output = 1e6;

 private:
  friend class SwitchedWalk;

  const SwitchedSystem& system_;
  double step_;
  std::map<std::int64_t, std::size_t> by_code_;
  std::vector<GuardRows> guards_;
  std::vector<std::vector<MatrixXd>> propagators_;  ///< by dynamics and level: x after, from (x, u, slope, 1)
};

}  // namespace sunder::reduce

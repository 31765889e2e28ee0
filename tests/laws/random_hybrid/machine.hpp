// A random hybrid model as its generator knows it, and the plainest way to run it: what compiled models are held
// against.
#pragma once

#include <string>
#include <vector>

#include "laws/random_hybrid/tree.hpp"

namespace sunder::random_hybrid {

struct Assignment {
  std::size_t variable = 0;
  Tree tree;
};

/// sum over k of matrix[r][k] * unknown[k] = right[r]
struct LinearLoop {
  std::vector<std::size_t> unknowns;
  std::vector<std::vector<double>> matrix;
  std::vector<Tree> right;
};

/// unknown[k] = tree[k], which contracts: found by repetition.
struct NonlinearLoop {
  std::vector<std::size_t> unknowns;
  std::vector<Tree> trees;
};

/// Either a condition or the instants of sample(first, interval).
struct Condition {
  Tree tree;  ///< null: sample
  double first = 0, interval = 0;
};

struct Branch {
  std::vector<Condition> conditions;  ///< several: when {a, b} then
  std::vector<Assignment> values;     ///< of discrete variables
  std::vector<Assignment> jumps;      ///< reinit
};

/// `when … elsewhen …`: the first branch one of whose conditions becomes true.
using When = std::vector<Branch>;

struct Description {
  std::vector<std::string> names;   ///< of all variables
  std::vector<double> starts;       ///< of states and discrete variables, and values of parameters
  std::vector<std::size_t> states;  ///< in the order of the derivatives
  std::vector<Tree> derivatives;
  std::vector<std::size_t> discrete;
  // In the order in which they are computed: what conditions and bodies of when-equations read, those, then the rest.
  std::vector<Assignment> early;
  std::vector<When> whens;
  std::vector<Assignment> switches;  ///< Boolean equations with pre()
  std::vector<Assignment> late;
  std::vector<LinearLoop> linear_loops;
  std::vector<NonlinearLoop> nonlinear_loops;
  std::vector<Assignment> last;  ///< reads everything before
  std::size_t held = 0;          ///< how many relations and floors there are
  std::string text;              ///< the model in Modelica
};

class Machine {
 public:
  explicit Machine(const Description& description);

  /// Values at the start; no when-equation is active.
  void initialise(double time);
  /// All when-equations that become active at these states, until nothing changes.
  void handle_event(double time, std::vector<double>& x);
  /// Between events.
  [[nodiscard]] std::vector<double> derivatives(double time, const std::vector<double>& x);
  [[nodiscard]] bool still_holds(double time, const std::vector<double>& x);
  [[nodiscard]] double next_sample(double time) const;
  [[nodiscard]] std::vector<double> start() const;
  [[nodiscard]] const Values& values() const { return values_; }

 private:
  void put(double time, const std::vector<double>& x);
  void continuous();
  [[nodiscard]] bool is_true(const Condition& condition);
  [[nodiscard]] std::vector<Assignment> react();
  template <class Visit>
  bool all_trees(const Visit& visit) const;

  const Description& description_;
  Values values_;
  std::vector<std::vector<std::vector<char>>> was_true_;  // by when, branch, condition
};

/// The states at some times, and when events happened.
struct Reference {
  std::vector<std::vector<double>> states;    ///< by time
  std::vector<std::vector<double>> discrete;  ///< likewise
  std::vector<double> events;
};

/// Classical Runge-Kutta with `steps` steps from 0 to `stop`; events by bisection. `times` must be multiples of the
/// step.
Reference reference_run(const Description& description, double stop, std::size_t steps,
                        const std::vector<double>& times);

}  // namespace sunder::random_hybrid

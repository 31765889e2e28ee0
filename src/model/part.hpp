// A part of a distributed simulation: x' = f(x, u, t), y = g(x, u, t), stepped on its own while its inputs follow a
// curve that the master chose. What a part is (PartInterface) is known without loading any code; a Part is an instance.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/linear_system.hpp"
#include "model/model.hpp"
#include "model/snapshot.hpp"

namespace sunder::model {

/// The outside of a part: names only.
struct PartInterface {
  std::string name;
  std::vector<std::string> inputs, outputs, states;
};

/// One running instance. Not shared by threads at the same time.
class Part {
 public:
  virtual ~Part() = default;

  [[nodiscard]] virtual const PartInterface& interface() const = 0;

  /// Initial states. Until the master sets inputs they are what the part itself says.
  virtual Status initialise(double time) = 0;
  virtual void set_inputs(const InputCurve& curve) = 0;
  /// From now on this many local steps of equal length in every step, whatever its length.
  virtual void keep_substeps(std::size_t count) = 0;
  /// From `time` to `time + length`.
  virtual Status step(double time, double length) = 0;

  /// g(x, u, time) at the present states, with these inputs.
  virtual Status outputs(double time, std::span<const double> u, std::span<double> y) = 0;
  /// Whether some output depends on some input directly.
  [[nodiscard]] virtual bool feeds_through() const = 0;
  /// dg/du at the present states, with these inputs; row by row.
  virtual Status feedthrough(double time, std::span<const double> u, std::span<double> d) = 0;
  /// A, B, C, D at the present states, with these inputs.
  virtual Status linearise(double time, std::span<const double> u, LinearSystem& out) = 0;

  [[nodiscard]] virtual std::span<double> states() = 0;
  /// False: A, B, C, D are the same everywhere.
  [[nodiscard]] virtual bool nonlinear() const = 0;

  /// Whether `save` and `restore` work: a step can then be tried and taken back.
  [[nodiscard]] virtual bool can_restore() const = 0;
  [[nodiscard]] virtual std::unique_ptr<Snapshot> save() const = 0;
  virtual void restore(const Snapshot& snapshot) = 0;  ///< one of its own, any number of times

  /// Inputs by which the part decides when something switches; ascending.
  [[nodiscard]] virtual std::vector<std::size_t> deciding_inputs() const = 0;
  /// What the part had to say at events so far; and why it wants the run to end, if it does.
  [[nodiscard]] virtual std::vector<EventMessage> warnings() const = 0;
  [[nodiscard]] virtual std::optional<EventMessage> termination() const = 0;

  /// Everything a results file can hold, with the inputs as they are at `time`.
  [[nodiscard]] virtual std::size_t variable_count() const = 0;
  [[nodiscard]] virtual Variable variable(VariableIndex index) const = 0;
  virtual Status record(double time, std::span<double> values) = 0;

  /// Whether another process holds the instance. It is then asked by one thread only, and works while the others do
  /// where it is told beforehand what will be asked next, with the same arguments.
  [[nodiscard]] virtual bool elsewhere() const { return false; }
  /// `end` is the time there for which outputs will be asked.
  virtual void announce_step(double /*time*/, double /*length*/, double /*end*/) {}
  virtual void announce_outputs(double /*time*/, std::span<const double> /*u*/) {}
  virtual void announce_record(double /*time*/) {}
  /// Nothing more will be announced for now: whoever was told can begin.
  virtual void announced() {}
};

}  // namespace sunder::model

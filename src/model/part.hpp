// A part of a distributed simulation: x' = f(x, u, t), y = g(x, u, t), stepped on its own while its inputs follow a
// curve that the master chose. What a part is (PartInterface) is known without loading any code; a Part is an instance.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "model/snapshot.hpp"

namespace sunder {

/// x' = A x + B u, y = C x + D u; matrices row by row.
struct LinearSystem {
  std::size_t states = 0, inputs = 0, outputs = 0;
  std::vector<double> a, b, c, d;
};

/// The outside of a part: names only.
struct PartInterface {
  std::string name;
  std::vector<std::string> inputs, outputs, states;
};

inline constexpr int largest_extrapolation = 2;

/// Inputs as polynomials of s = (t - begin) / length: sum over d of coefficients[d][i] s^d.
struct InputCurve {
  double begin = 0;
  double length = 1;
  std::array<std::vector<double>, largest_extrapolation + 1> coefficients;

  [[nodiscard]] double at(std::size_t input, double time) const {
    const double s = (time - begin) / length;
    return coefficients[0][input] + s * (coefficients[1][input] + s * coefficients[2][input]);
  }
  void hold(std::span<const double> values);
  void resize(std::size_t inputs) {
    for (auto& one : coefficients) one.assign(inputs, 0.0);
  }
};

inline void InputCurve::hold(std::span<const double> values) {
  coefficients[0].assign(values.begin(), values.end());
  for (std::size_t d = 1; d < coefficients.size(); ++d) coefficients[d].assign(values.size(), 0.0);
}

/// One running instance. Not shared by threads at the same time. Calls that return false leave the reason in `fault`.
class Part {
 public:
  virtual ~Part() = default;

  [[nodiscard]] virtual const PartInterface& interface() const = 0;

  /// Initial states, with the inputs as set.
  [[nodiscard]] virtual bool initialise(double time) = 0;
  virtual void set_inputs(const InputCurve& curve) = 0;
  /// From now on this many local steps of equal length in every step, whatever its length.
  virtual void keep_substeps(std::size_t count) = 0;
  /// From `time` to `time + length`.
  [[nodiscard]] virtual bool step(double time, double length) = 0;

  /// g(x, u, time) at the present states, with these inputs.
  [[nodiscard]] virtual bool outputs(double time, std::span<const double> u, std::span<double> y) = 0;
  /// Whether some output depends on some input directly.
  [[nodiscard]] virtual bool feeds_through() const = 0;
  /// dg/du at the present states, with these inputs; row by row.
  [[nodiscard]] virtual bool feedthrough(double time, std::span<const double> u, std::span<double> d) = 0;
  /// A, B, C, D at the present states, with these inputs.
  [[nodiscard]] virtual bool linearise(double time, std::span<const double> u, LinearSystem& out) = 0;

  [[nodiscard]] virtual std::span<double> states() = 0;
  /// False: A, B, C, D are the same everywhere.
  [[nodiscard]] virtual bool nonlinear() const = 0;

  /// Whether `save` and `restore` work: a step can then be tried and taken back.
  [[nodiscard]] virtual bool can_restore() const = 0;
  [[nodiscard]] virtual std::unique_ptr<Snapshot> save() const = 0;
  virtual void restore(const Snapshot& snapshot) = 0;  ///< one of its own, any number of times

  /// Inputs by which the part decides when something switches; ascending.
  [[nodiscard]] virtual std::vector<std::size_t> deciding_inputs() const { return {}; }
  /// What the part had to say at events so far; and why it wants the run to end, if it does.
  [[nodiscard]] virtual std::vector<EventMessage> warnings() const { return {}; }
  [[nodiscard]] virtual std::optional<EventMessage> termination() const { return std::nullopt; }

  /// Everything a results file can hold, with the inputs as they are at `time`.
  [[nodiscard]] virtual std::size_t variable_count() const = 0;
  [[nodiscard]] virtual VariableInfo variable(std::size_t index) const = 0;
  [[nodiscard]] virtual bool record(double time, std::span<double> values) = 0;

  [[nodiscard]] virtual const std::optional<Fault>& fault() const = 0;
};

}  // namespace sunder

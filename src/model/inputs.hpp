// The inputs of a run as functions of time.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace sunder::model {

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
  [[nodiscard]] double slope(std::size_t input, double time) const {
    const double s = (time - begin) / length;
    return (coefficients[1][input] + 2 * s * coefficients[2][input]) / length;
  }
  void hold(std::span<const double> values);
  void resize(std::size_t inputs) {
    for (auto& one : coefficients) one.assign(inputs, 0.0);
  }
};

/// A signal given by samples: times ascend strictly, one value each. Immutable, shared by runs.
struct SampledSignal {
  enum class Between { held, linear };
  std::vector<double> times, values;
  Between between = Between::linear;
};

/// The source of each input: a constant, a polynomial set by a master, or samples. Held samples jump, which is an
/// event: the value is the left limit of the jump until `pass` is called for its time. Signals are extrapolated by
/// constants before their first and after their last sample. Const member functions may be called by several threads at
/// once.
class InputSignals {
 public:
  explicit InputSignals(std::size_t count = 0) { resize(count); }

  void resize(std::size_t count);
  [[nodiscard]] std::size_t size() const { return sources_.size(); }

  /// The value while the input has no source.
  void set_default(std::size_t input, double value);
  [[nodiscard]] bool driven(std::size_t input) const { return curved_ || sources_[input].driven; }

  void set(std::size_t input, double value);
  void set(std::size_t input, std::shared_ptr<const SampledSignal> signal);
  /// All inputs at once.
  void set(const InputCurve& curve);
  /// Removes all sources.
  void release();

  /// The curve that drives all inputs, if one does.
  [[nodiscard]] const InputCurve* curve() const { return curved_ ? &curve_ : nullptr; }

  [[nodiscard]] double at(std::size_t input, double time) const;
  void at(double time, std::span<double> values) const;
  /// d(input)/dt; at a kink the slope after it.
  [[nodiscard]] double slope(std::size_t input, double time) const;
  /// Whether any input changes with time between jumps.
  [[nodiscard]] bool moving() const;
  /// The first jump that has not been passed; infinite: there is none.
  [[nodiscard]] double next_jump() const;
  /// Jumps up to this time have taken place, later ones have not.
  void pass(double time);

 private:
  struct Source {
    double value = 0;                             ///< of a number, or of held samples at present
    std::shared_ptr<const SampledSignal> signal;  ///< null: a number
    double next_jump = 0;
    bool driven = false;
  };

  std::vector<Source> sources_;
  bool curved_ = false;  // the curve drives all
  InputCurve curve_;
};

}  // namespace sunder::model

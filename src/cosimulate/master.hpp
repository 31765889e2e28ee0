// A master: moves all parts over one communication step and exchanges their outputs.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/thread_pool.hpp"
#include "cosimulate/system.hpp"

namespace sunder::cosimulate {

/// Why a communication step failed.
struct MasterFault {
  Code code{};
  std::string message;  ///< names the part and the time
  std::optional<std::size_t> part;
  double time = 0;
  std::optional<model::Fault> inner;  ///< of the part
};

struct MasterStatistics {
  std::uint64_t steps = 0, rejected = 0;
  std::uint64_t iterations = 0;           ///< of the iterated master
  std::uint64_t coupling_iterations = 0;  ///< Newton on the algebraic coupling
  std::vector<double> part_seconds;       ///< of the processor, for the steps of each part; 0: elsewhere
};

class Master {
 public:
  /// Parts are not owned. One thread unless a pool is given; the results are the same.
  Master(std::vector<model::Part*> parts, const Wiring& wiring, const MasterSettings& settings,
         ThreadPool* pool = nullptr);

  /// With all parts at their initial states: finds the inputs at the start.
  [[nodiscard]] bool start(double time);
  /// From the end of the last step (or the start) over `length`. `end` is the time there, not accumulated.
  [[nodiscard]] bool step(double time, double end, double length);

  /// All inputs at the present communication point, and how far the curve of the last step was from them.
  [[nodiscard]] const std::vector<double>& inputs() const { return past_.front().values; }
  [[nodiscard]] double prediction_error() const;
  /// The same, of inputs by which parts decide when something switches.
  [[nodiscard]] double decision_error() const;
  /// Sets what the master remembers, newest first, `spacing` apart; `count` of them as remembered_inputs says.
  void remember(double time, double spacing, const std::vector<std::vector<double>>& inputs);
  [[nodiscard]] std::vector<std::vector<double>> remembered(std::size_t count) const;

  struct Past {
    double time = 0;
    std::vector<double> values;
  };
  /// All parts and what the master remembers, at a communication point.
  struct Saved {
    std::vector<std::unique_ptr<model::Snapshot>> parts;
    std::deque<Past> past;  ///< inputs, newest first
  };
  [[nodiscard]] bool can_restore() const;
  [[nodiscard]] Saved save() const;
  void restore(const Saved& saved);

  [[nodiscard]] const std::optional<MasterFault>& fault() const { return fault_; }
  [[nodiscard]] const MasterStatistics& statistics() const { return statistics_; }

 private:
  void extrapolate(double time, double length);
  void interpolate(std::size_t input, double end_value);
  [[nodiscard]] bool step_parts(double time, double end, double length);
  [[nodiscard]] bool step_iterated(double time, double end, double length);
  [[nodiscard]] std::vector<std::unique_ptr<model::Snapshot>> save_parts() const;
  void restore_parts(const std::vector<std::unique_ptr<model::Snapshot>>& saved);
  /// With its inputs handed over already.
  model::Status step_timed(std::size_t part, double time, double length);
  void take_new_outputs(std::size_t part, const std::vector<char>& done);
  void hand_over(std::size_t part);
  [[nodiscard]] double at_end(std::size_t input) const;
  [[nodiscard]] double prediction_error(std::size_t input) const;
  model::Status new_outputs(std::size_t part, double end);
  [[nodiscard]] bool sweep(double time, double end, double length, const std::vector<double>& guess,
                           std::vector<double>& found);
  [[nodiscard]] bool arrive(double end);
  void present_inputs(double time);
  [[nodiscard]] bool solve_coupling(double time, std::vector<double>& u);
  [[nodiscard]] bool coupling_residual(double time, const std::vector<double>& u, std::vector<double>& residual);
  [[nodiscard]] bool all_outputs(double time, const std::vector<double>& u);
  void route(std::vector<double>& u) const;
  [[nodiscard]] bool coupled(const std::vector<double>& change, const std::vector<double>& u) const;
  /// Steps every part and does `afterwards`, on threads and in other processes where there are any; the first part that
  /// fails is reported.
  template <class Work>
  bool step_all(double time, double end, double length, const Work& afterwards);
  bool part_failed(std::size_t part, double time, const model::Status& why);
  bool fail(Code code, double time, std::string message);
  [[nodiscard]] std::string input_name(std::size_t input) const;
  [[nodiscard]] std::string loop_text() const;

  std::vector<model::Part*> parts_;
  const Wiring& wiring_;
  MasterSettings settings_;
  ThreadPool* pool_;
  bool feeds_through_ = false;
  std::vector<std::size_t> here_, elsewhere_;  // parts
  std::vector<std::size_t> deciding_;          // inputs
  std::deque<Past> past_;                      // newest first
  std::vector<double> outputs_;                // of all parts
  model::InputCurve curve_;                    // of all inputs
  std::vector<model::InputCurve> curves_;      // by part
  std::optional<MasterFault> fault_;
  MasterStatistics statistics_;
};

}  // namespace sunder::cosimulate

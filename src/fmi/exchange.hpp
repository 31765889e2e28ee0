// One instance of an FMU, asked for whole evaluations or communication steps: what the host process of a foreign FMU
// offers across a process boundary, and what `Calls` offers within this one.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "fmi/calls.hpp"
#include "fmi/layout.hpp"

namespace sunder::fmi {

/// Where the instance is asked.
struct Point {
  double time = 0;
  std::span<const double> x, u;
};
/// Empty spans are not computed.
struct Values {
  std::span<double> derivatives, outputs, indicators;
};
/// A value for a variable, before initialisation.
struct Setting {
  Element element;
  double value = 0;
};
struct TextSetting {
  Element element;
  std::string value;
};
/// What is given before initialisation; all else is as the FMU has it.
struct Settings {
  std::vector<Setting> numbers;
  std::vector<TextSetting> texts;
};
/// What an event, or the initialisation, led to.
struct EventResult {
  std::optional<double> next_event;
  bool terminate = false;
};
struct StepResult {
  bool event = false;
  bool terminate = false;
  double reached = 0;  ///< Co-Simulation
};
/// Columns that are perturbed together, and the entries that follow from each.
struct JacobianColours {
  struct Entry {
    std::size_t row = 0;    ///< derivatives first, then outputs
    std::size_t value = 0;  ///< place among the values
  };
  struct Column {
    std::size_t place = 0;  ///< states first, then inputs
    std::vector<Entry> entries;
  };
  std::vector<std::vector<Column>> colours;
  std::uint64_t number = 0;  ///< another one for all that are asked of one instance: an address may be used again
};

class ExchangeInstance {
 public:
  virtual ~ExchangeInstance() = default;

  /// From the beginning, however often. The states are written to x.
  virtual model::Status initialise(double start, std::optional<double> stop, const Settings& settings,
                                   std::span<const double> u, std::span<double> x, EventResult& result) = 0;
  virtual model::Status evaluate(const Point& at, const Values& values) = 0;
  /// Exact, by directional derivatives.
  virtual model::Status jacobian(const Point& at, const JacobianColours& colours, std::span<double> values) = 0;
  /// Everything that is recorded.
  virtual model::Status record(const Point& at, std::span<double> values) = 0;
  /// Strings and binaries as they are, in the order of `Layout::texts`.
  virtual model::Status texts(std::vector<std::string>& values) = 0;
  /// What the FMU had to say since the last question.
  virtual std::vector<LogMessage> take_log() = 0;
  /// An event happens: x may change.
  virtual model::Status handle_event(double time, std::span<const double> u, std::span<double> x,
                                     EventResult& result) = 0;
  virtual model::Status completed_step(const Point& at, StepResult& result) = 0;
  /// Co-Simulation: from `time` to `end` with these inputs, in as many steps as the FMU wants. Points and values of the
  /// other functions are then those of where it is: states are not known, and time is not set.
  virtual model::Status advance(double time, double end, std::span<const double> u, StepResult& result) = 0;
  /// The state inside as a number, to be given back any number of times; only where the FMU can.
  virtual model::Status save(std::size_t& ticket) = 0;
  virtual model::Status restore(std::size_t ticket) = 0;
  virtual void forget(std::size_t ticket) = 0;
};

/// In this process. The layout and the description outlive it.
std::unique_ptr<ExchangeInstance> make_local_exchange(const FmuDescription& description, const Layout& layout,
                                                      std::unique_ptr<Calls> calls, Use use);

}  // namespace sunder::fmi

// One instance of an FMU in this process: the calls of the standard, whatever its version. What an FMU refuses becomes
// a status that names the FMU and the call.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "fmi/description.hpp"
#include "model/status.hpp"

namespace sunder::fmi {

enum class Use { model_exchange, co_simulation };
/// "me" or "cs"
const char* name_of(Use use);

/// Where an instance is in its life: what it may be asked depends on it.
enum class Phase : std::uint8_t { none, instantiated, initialisation, event, continuous, step, failed };

/// What an FMU said by its logger.
struct LogMessage {
  enum class Level : std::uint8_t { note, warning, error };
  std::string category, text;
  Level level = Level::note;
};

/// After the discrete states were updated.
struct DiscreteUpdate {
  bool again = false;
  bool terminate = false;
  bool nominals_changed = false;
  bool states_changed = false;
  std::optional<double> next_event;
};

/// Of a communication step of Co-Simulation.
struct CommunicationStep {
  double reached = 0;
  bool event = false;      ///< wants event mode now
  bool terminate = false;  ///< wants the run to end
};

/// An unpacked FMU whose binary is loaded.
struct FmuFiles {
  std::string name;       ///< what messages call it
  std::string folder;     ///< as unpacked
  std::string resources;  ///< the folder of that name, as the version wants it
};

/// Of an FMU that was unpacked to a folder.
FmuFiles files_of(const FmuDescription& description, const std::string& name, const std::string& folder);

/// Where the binary for this machine should be.
std::string binary_of(const FmuDescription& description, const std::string& folder, Use use);

class Calls {
 public:
  virtual ~Calls() = default;

  virtual model::Status instantiate(Use use, const std::string& instance) = 0;
  virtual model::Status reset() = 0;
  virtual model::Status enter_initialisation(double start, std::optional<double> stop,
                                             std::optional<double> tolerance) = 0;
  virtual model::Status exit_initialisation() = 0;
  virtual model::Status enter_event_mode() = 0;
  virtual model::Status update_discrete_states(DiscreteUpdate& update) = 0;
  virtual model::Status enter_continuous_time_mode() = 0;
  virtual model::Status completed_step(bool& enter_event_mode, bool& terminate) = 0;
  /// Co-Simulation: a step that is refused is a fault, and says how far it came.
  virtual model::Status do_step(double time, double length, CommunicationStep& step) = 0;
  virtual model::Status enter_step_mode() = 0;
  /// Whether an instance for Co-Simulation has event mode.
  [[nodiscard]] virtual bool uses_event_mode() const = 0;
  virtual model::Status set_time(double time) = 0;
  virtual model::Status set_states(std::span<const double> x) = 0;
  virtual model::Status get_states(std::span<double> x) = 0;
  virtual model::Status get_nominals(std::span<double> nominals) = 0;
  virtual model::Status get_derivatives(std::span<double> dx) = 0;
  virtual model::Status get_indicators(std::span<double> z) = 0;
  /// Numbers of one type; of arrays all elements, one variable after the other.
  virtual model::Status get(Type type, std::span<const std::uint32_t> references, std::span<double> values) = 0;
  virtual model::Status set(Type type, std::span<const std::uint32_t> references, std::span<const double> values) = 0;
  /// Strings, or binaries as bytes; of arrays all elements.
  virtual model::Status get_texts(Type type, std::span<const std::uint32_t> references,
                                  std::span<std::string> values) = 0;
  virtual model::Status set_texts(Type type, std::span<const std::uint32_t> references,
                                  std::span<const std::string> values) = 0;
  virtual model::Status directional_derivative(std::span<const std::uint32_t> unknowns,
                                               std::span<const std::uint32_t> knowns, std::span<const double> seed,
                                               std::span<double> result) = 0;
  /// Null before the first; whoever has one frees it.
  virtual model::Status get_state(void*& state) = 0;
  virtual model::Status set_state(void* state) = 0;
  virtual model::Status free_state(void*& state) = 0;

  /// From now on the name of every call is written there before it is made (`trace_size` bytes): whoever survives a
  /// crash can read it.
  virtual void trace(char* memory) = 0;
  static constexpr std::size_t trace_size = 64;

  /// What was said since the last question.
  virtual std::vector<LogMessage> take_log() = 0;
};

/// Loads the binary of an unpacked FMU. `use` must be one that it is made for.
Outcome<std::unique_ptr<Calls>> load_calls(const FmuDescription& description, const FmuFiles& files, Use use);

}  // namespace sunder::fmi

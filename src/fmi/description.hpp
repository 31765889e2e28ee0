// What modelDescription.xml says, of FMI 2.0 and 3.0, as plain data.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/outcome.hpp"
#include "base/source.hpp"

namespace sunder::fmi {

enum class Version { two, three };

/// Of 2.0: float64 (Real), int32 (Integer, Enumeration), boolean and string only.
enum class Type {
  float32,
  float64,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  boolean,
  string,
  enumeration,
  binary,
  clock,
};
std::string_view name_of(Type type);
inline bool is_real(Type type) { return type == Type::float32 || type == Type::float64; }
inline bool is_text(Type type) { return type == Type::string || type == Type::binary; }
inline bool is_number(Type type) { return type <= Type::boolean || type == Type::enumeration; }

enum class Causality { parameter, calculated_parameter, structural_parameter, input, output, local, independent };
enum class Variability { constant, fixed, tunable, discrete, continuous };
enum class Initial { none, exact, approx, calculated };
std::string_view name_of(Causality causality);
std::string_view name_of(Variability variability);

/// Of an array: a number, or the value of a structural parameter (by its place among the variables).
struct Dimension {
  std::uint64_t size = 0;
  std::optional<std::size_t> variable;
};

struct Variable {
  std::string name, description;
  std::uint32_t reference = 0;
  Type type = Type::float64;
  Causality causality = Causality::local;
  Variability variability = Variability::continuous;
  Initial initial = Initial::none;
  std::vector<double> start{};            ///< numbers; one for all elements, or one each; empty: not given
  std::vector<std::string> start_text{};  ///< strings; binaries as bytes
  std::vector<std::pair<std::string, std::int64_t>> items{};  ///< of an enumeration: names and values
  std::string declared_type{}, unit{}, display_unit{};
  std::optional<double> minimum{}, maximum{}, nominal{};
  std::optional<std::size_t> derivative_of{};  ///< the variable whose derivative this is
  bool reinit = false;
  std::vector<Dimension> dimensions{};  ///< 3.0; empty: a scalar
  std::vector<std::string> aliases{};
  bool clocked = false;
  Span span{};

  /// As many values as it has with the start values of structural parameters.
  std::uint64_t elements = 1;
};

enum class DependencyKind { dependent, constant, fixed, tunable, discrete };
struct Dependency {
  std::size_t variable = 0;
  DependencyKind kind = DependencyKind::dependent;
};
/// Of ModelStructure: a variable, and what it depends on.
struct Unknown {
  std::size_t variable = 0;
  std::optional<std::vector<Dependency>> dependencies{};  ///< not given: on everything
  Span span{};
};

/// One of Model Exchange, Co-Simulation and Scheduled Execution.
struct InterfaceKind {
  std::string model_identifier;
  bool needs_execution_tool = false;
  bool only_once_per_process = false;
  bool gets_and_sets_state = false;
  bool serializes_state = false;
  bool directional_derivatives = false;
  bool needs_completed_step = true;    ///< Model Exchange
  bool variable_step = false;          ///< Co-Simulation: communication steps may differ
  bool has_event_mode = false;         ///< Co-Simulation, 3.0
  bool can_return_early = false;       ///< Co-Simulation, 3.0
  std::vector<std::string> sources{};  ///< 2.0; of 3.0 they are in sources/buildDescription.xml
};

struct FmuDescription {
  Version version = Version::two;
  std::string version_text, model_name, token, description, generation_tool;
  std::optional<InterfaceKind> model_exchange, co_simulation, scheduled_execution;
  std::vector<Variable> variables;
  std::vector<Unknown> outputs, derivatives, initial_unknowns, event_indicators, clocked_states;
  std::size_t event_indicator_count = 0;  ///< 3.0: of the elements of `event_indicators`
  std::optional<double> start_time, stop_time, tolerance, step_size;
  std::vector<std::string> units;
  std::unordered_map<std::string, std::size_t> by_name;

  [[nodiscard]] std::size_t count(Causality causality) const;
};

/// Bytes written as two hexadecimal digits each, as the standard has it; empty: something else.
std::optional<std::string> bytes_in(std::string_view text);
std::string hexadecimal(std::string_view bytes);

/// Reads and checks; all problems are told at once, each with its place in the text, which is added to `sources`. What
/// old tools get wrong and can be understood nevertheless is a warning, unless `strict`.
Outcome<FmuDescription> read_description(std::string text, const std::string& path, bool strict, SourceMap& sources);

}  // namespace sunder::fmi

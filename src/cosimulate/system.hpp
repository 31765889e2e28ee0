// The description of a distributed system: parts, connections, master. Plain data read from TOML; no code is loaded.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "model/part.hpp"

namespace sunder::cosimulate {

enum class MasterKind {
  jacobi,        ///< all parts at once, with inputs extrapolated
  gauss_seidel,  ///< one after the other: later parts know the new outputs of earlier ones
  iterated,      ///< the step is repeated until the inputs at its end fit the outputs
};
std::string_view name_of(MasterKind kind);

/// What outputs that depend on inputs directly see at a communication point.
enum class Feedthrough {
  solved,   ///< the master solves the algebraic coupling across parts
  delayed,  ///< the inputs the part had at the end of the step
};
std::string_view name_of(Feedthrough feedthrough);

struct MasterSettings {
  MasterKind kind = MasterKind::jacobi;
  int extrapolation = 0;           ///< degree of the inputs' curves
  std::vector<std::size_t> order;  ///< gauss-seidel: parts in the order they are stepped
  Feedthrough feedthrough = Feedthrough::solved;
  std::size_t iterations = 50;  ///< iterated: at most
  double tolerance = 1e-10;     ///< iterated and algebraic coupling: of the inputs, relative to 1 + |u|
};

/// A text with its place in the file.
struct Located {
  std::string text;
  Span span;
};

struct Range {
  double low = 0, high = 0;
  Span span;
};

struct PartDescription {
  model::PartInterface interface;  ///< of a compiled model: only the name, until the model is opened
  Span span;
  std::optional<model::LinearSystem> linear;
  Located model;       ///< path of a Modelica file or an FMU, relative to the system's; empty: linear
  Located class_name;  ///< of the model, when the file holds several
  Located kind;        ///< of an FMU: "me" or "cs"; empty: Model Exchange where it can be
  std::vector<std::pair<std::string, Located>> parameters;  ///< of the model: expressions; of an FMU: numbers
  bool steps_itself = false;  ///< an FMU for Co-Simulation: its states and its steps are not known
  Located method{"rk4", {}};
  std::optional<double> step;           ///< of the local method
  std::optional<std::size_t> substeps;  ///< in place of the step: local steps follow the communication step
  Span step_span;
  std::optional<double> tolerance;   ///< of a method that chooses its steps
  std::vector<Located> fast;         ///< mixed methods: implicit states
  std::vector<double> initial;       ///< of linear parts
  std::map<std::string, Range> box;  ///< states and inputs over which a nonlinear part is sampled
};

/// Whether the model of a part is an FMU.
bool is_fmu(const PartDescription& part);

/// The input is factor * output + offset.
struct ConnectionDescription {
  Located from, to;
  double factor = 1, offset = 0;
};
struct ConstantInput {
  Located to;
  double value = 0;
};

struct SystemDescription {
  std::string path;
  double communication_step = 0;
  Span communication_span;
  double start = 0;
  std::optional<double> stop;
  MasterSettings master;
  std::vector<PartDescription> parts;
  std::vector<ConnectionDescription> connections;
  std::vector<ConstantInput> constants;
};

/// Which output feeds which input, by numbers over all parts.
struct Wiring {
  struct Source {
    std::optional<std::size_t> output;
    double constant = 0;
    std::size_t connection = 0;  ///< of an output: which connection this is
    double factor = 1, offset = 0;

    /// What the input is when its output has this value.
    [[nodiscard]] double of(double value) const { return factor * value + offset; }
  };
  std::vector<std::size_t> first_input, first_output;  ///< by part, and the total at the end
  std::vector<Source> sources;                         ///< by input

  [[nodiscard]] std::size_t inputs() const { return first_input.back(); }
  [[nodiscard]] std::size_t outputs() const { return first_output.back(); }
  [[nodiscard]] std::size_t part_of_output(std::size_t output) const;
};

/// Resolves the names; needs the interfaces of all parts. An error for every input that has no source or two.
std::optional<Wiring> connect(const SystemDescription& system, Diagnostics& diagnostics);

/// T / step, when that is a whole number (up to rounding).
std::optional<std::size_t> whole_substeps(const PartDescription& part, double communication_step);

}  // namespace sunder::cosimulate

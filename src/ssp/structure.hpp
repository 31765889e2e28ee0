// A system structure (SSP 1.0) as plain data: components, connections, values of parameters, all on one level.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"

namespace sunder::ssp {

enum class Kind { input, output, inout, parameter, calculated_parameter };
enum class Type { unspecified, real, integer, boolean, enumeration, string, binary };

struct Connector {
  std::string name;
  Kind kind = Kind::input;
  Type type = Type::unspecified;
  std::string unit;
  Span span;
};

/// A value for a parameter, or a start value.
struct Value {
  std::string name;
  Type type = Type::real;
  std::string text;  ///< as it is written: a number, true or false, a text
  std::string unit;
  Span span;
};

struct Component {
  std::string name;                    ///< with the names of the systems around it: "plant.motor"
  std::string source;                  ///< the FMU, relative to the package
  std::string implementation = "any";  ///< any, ModelExchange, CoSimulation
  std::vector<Connector> connectors;
  std::vector<Value> values;  ///< the last one of a name counts
  Span span;
  // ours, in an annotation
  std::string method;
  std::optional<double> tolerance;
};

/// value of the end = factor * value of the start + offset.
struct Connection {
  std::string from, from_connector;  ///< the component; empty: a connector of the system itself
  std::string to, to_connector;
  double factor = 1, offset = 0;
  bool converts_units = true;
  Span span;
};

/// value in the base units = factor * value + offset.
struct Unit {
  std::string name;
  int kg = 0, m = 0, s = 0, A = 0, K = 0, mol = 0, cd = 0, rad = 0;
  double factor = 1, offset = 0;
  Span span;

  [[nodiscard]] bool same_dimension(const Unit& other) const {
    return kg == other.kg && m == other.m && s == other.s && A == other.A && K == other.K && mol == other.mol &&
           cd == other.cd && rad == other.rad;
  }
};

/// What is ours in the annotations of the default experiment.
struct MasterNote {
  std::optional<double> communication_step;
  std::string master;
  std::optional<int> extrapolation;
};

struct Structure {
  std::string name;
  std::vector<Component> components;
  std::vector<Connection> connections;  ///< between components, or between them and the system
  std::vector<Connector> connectors;    ///< of the system
  std::vector<Value> values;            ///< of inputs of the system
  std::vector<Unit> units;
  std::optional<double> start, stop;
  MasterNote master;
};

}  // namespace sunder::ssp

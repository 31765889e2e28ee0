#include "driver/open_package.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "cosimulate/parts.hpp"
#include "integrate/stepper.hpp"

namespace sunder::driver {
namespace {

class Opener {
 public:
  Opener(const ssp::Structure& structure, std::string path, const std::filesystem::path& folder)
      : structure_(structure), folder_(folder) {
    out_.path = std::move(path);
  }

  Outcome<cosimulate::SystemDescription> run(std::optional<double> step) {
    read_master(step);
    for (const ssp::Component& component : structure_.components) add_part(component);
    if (structure_.components.empty())
      diagnostics_.error(Code::E1031, {}, out_.path + ": the system has no components");
    for (const ssp::Connection& connection : structure_.connections) add_connection(connection);
    if (diagnostics_.has_errors()) return Outcome<cosimulate::SystemDescription>(std::move(diagnostics_));
    return {std::move(out_), std::move(diagnostics_)};
  }

 private:
  void read_master(std::optional<double> step) {
    const ssp::MasterNote& note = structure_.master;
    out_.start = structure_.start.value_or(0);
    out_.stop = structure_.stop;
    out_.master.extrapolation = note.extrapolation.value_or(0);
    if (out_.master.extrapolation < 0 || out_.master.extrapolation > model::largest_extrapolation)
      diagnostics_.error(Code::E1031, {}, out_.path + ": 'extrapolation' must be 0, 1 or 2");
    using cosimulate::MasterKind;
    for (const MasterKind kind : {MasterKind::jacobi, MasterKind::gauss_seidel, MasterKind::iterated})
      if (name_of(kind) == note.master) out_.master.kind = kind;
    if (!note.master.empty() && name_of(out_.master.kind) != note.master)
      diagnostics_.error(Code::E1031, {}, out_.path + ": there is no master '" + printable(note.master) + "'");
    if (step)
      out_.communication_step = *step;
    else if (note.communication_step && *note.communication_step > 0)
      out_.communication_step = *note.communication_step;
    else
      diagnostics_.error(Code::E1002, {}, out_.path + " names no communication step").help =
          "give one: --communication-step H";
  }

  /// Names of parts stand in front of the names of their variables.
  std::string part_name(const ssp::Component& component) {
    std::string name;
    for (const char c : component.name) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0) name = "_" + name;
    while (!used_.insert(name).second) name += "_";
    return name;
  }

  void add_part(const ssp::Component& component) {
    cosimulate::PartDescription part;
    part.interface.name = part_name(component);
    names_[component.name] = part.interface.name;
    part.span = component.span;
    part.model = {(folder_ / component.source).string(), component.span};
    if (component.implementation == "ModelExchange") part.kind = {"me", component.span};
    if (component.implementation == "CoSimulation") part.kind = {"cs", component.span};
    if (component.method.empty()) {
      part.method = {"rosenbrock", {}};  // FMUs that integrate themselves have no use for it
    } else {
      const Outcome<integrate::MethodInfo> found = integrate::find_method(component.method);
      if (!found.ok())
        diagnostics_.error(Code::E1008, component.span, "there is no method '" + printable(component.method) + "'");
      part.method = {component.method, component.implementation == "CoSimulation" ? component.span : Span()};
    }
    part.tolerance = component.tolerance;
    part.substeps = 1;
    for (const ssp::Value& value : component.values) {
      std::erase_if(part.parameters, [&](const auto& one) { return one.first == value.name; });
      part.parameters.emplace_back(value.name, cosimulate::Located{value.text, value.span});
    }
    out_.master.order.push_back(out_.parts.size());
    out_.parts.push_back(std::move(part));
  }

  [[nodiscard]] const ssp::Connector* find(const std::string& element, const std::string& name) const {
    const std::vector<ssp::Connector>* list = &structure_.connectors;
    if (!element.empty()) {
      const auto at = std::ranges::find(structure_.components, element, &ssp::Component::name);
      if (at == structure_.components.end()) return nullptr;
      list = &at->connectors;
    }
    const auto at = std::ranges::find(*list, name, &ssp::Connector::name);
    return at == list->end() ? nullptr : &*at;
  }

  void add_connection(const ssp::Connection& connection) {
    if (connection.to.empty()) return;  // an output of the system: nobody here needs it
    const std::string to = names_.at(connection.to) + "." + connection.to_connector;
    if (connection.from.empty()) {
      const auto value = std::ranges::find(structure_.values, connection.from_connector, &ssp::Value::name);
      std::optional<double> number = 0;
      if (value != structure_.values.end())
        number = value->text == "true" ? 1.0 : value->text == "false" ? 0.0 : number_in(value->text);
      if (!number) {
        diagnostics_.error(Code::E1031, value->span,
                           "the input '" + connection.from_connector + "' of the system takes a number, not '" +
                               printable(value->text) + "'");
        return;
      }
      if (value == structure_.values.end())
        diagnostics_.warning(Code::W1032, connection.span,
                             "the input '" + connection.from_connector + "' of the system has no value: it is 0");
      out_.constants.push_back({{to, connection.span}, connection.factor * *number + connection.offset});
      return;
    }
    cosimulate::ConnectionDescription made{
        {names_.at(connection.from) + "." + connection.from_connector, connection.span},
        {to, connection.span},
        connection.factor,
        connection.offset};
    convert_units(connection, made);
    out_.connections.push_back(std::move(made));
  }

  /// First the units, then what the connection itself says.
  void convert_units(const ssp::Connection& connection, cosimulate::ConnectionDescription& made) {
    const ssp::Connector* from = find(connection.from, connection.from_connector);
    const ssp::Connector* to = find(connection.to, connection.to_connector);
    if (!connection.converts_units || from == nullptr || to == nullptr || from->unit.empty() || to->unit.empty() ||
        from->unit == to->unit)
      return;
    const auto first = std::ranges::find(structure_.units, from->unit, &ssp::Unit::name);
    const auto second = std::ranges::find(structure_.units, to->unit, &ssp::Unit::name);
    const std::string both = "'" + from->unit + "' and '" + to->unit + "'";
    if (first == structure_.units.end() || second == structure_.units.end()) {
      diagnostics_.warning(
          Code::W1032, connection.span,
          "the connection joins the units " + both + ", which are not both defined: nothing is converted");
      return;
    }
    if (!first->same_dimension(*second)) {
      diagnostics_.error(Code::E1033, connection.span,
                         "the connection joins the units " + both + " of different dimensions");
      return;
    }
    const double factor = first->factor / second->factor;
    const double offset = (first->offset - second->offset) / second->factor;
    made.offset += made.factor * offset;
    made.factor *= factor;
  }

  const ssp::Structure& structure_;
  const std::filesystem::path& folder_;
  std::map<std::string, std::string> names_;  // of parts by names of components
  std::set<std::string> used_;
  cosimulate::SystemDescription out_;
  Diagnostics diagnostics_{200};
};

}  // namespace

Outcome<OpenPackage> open_package(const std::string& path, std::optional<double> step, SourceMap& sources) {
  Outcome<ssp::Package> read = ssp::read_package(path, sources);
  Diagnostics diagnostics = read.diagnostics();
  if (!read.ok()) return Outcome<OpenPackage>(std::move(diagnostics));
  Outcome<cosimulate::SystemDescription> made = Opener(read->structure, path, read->files->folder()).run(step);
  diagnostics.append(made.diagnostics());
  if (!made.ok()) return Outcome<OpenPackage>(std::move(diagnostics));
  return {{made.take(), read->files}, std::move(diagnostics)};
}

}  // namespace sunder::driver

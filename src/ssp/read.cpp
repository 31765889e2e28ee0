#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "ssp/package.hpp"
#include "ssp/xml_text.hpp"

namespace sunder::ssp {
namespace {

constexpr const char* structure_file = "SystemStructure.ssd";
constexpr std::string_view our_annotation = "org.sunder.cosimulation";

constexpr std::array<std::pair<std::string_view, Kind>, 5> kinds{{{"input", Kind::input},
                                                                  {"output", Kind::output},
                                                                  {"inout", Kind::inout},
                                                                  {"parameter", Kind::parameter},
                                                                  {"calculatedParameter", Kind::calculated_parameter}}};
constexpr std::array<std::pair<std::string_view, Type>, 6> types{{{"Real", Type::real},
                                                                  {"Integer", Type::integer},
                                                                  {"Boolean", Type::boolean},
                                                                  {"Enumeration", Type::enumeration},
                                                                  {"String", Type::string},
                                                                  {"Binary", Type::binary}}};

/// Inside the package and nowhere else.
bool is_inside(const std::string& name) {
  const std::filesystem::path path(name);
  return !path.is_absolute() && name.find("://") == std::string::npos &&
         std::ranges::none_of(path, [](const auto& part) { return part == ".."; });
}

/// Values of parameters by name, and how names change on the way to where they are used.
struct Mapping {
  std::string source, target;
  double factor = 1, offset = 0;
};

class Reader {
 public:
  Reader(std::filesystem::path folder, std::string package, SourceMap& sources)
      : folder_(std::move(folder)), package_(std::move(package)), sources_(sources) {}

  Outcome<Structure> run() {
    const std::optional<std::string> text = content(structure_file);
    if (!text) {
      diagnostics_.error(Code::E1030, {}, package_ + " holds no file " + structure_file);
      return Outcome<Structure>(std::move(diagnostics_));
    }
    XmlText file(*text, package_ + "/" + structure_file, sources_, diagnostics_);
    const pugi::xml_node root = file.root("SystemStructureDescription");
    if (!root) return Outcome<Structure>(std::move(diagnostics_));
    out_.name = file.required(root, "name");
    const std::string version = root.attribute("version").value();
    if (!version.starts_with("1."))
      diagnostics_.warning(Code::W1032, file.span(root),
                           "the description is of version '" + printable(version) + "': it is read as 1.0");
    XmlText::for_children(XmlText::child(root, "Units"), "Unit",
                          [&](const pugi::xml_node& node) { read_unit(file, node); });
    const pugi::xml_node system = XmlText::child(root, "System");
    if (system)
      read_system(file, system, "", {});
    else
      file.error(root, "there is no System");
    read_experiment(file, XmlText::child(root, "DefaultExperiment"));
    if (diagnostics_.has_errors()) return Outcome<Structure>(std::move(diagnostics_));
    join_connections();
    if (diagnostics_.has_errors()) return Outcome<Structure>(std::move(diagnostics_));
    return {std::move(out_), std::move(diagnostics_)};
  }

 private:
  std::optional<std::string> content(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    if (!file) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

  void read_unit(XmlText& file, const pugi::xml_node& node) {
    Unit unit;
    unit.name = file.required(node, "name");
    unit.span = file.span(node);
    const pugi::xml_node base = XmlText::child(node, "BaseUnit");
    if (!base) return;
    const auto whole = [&](const char* name) { return static_cast<int>(file.number(base, name).value_or(0)); };
    unit.kg = whole("kg"), unit.m = whole("m"), unit.s = whole("s"), unit.A = whole("A"), unit.K = whole("K");
    unit.mol = whole("mol"), unit.cd = whole("cd"), unit.rad = whole("rad");
    unit.factor = file.number(base, "factor").value_or(1);
    unit.offset = file.number(base, "offset").value_or(0);
    out_.units.push_back(std::move(unit));
  }

  /// "" and "motor" make "motor", "plant" and "motor" make "plant.motor".
  static std::string inside(const std::string& outer, const std::string& name) {
    return outer.empty() ? name : outer + "." + name;
  }

  /// `given`: values that systems around it hold for what stands in it.
  void read_system(XmlText& file, const pugi::xml_node& node, const std::string& path, std::vector<Value> given) {
    const std::vector<Value> own = read_bindings(file, node);
    given.insert(given.begin(), own.begin(), own.end());
    std::vector<Connector> connectors = read_connectors(file, node);
    if (path.empty()) {
      out_.connectors = connectors;
      for (const Value& value : given)
        if (std::ranges::find(connectors, value.name, &Connector::name) != connectors.end())
          out_.values.push_back(value);
    }
    systems_.emplace(path, std::move(connectors));
    for (const pugi::xml_node& element : XmlText::child(node, "Elements").children()) {
      const std::string_view kind = XmlText::local_name(element);
      if (kind.empty()) continue;
      const std::string name = file.required(element, "name");
      if (name.find('.') != std::string::npos)
        file.error(element, "the name '" + printable(name) + "' has a point in it");
      const std::string full = inside(path, name);
      if (std::ranges::find(out_.components, full, &Component::name) != out_.components.end() ||
          systems_.contains(full))
        file.error(element, "two elements are called '" + printable(full) + "'");
      std::vector<Value> passed;  // "motor.R" of the system is R of its element motor
      for (const Value& value : given) {
        if (!value.name.starts_with(name + ".")) continue;
        passed.push_back(value);
        passed.back().name.erase(0, name.size() + 1);
      }
      if (kind == "Component")
        read_component(file, element, full, std::move(passed));
      else if (kind == "System")
        read_system(file, element, full, std::move(passed));
      else if (kind == "SignalDictionaryReference")
        read_dictionary_reference(file, element, full);
      else
        file.error(element, "'" + std::string(kind) + "' is not understood here");
    }
    XmlText::for_children(XmlText::child(node, "Connections"), "Connection",
                          [&](const pugi::xml_node& one) { read_connection(file, one, path); });
  }

  /// A place where signals meet: its connectors take and give the same values.
  void read_dictionary_reference(XmlText& file, const pugi::xml_node& node, const std::string& path) {
    systems_.emplace(path, read_connectors(file, node));
  }

  void read_component(XmlText& file, const pugi::xml_node& node, const std::string& name, std::vector<Value> given) {
    Component made;
    made.name = name;
    made.span = file.span(node);
    made.source = file.required(node, "source");
    made.implementation = node.attribute("implementation").as_string("any");
    const std::string type = node.attribute("type").as_string("application/x-fmu-sharedlibrary");
    if (type != "application/x-fmu-sharedlibrary")
      file.error(node, "the component '" + printable(name) + "' is of the type '" + printable(type) + "', and no FMU");
    else if (made.implementation != "any" && made.implementation != "ModelExchange" &&
             made.implementation != "CoSimulation")
      file.error(node,
                 "'" + printable(made.implementation) + "' is no implementation: any, ModelExchange, CoSimulation");
    else if (!is_inside(made.source))
      file.error(node, "the FMU '" + printable(made.source) + "' lies outside of the package");
    else if (!made.source.empty() && !std::filesystem::is_regular_file(folder_ / made.source))
      file.error(node, "the package holds no file '" + printable(made.source) + "'");
    made.connectors = read_connectors(file, node);
    made.values = read_bindings(file, node);
    made.values.insert(made.values.end(), given.begin(), given.end());  // who stands outside has the last word
    read_method(file, node, made);
    out_.components.push_back(std::move(made));
  }

  std::vector<Connector> read_connectors(XmlText& file, const pugi::xml_node& node) {
    std::vector<Connector> made;
    XmlText::for_children(XmlText::child(node, "Connectors"), "Connector", [&](const pugi::xml_node& one) {
      Connector connector;
      connector.name = file.required(one, "name");
      connector.span = file.span(one);
      const std::string kind = file.required(one, "kind");
      const auto found = std::ranges::find(kinds, kind, &std::pair<std::string_view, Kind>::first);
      if (found != kinds.end())
        connector.kind = found->second;
      else if (!kind.empty())
        file.error(one, "'" + printable(kind) + "' is no kind of connector");
      for (const pugi::xml_node& child : one.children()) {
        const auto type =
            std::ranges::find(types, XmlText::local_name(child), &std::pair<std::string_view, Type>::first);
        if (type == types.end()) continue;
        connector.type = type->second;
        connector.unit = child.attribute("unit").value();
      }
      if (std::ranges::find(made, connector.name, &Connector::name) != made.end())
        file.error(one, "two connectors are called '" + printable(connector.name) + "'");
      made.push_back(std::move(connector));
    });
    return made;
  }

  void read_connection(XmlText& file, const pugi::xml_node& node, const std::string& path) {
    Connection made;
    made.span = file.span(node);
    const std::string from = node.attribute("startElement").value(), to = node.attribute("endElement").value();
    made.from = from.empty() ? path : inside(path, from);
    made.to = to.empty() ? path : inside(path, to);
    made.from_connector = file.required(node, "startConnector");
    made.to_connector = file.required(node, "endConnector");
    made.converts_units = !node.attribute("suppressUnitConversion").as_bool(false);
    for (const pugi::xml_node& child : node.children()) {
      const std::string_view name = XmlText::local_name(child);
      if (name == "LinearTransformation") {
        made.factor = file.number(child, "factor").value_or(1);
        made.offset = file.number(child, "offset").value_or(0);
      } else if (name.ends_with("MappingTransformation")) {
        file.error(child, "mappings of Booleans, Integers and enumerations on connections are not supported");
      }
    }
    connections_.push_back(std::move(made));
  }

  // ---- values of parameters

  std::vector<Value> read_bindings(XmlText& file, const pugi::xml_node& node) {
    std::vector<Value> all;
    XmlText::for_children(XmlText::child(node, "ParameterBindings"), "ParameterBinding",
                          [&](const pugi::xml_node& one) {
                            std::vector<Value> values = read_values(file, one);
                            const std::string prefix = one.attribute("prefix").value();
                            if (const pugi::xml_node mapping = XmlText::child(one, "ParameterMapping"))
                              values = mapped(file, mapping, values);
                            for (Value& value : values) {
                              value.name = prefix + value.name;
                              all.push_back(std::move(value));
                            }
                          });
    return all;
  }

  /// A set in place, or in a file of the package.
  std::vector<Value> read_values(XmlText& file, const pugi::xml_node& binding) {
    std::vector<Value> values;
    if (const pugi::xml_node in_place = XmlText::child(XmlText::child(binding, "ParameterValues"), "ParameterSet")) {
      read_set(file, in_place, values);
      return values;
    }
    const std::string source = binding.attribute("source").value();
    if (source.empty()) {
      file.error(binding, "a ParameterBinding has a source or values in place");
      return values;
    }
    with_file(file, binding, source, "ParameterSet",
              [&](XmlText& other, const pugi::xml_node& root) { read_set(other, root, values); });
    return values;
  }

  template <class Use>
  void with_file(XmlText& file, const pugi::xml_node& node, const std::string& source, std::string_view element,
                 Use use) {
    const std::optional<std::string> text = is_inside(source) ? content(source) : std::nullopt;
    if (!text) {
      file.error(node, "the package holds no file '" + printable(source) + "'");
      return;
    }
    XmlText other(*text, package_ + "/" + source, sources_, diagnostics_);
    if (const pugi::xml_node root = other.root(element)) use(other, root);
  }

  void read_set(XmlText& file, const pugi::xml_node& set, std::vector<Value>& values) {
    XmlText::for_children(XmlText::child(set, "Parameters"), "Parameter", [&](const pugi::xml_node& one) {
      Value value;
      value.name = file.required(one, "name");
      value.span = file.span(one);
      for (const pugi::xml_node& child : one.children()) {
        const auto type =
            std::ranges::find(types, XmlText::local_name(child), &std::pair<std::string_view, Type>::first);
        if (type == types.end()) continue;
        value.type = type->second;
        value.text = file.required(child, "value");
        value.unit = child.attribute("unit").value();
        if ((value.type == Type::real || value.type == Type::integer) && !number_in(value.text))
          file.error(child, "'" + printable(value.text) + "' is no number");
      }
      if (value.text.empty()) file.error(one, "the parameter '" + printable(value.name) + "' has no value");
      values.push_back(std::move(value));
    });
  }

  std::vector<Value> mapped(XmlText& file, const pugi::xml_node& node, const std::vector<Value>& values) {
    std::vector<Mapping> entries;
    const auto read = [&](XmlText& in, const pugi::xml_node& mapping) {
      XmlText::for_children(mapping, "MappingEntry", [&](const pugi::xml_node& one) {
        Mapping entry{in.required(one, "source"), in.required(one, "target"), 1, 0};
        if (const pugi::xml_node linear = XmlText::child(one, "LinearTransformation")) {
          entry.factor = in.number(linear, "factor").value_or(1);
          entry.offset = in.number(linear, "offset").value_or(0);
        }
        if (std::ranges::find(values, entry.source, &Value::name) == values.end())
          in.error(one, "there is no value '" + printable(entry.source) + "' to be mapped");
        entries.push_back(std::move(entry));
      });
    };
    if (const pugi::xml_node in_place = XmlText::child(node, "ParameterMapping"))
      read(file, in_place);
    else
      with_file(file, node, node.attribute("source").value(), "ParameterMapping", read);
    std::vector<Value> made;
    for (const Mapping& entry : entries) {
      const auto found = std::ranges::find(values, entry.source, &Value::name);
      if (found == values.end()) continue;
      Value value = *found;
      value.name = entry.target;
      if ((entry.factor != 1 || entry.offset != 0) && number_in(value.text))
        value.text = shortest(entry.factor * *number_in(value.text) + entry.offset);
      made.push_back(std::move(value));
    }
    return made;
  }

  // ---- annotations of ours

  template <class Use>
  static void for_our_annotation(const pugi::xml_node& node, Use use) {
    XmlText::for_children(XmlText::child(node, "Annotations"), "Annotation", [&](const pugi::xml_node& one) {
      if (one.attribute("type").value() == our_annotation)
        if (const pugi::xml_node inner = one.first_child()) use(inner);
    });
  }

  void read_method(XmlText& file, const pugi::xml_node& node, Component& made) {
    for_our_annotation(node, [&](const pugi::xml_node& ours) {
      made.method = ours.attribute("method").value();
      made.tolerance = file.number(ours, "tolerance");
    });
  }

  void read_experiment(XmlText& file, const pugi::xml_node& node) {
    if (!node) return;
    out_.start = file.number(node, "startTime");
    out_.stop = file.number(node, "stopTime");
    for_our_annotation(node, [&](const pugi::xml_node& ours) {
      out_.master.communication_step = file.number(ours, "communicationStep");
      out_.master.master = ours.attribute("master").value();
      if (const auto degree = file.number(ours, "extrapolation")) out_.master.extrapolation = static_cast<int>(*degree);
    });
  }

  // ---- connections through systems become connections between components

  [[nodiscard]] const Component* component(const std::string& name) const {
    const auto at = std::ranges::find(out_.components, name, &Component::name);
    return at == out_.components.end() ? nullptr : &*at;
  }
  [[nodiscard]] bool exists(const std::string& element, const std::string& connector) const {
    const Component* found = component(element);
    const auto system = systems_.find(element);
    const std::vector<Connector>* list = found != nullptr           ? &found->connectors
                                         : system != systems_.end() ? &system->second
                                                                    : nullptr;
    // components need not list what their FMU has
    return list != nullptr && ((found != nullptr && list->empty()) ||
                               std::ranges::find(*list, connector, &Connector::name) != list->end());
  }

  void join_connections() {
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> into;
    for (std::size_t i = 0; i < connections_.size(); ++i) {
      const Connection& one = connections_[i];
      for (const auto& [element, connector] : {std::pair{one.from, one.from_connector}, {one.to, one.to_connector}}) {
        if (exists(element, connector)) continue;
        diagnostics_.error(Code::E1031, one.span,
                           "there is no connector '" + printable(connector) + "' of " +
                               (element.empty() ? "the system" : "'" + printable(element) + "'"));
      }
      into[{one.to, one.to_connector}].push_back(i);
    }
    for (const auto& [end, list] : into) {
      if (list.size() < 2) continue;
      diagnostics_
          .error(Code::E1006, connections_[list[1]].span,
                 "the connector '" + printable(end.second) + "' of '" + printable(end.first) + "' is connected twice")
          .notes.push_back({"the other connection", connections_[list[0]].span});
    }
    if (diagnostics_.has_errors()) return;
    for (const Connection& one : connections_) {
      const bool ends_here = component(one.to) != nullptr || one.to.empty();
      if (!ends_here) continue;
      Connection joined = one;
      // back through systems, until a component or the system itself gives the value
      for (std::size_t way = 0; component(joined.from) == nullptr && !joined.from.empty(); ++way) {
        const auto before = into.find({joined.from, joined.from_connector});
        if (before == into.end() || way > connections_.size()) {
          diagnostics_.error(Code::E1005, joined.span,
                             "nothing gives the connector '" + printable(joined.from_connector) + "' of '" +
                                 printable(joined.from) + "' a value");
          break;
        }
        const Connection& inner = connections_[before->second.front()];
        joined.offset += joined.factor * inner.offset;
        joined.factor *= inner.factor;
        joined.from = inner.from;
        joined.from_connector = inner.from_connector;
        joined.converts_units = joined.converts_units && inner.converts_units;
      }
      out_.connections.push_back(std::move(joined));
    }
  }

  std::filesystem::path folder_;
  std::string package_;
  SourceMap& sources_;
  Structure out_;
  std::map<std::string, std::vector<Connector>> systems_;  // by path; the outermost one has an empty one
  std::vector<Connection> connections_;
  Diagnostics diagnostics_{200};
};

}  // namespace

Outcome<Package> read_package(const std::string& path, SourceMap& sources) {
  Outcome<std::shared_ptr<const fmi::UnpackedFmu>> files = fmi::unpack(path);
  if (!files.ok()) {
    Diagnostics diagnostics;
    for (Diagnostic one : files.diagnostics().all()) {
      if (one.code == Code::E1201) one.code = Code::E1030;
      diagnostics.add(std::move(one));
    }
    return Outcome<Package>(std::move(diagnostics));
  }
  Package package;
  package.files = files.take();
  Outcome<Structure> read = Reader(package.files->folder(), path, sources).run();
  if (!read.ok()) return Outcome<Package>(std::move(read.diagnostics()));
  package.structure = read.take();
  return {std::move(package), std::move(read.diagnostics())};
}

}  // namespace sunder::ssp

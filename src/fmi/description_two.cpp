// modelDescription.xml of FMI 2.0.
#include <algorithm>

#include "fmi/description_reader.hpp"

namespace sunder::fmi {

namespace {

class ReaderOfTwo {
 public:
  ReaderOfTwo(DescriptionReader& reader, const pugi::xml_node& root, FmuDescription& out)
      : reader_(reader), root_(root), out_(out) {}

  void read() {
    out_.token = reader_.required(root_, "guid");
    out_.event_indicator_count = reader_.integer(root_, "numberOfEventIndicators").value_or(0);
    out_.model_exchange = read_kind("ModelExchange");
    out_.co_simulation = read_kind("CoSimulation");
    for (const pugi::xml_node unit : root_.child("UnitDefinitions").children("Unit"))
      out_.units.push_back(reader_.required(unit, "name"));
    for (const pugi::xml_node type : root_.child("TypeDefinitions").children("SimpleType"))
      types_.emplace(reader_.required(type, "name"), type);
    for (const pugi::xml_node variable : root_.child("ModelVariables").children("ScalarVariable"))
      read_variable(variable);
    for (std::size_t i = 0; i < derivatives_.size(); ++i)
      if (derivatives_[i] != 0)
        out_.variables[i].derivative_of = place_of(derivatives_[i], out_.variables[i].span, "derivative");
    const pugi::xml_node structure = root_.child("ModelStructure");
    if (!structure) reader_.error(reader_.span(root_), "there is no element ModelStructure");
    read_unknowns(structure.child("Outputs"), out_.outputs);
    read_unknowns(structure.child("Derivatives"), out_.derivatives);
    read_unknowns(structure.child("InitialUnknowns"), out_.initial_unknowns);
  }

 private:
  std::optional<InterfaceKind> read_kind(const char* name) {
    const pugi::xml_node node = root_.child(name);
    if (!node) return std::nullopt;
    InterfaceKind kind;
    kind.model_identifier = reader_.required(node, "modelIdentifier");
    kind.needs_execution_tool = reader_.flag(node, "needsExecutionTool");
    kind.only_once_per_process = reader_.flag(node, "canBeInstantiatedOnlyOncePerProcess");
    kind.gets_and_sets_state = reader_.flag(node, "canGetAndSetFMUstate");
    kind.serializes_state = reader_.flag(node, "canSerializeFMUstate");
    kind.directional_derivatives = reader_.flag(node, "providesDirectionalDerivative");
    kind.needs_completed_step = !reader_.flag(node, "completedIntegratorStepNotNeeded");
    kind.variable_step = reader_.flag(node, "canHandleVariableCommunicationStepSize");
    for (const pugi::xml_node file : node.child("SourceFiles").children("File"))
      kind.sources.push_back(reader_.required(file, "name"));
    return kind;
  }

  void read_variable(const pugi::xml_node& node) {
    static constexpr std::pair<const char*, Type> kinds[] = {{"Real", Type::float64},
                                                             {"Integer", Type::int32},
                                                             {"Boolean", Type::boolean},
                                                             {"String", Type::string},
                                                             {"Enumeration", Type::enumeration}};
    Variable variable;
    variable.span = reader_.span(node);
    variable.name = reader_.required(node, "name");
    variable.description = reader_.text(node, "description");
    if (!node.attribute("valueReference"))
      reader_.error(variable.span, "'" + variable.name + "' has no valueReference");
    variable.reference = static_cast<std::uint32_t>(reader_.integer(node, "valueReference").value_or(0));
    pugi::xml_node type;
    for (const auto& [name, kind] : kinds)
      if (const pugi::xml_node found = node.child(name)) {
        type = found;
        variable.type = kind;
      }
    if (!type) reader_.error(variable.span, "'" + variable.name + "' has no type");
    read_roles(reader_, node, variable, Version::two);
    read_type(type, variable);
    std::uint64_t derivative = 0;
    if (variable.type == Type::float64) derivative = reader_.integer(type, "derivative").value_or(0);
    derivatives_.push_back(derivative);
    out_.variables.push_back(std::move(variable));
  }

  void read_type(const pugi::xml_node& type, Variable& variable) {
    variable.declared_type = reader_.text(type, "declaredType");
    pugi::xml_node declared;
    if (!variable.declared_type.empty()) {
      const auto found = types_.find(variable.declared_type);
      if (found == types_.end())
        reader_.complain(variable.span, "'" + variable.name + "': there is no type '" + variable.declared_type + "'");
      else
        declared = found->second.first_child();
    }
    if (variable.type == Type::enumeration) read_items(reader_, declared, variable);
    const auto attribute = [&](const char* name) { return type.attribute(name) ? type : declared; };
    variable.unit = reader_.text(attribute("unit"), "unit");
    variable.display_unit = reader_.text(attribute("displayUnit"), "displayUnit");
    if (variable.type != Type::string && variable.type != Type::boolean) {
      variable.minimum = reader_.number(attribute("min"), "min");
      variable.maximum = reader_.number(attribute("max"), "max");
    }
    if (variable.type == Type::float64) {
      variable.nominal = reader_.number(attribute("nominal"), "nominal");
      variable.reinit = reader_.flag(type, "reinit");
    }
    if (!type.attribute("start")) return;
    if (variable.type == Type::string)
      variable.start_text = {reader_.text(type, "start")};
    else
      variable.start = reader_.numbers(type, "start");
    if (variable.type != Type::string && variable.start.size() != 1)
      reader_.error(variable.span, "'" + variable.name + "' needs one start value");
  }

  /// Variables are numbered from 1.
  std::optional<std::size_t> place_of(std::uint64_t number) const {
    if (number == 0 || number > out_.variables.size()) return std::nullopt;
    return static_cast<std::size_t>(number - 1);
  }
  std::optional<std::size_t> place_of(std::uint64_t number, Span span, const char* what) {
    const std::optional<std::size_t> place = place_of(number);
    if (!place)
      reader_.error(span, std::string(what) + " is " + std::to_string(number) + ", but there are " +
                              std::to_string(out_.variables.size()) + " variables");
    return place;
  }

  void read_unknowns(const pugi::xml_node& list, std::vector<Unknown>& unknowns) {
    for (const pugi::xml_node node : list.children("Unknown")) {
      Unknown unknown;
      unknown.span = reader_.span(node);
      if (!node.attribute("index")) reader_.error(unknown.span, "the attribute index is missing");
      const std::uint64_t index = reader_.integer(node, "index").value_or(0);
      const std::optional<std::size_t> place =
          node.attribute("index") ? place_of(index, unknown.span, "index") : std::nullopt;
      if (!place) continue;
      unknown.variable = *place;
      read_dependencies(
          reader_, node, [&](std::uint64_t number) { return place_of(number); }, unknown);
      unknowns.push_back(std::move(unknown));
    }
  }

  DescriptionReader& reader_;
  const pugi::xml_node& root_;
  FmuDescription& out_;
  std::unordered_map<std::string, pugi::xml_node> types_;
  std::vector<std::uint64_t> derivatives_;  // as written
};

}  // namespace

void read_version_two(DescriptionReader& reader, const pugi::xml_node& root, FmuDescription& out) {
  ReaderOfTwo(reader, root, out).read();
}

}  // namespace sunder::fmi

// modelDescription.xml of FMI 3.0.
#include <algorithm>

#include "fmi/description_reader.hpp"

namespace sunder::fmi {

namespace {

std::optional<Type> type_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(Type::clock); ++i)
    if (name == name_of(static_cast<Type>(i))) return static_cast<Type>(i);
  return std::nullopt;
}

class ReaderOfThree {
 public:
  ReaderOfThree(DescriptionReader& reader, const pugi::xml_node& root, FmuDescription& out)
      : reader_(reader), root_(root), out_(out) {}

  void read() {
    out_.token = reader_.required(root_, "instantiationToken");
    out_.model_exchange = read_kind("ModelExchange");
    out_.co_simulation = read_kind("CoSimulation");
    out_.scheduled_execution = read_kind("ScheduledExecution");
    for (const pugi::xml_node unit : root_.child("UnitDefinitions").children("Unit"))
      out_.units.push_back(reader_.required(unit, "name"));
    for (const pugi::xml_node type : root_.child("TypeDefinitions").children())
      if (type.type() == pugi::node_element) types_.emplace(reader_.required(type, "name"), type);
    for (const pugi::xml_node variable : root_.child("ModelVariables").children())
      if (variable.type() == pugi::node_element) read_variable(variable);
    resolve();
    const pugi::xml_node structure = root_.child("ModelStructure");
    if (!structure) reader_.error(reader_.span(root_), "there is no element ModelStructure");
    read_unknowns(structure, "Output", out_.outputs);
    read_unknowns(structure, "ContinuousStateDerivative", out_.derivatives);
    read_unknowns(structure, "InitialUnknown", out_.initial_unknowns);
    read_unknowns(structure, "EventIndicator", out_.event_indicators);
    read_unknowns(structure, "ClockedState", out_.clocked_states);
    for (const Unknown& indicator : out_.event_indicators)
      out_.event_indicator_count += out_.variables[indicator.variable].elements;
  }

 private:
  std::optional<InterfaceKind> read_kind(const char* name) {
    const pugi::xml_node node = root_.child(name);
    if (!node) return std::nullopt;
    InterfaceKind kind;
    kind.model_identifier = reader_.required(node, "modelIdentifier");
    kind.needs_execution_tool = reader_.flag(node, "needsExecutionTool");
    kind.only_once_per_process = reader_.flag(node, "canBeInstantiatedOnlyOncePerProcess");
    kind.gets_and_sets_state = reader_.flag(node, "canGetAndSetFMUState");
    kind.serializes_state = reader_.flag(node, "canSerializeFMUState");
    kind.directional_derivatives = reader_.flag(node, "providesDirectionalDerivatives");
    kind.needs_completed_step = reader_.flag(node, "needsCompletedIntegratorStep");
    kind.variable_step = reader_.flag(node, "canHandleVariableCommunicationStepSize");
    kind.has_event_mode = reader_.flag(node, "hasEventMode");
    kind.can_return_early = reader_.flag(node, "canReturnEarlyAfterIntermediateUpdate");
    return kind;
  }

  void read_variable(const pugi::xml_node& node) {
    Variable variable;
    variable.span = reader_.span(node);
    variable.name = reader_.required(node, "name");
    variable.description = reader_.text(node, "description");
    if (!node.attribute("valueReference"))
      reader_.error(variable.span, "'" + variable.name + "' has no valueReference");
    variable.reference = static_cast<std::uint32_t>(reader_.integer(node, "valueReference").value_or(0));
    if (const auto type = type_named(node.name()))
      variable.type = *type;
    else
      reader_.error(variable.span, std::string("there is no type of variables '") + node.name() + "'");
    if (variable.type == Type::clock && !node.attribute("variability")) variable.variability = Variability::discrete;
    read_roles(reader_, node, variable, Version::three);
    read_attributes(node, variable);
    variable.clocked = node.attribute("clocks") || variable.type == Type::clock;
    for (const pugi::xml_node dimension : node.children("Dimension")) {
      Dimension one;
      one.size = reader_.integer(dimension, "start").value_or(0);
      variable.dimensions.push_back(one);
      sizes_.push_back(
          {out_.variables.size(), variable.dimensions.size() - 1, reader_.integer(dimension, "valueReference")});
    }
    for (const pugi::xml_node alias : node.children("Alias"))
      variable.aliases.push_back(reader_.required(alias, "name"));
    if (const auto derivative = reader_.integer(node, "derivative"))
      derivatives_.emplace_back(out_.variables.size(), *derivative);
    by_reference_.emplace(variable.reference, out_.variables.size());
    out_.variables.push_back(std::move(variable));
  }

  void read_attributes(const pugi::xml_node& node, Variable& variable) {
    variable.declared_type = reader_.text(node, "declaredType");
    pugi::xml_node declared;
    if (!variable.declared_type.empty()) {
      const auto found = types_.find(variable.declared_type);
      if (found == types_.end())
        reader_.complain(variable.span, "'" + variable.name + "': there is no type '" + variable.declared_type + "'");
      else
        declared = found->second;
    }
    if (variable.type == Type::enumeration) read_items(reader_, declared, variable);
    const auto attribute = [&](const char* name) { return node.attribute(name) ? node : declared; };
    variable.unit = reader_.text(attribute("unit"), "unit");
    variable.display_unit = reader_.text(attribute("displayUnit"), "displayUnit");
    if (is_number(variable.type) && variable.type != Type::boolean) {
      variable.minimum = reader_.number(attribute("min"), "min");
      variable.maximum = reader_.number(attribute("max"), "max");
    }
    if (is_real(variable.type)) {
      variable.nominal = reader_.number(attribute("nominal"), "nominal");
      variable.reinit = reader_.flag(node, "reinit");
    }
    for (const pugi::xml_node start : node.children("Start")) {
      const std::string text = reader_.text(start, "value");
      const std::optional<std::string> bytes = variable.type == Type::binary ? bytes_in(text) : text;
      if (!bytes)
        reader_.error(variable.span,
                      "'" + variable.name + "': a start value of bytes is written in hexadecimal digits");
      variable.start_text.push_back(bytes.value_or(""));
    }
    if (node.attribute("start") && is_number(variable.type)) variable.start = reader_.numbers(node, "start");
  }

  std::optional<std::size_t> place_of(std::uint64_t reference) const {
    const auto found =
        reference <= 0xFFFFFFFFU ? by_reference_.find(static_cast<std::uint32_t>(reference)) : by_reference_.end();
    return found == by_reference_.end() ? std::nullopt : std::optional(found->second);
  }

  /// References to variables that may stand further down.
  void resolve() {
    for (const auto& [variable, reference] : derivatives_) {
      out_.variables[variable].derivative_of = place_of(reference);
      if (!out_.variables[variable].derivative_of)
        reader_.error(out_.variables[variable].span, "'" + out_.variables[variable].name + "' is the derivative of " +
                                                         std::to_string(reference) + ", which is no variable");
    }
    for (const auto& [variable, dimension, reference] : sizes_) {
      if (!reference) continue;
      const std::optional<std::size_t> size = place_of(*reference);
      Dimension& one = out_.variables[variable].dimensions[dimension];
      one.variable = size;
      const Variable* parameter = size ? &out_.variables[*size] : nullptr;
      if (parameter == nullptr || parameter->causality != Causality::structural_parameter ||
          parameter->start.size() != 1 || !(parameter->start.front() >= 0 && parameter->start.front() < 1e9)) {
        reader_.error(out_.variables[variable].span, "the size of '" + out_.variables[variable].name + "' is " +
                                                         std::to_string(*reference) +
                                                         ", which is no structural parameter with a start value");
      } else {
        one.size = static_cast<std::uint64_t>(parameter->start.front());
      }
    }
    for (Variable& variable : out_.variables) {
      variable.elements = 1;
      for (const Dimension& dimension : variable.dimensions) {
        variable.elements *= std::min<std::uint64_t>(dimension.size, 1'000'000'000);
        if (variable.elements > 1'000'000'000) {
          reader_.error(variable.span, "'" + variable.name + "' has too many elements");
          variable.elements = 1;
          break;
        }
      }
      if (variable.start.size() > 1 && variable.start.size() != variable.elements)
        reader_.error(variable.span, "'" + variable.name + "' has " + std::to_string(variable.elements) +
                                         " elements, but " + std::to_string(variable.start.size()) + " start values");
    }
  }

  void read_unknowns(const pugi::xml_node& structure, const char* name, std::vector<Unknown>& unknowns) {
    for (const pugi::xml_node node : structure.children(name)) {
      Unknown unknown;
      unknown.span = reader_.span(node);
      const std::optional<std::uint64_t> reference = reader_.integer(node, "valueReference");
      const std::optional<std::size_t> place = reference ? place_of(*reference) : std::nullopt;
      if (!place) {
        reader_.error(unknown.span, reference
                                        ? "there is no variable with the valueReference " + std::to_string(*reference)
                                        : std::string("the attribute valueReference is missing"));
        continue;
      }
      unknown.variable = *place;
      read_dependencies(
          reader_, node, [&](std::uint64_t number) { return place_of(number); }, unknown);
      unknowns.push_back(std::move(unknown));
    }
  }

  struct Size {
    std::size_t variable, dimension;
    std::optional<std::uint64_t> reference;
  };

  DescriptionReader& reader_;
  const pugi::xml_node& root_;
  FmuDescription& out_;
  std::unordered_map<std::string, pugi::xml_node> types_;
  std::unordered_map<std::uint32_t, std::size_t> by_reference_;
  std::vector<std::pair<std::size_t, std::uint64_t>> derivatives_;
  std::vector<Size> sizes_;
};

}  // namespace

void read_version_three(DescriptionReader& reader, const pugi::xml_node& root, FmuDescription& out) {
  ReaderOfThree(reader, root, out).read();
}

}  // namespace sunder::fmi

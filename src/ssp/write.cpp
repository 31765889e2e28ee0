#include <fstream>
#include <iterator>
#include <sstream>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "ssp/package.hpp"
#include "ssp/xml_text.hpp"

namespace sunder::ssp {
namespace {

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::input: return "input";
    case Kind::output: return "output";
    case Kind::inout: return "inout";
    case Kind::parameter: return "parameter";
    case Kind::calculated_parameter: return "calculatedParameter";
  }
  return "input";
}

void add_connectors(pugi::xml_node node, const std::vector<Connector>& connectors) {
  if (connectors.empty()) return;
  pugi::xml_node list = node.append_child("ssd:Connectors");
  for (const Connector& connector : connectors) {
    pugi::xml_node one = list.append_child("ssd:Connector");
    one.append_attribute("name") = connector.name.c_str();
    one.append_attribute("kind") = name_of(connector.kind);
    pugi::xml_node type = one.append_child("ssc:Real");
    if (!connector.unit.empty()) type.append_attribute("unit") = connector.unit.c_str();
  }
}

pugi::xml_node add_annotation(pugi::xml_node node, const char* element) {
  pugi::xml_node annotation = node.append_child("ssd:Annotations").append_child("ssc:Annotation");
  annotation.append_attribute("type") = "org.sunder.cosimulation";
  return annotation.append_child(element);
}

void set(pugi::xml_node node, const char* name, double value) { node.append_attribute(name) = shortest(value).c_str(); }

void add_unit(pugi::xml_node list, const Unit& unit) {
  pugi::xml_node one = list.append_child("ssc:Unit");
  one.append_attribute("name") = unit.name.c_str();
  pugi::xml_node base = one.append_child("ssc:BaseUnit");
  const std::pair<const char*, int> powers[] = {{"kg", unit.kg}, {"m", unit.m},     {"s", unit.s},   {"A", unit.A},
                                                {"K", unit.K},   {"mol", unit.mol}, {"cd", unit.cd}, {"rad", unit.rad}};
  for (const auto& [name, power] : powers)
    if (power != 0) base.append_attribute(name) = power;
  if (unit.factor != 1) set(base, "factor", unit.factor);
  if (unit.offset != 0) set(base, "offset", unit.offset);
}

void add_values(pugi::xml_node system, const Structure& structure) {
  if (structure.values.empty()) return;
  pugi::xml_node values = system.append_child("ssd:ParameterBindings")
                              .append_child("ssd:ParameterBinding")
                              .append_child("ssd:ParameterValues")
                              .append_child("ssv:ParameterSet");
  values.append_attribute("version") = "1.0";
  values.append_attribute("name") = "inputs";
  values = values.append_child("ssv:Parameters");
  for (const Value& value : structure.values) {
    pugi::xml_node one = values.append_child("ssv:Parameter");
    one.append_attribute("name") = value.name.c_str();
    one.append_child("ssv:Real").append_attribute("value") = value.text.c_str();
  }
}

}  // namespace

std::string write_structure(const Structure& structure, const std::string& tool) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node root = document.append_child("ssd:SystemStructureDescription");
  root.append_attribute("xmlns:ssc") = "http://ssp-standard.org/SSP1/SystemStructureCommon";
  root.append_attribute("xmlns:ssd") = "http://ssp-standard.org/SSP1/SystemStructureDescription";
  root.append_attribute("xmlns:ssv") = "http://ssp-standard.org/SSP1/SystemStructureParameterValues";
  root.append_attribute("version") = "1.0";
  root.append_attribute("name") = structure.name.c_str();
  root.append_attribute("generationTool") = tool.c_str();
  pugi::xml_node system = root.append_child("ssd:System");
  system.append_attribute("name") = structure.name.c_str();
  add_connectors(system, structure.connectors);
  add_values(system, structure);
  pugi::xml_node elements = system.append_child("ssd:Elements");
  for (const Component& component : structure.components) {
    pugi::xml_node one = elements.append_child("ssd:Component");
    one.append_attribute("name") = component.name.c_str();
    one.append_attribute("type") = "application/x-fmu-sharedlibrary";
    one.append_attribute("source") = component.source.c_str();
    if (component.implementation != "any") one.append_attribute("implementation") = component.implementation.c_str();
    add_connectors(one, component.connectors);
    if (component.method.empty()) continue;
    pugi::xml_node ours = add_annotation(one, "LocalMethod");
    ours.append_attribute("method") = component.method.c_str();
    if (component.tolerance) set(ours, "tolerance", *component.tolerance);
  }
  pugi::xml_node connections = system.append_child("ssd:Connections");
  for (const Connection& connection : structure.connections) {
    pugi::xml_node one = connections.append_child("ssd:Connection");
    if (!connection.from.empty()) one.append_attribute("startElement") = connection.from.c_str();
    one.append_attribute("startConnector") = connection.from_connector.c_str();
    if (!connection.to.empty()) one.append_attribute("endElement") = connection.to.c_str();
    one.append_attribute("endConnector") = connection.to_connector.c_str();
    if (connection.factor == 1 && connection.offset == 0) continue;
    pugi::xml_node linear = one.append_child("ssc:LinearTransformation");
    set(linear, "factor", connection.factor);
    set(linear, "offset", connection.offset);
  }
  if (!structure.units.empty()) {
    pugi::xml_node units = root.append_child("ssd:Units");
    for (const Unit& unit : structure.units) add_unit(units, unit);
  }
  if (structure.start || structure.stop || structure.master.communication_step) {
    pugi::xml_node experiment = root.append_child("ssd:DefaultExperiment");
    if (structure.start) set(experiment, "startTime", *structure.start);
    if (structure.stop) set(experiment, "stopTime", *structure.stop);
    if (structure.master.communication_step) {
      pugi::xml_node ours = add_annotation(experiment, "Master");
      set(ours, "communicationStep", *structure.master.communication_step);
      ours.append_attribute("master") = structure.master.master.c_str();
      ours.append_attribute("extrapolation") = structure.master.extrapolation.value_or(0);
    }
  }
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

bool write_package(const std::string& path, const Structure& structure, const std::vector<PackedFile>& files,
                   const std::string& tool, Diagnostics& diagnostics) {
  std::vector<fmi::ArchiveEntry> entries{{"SystemStructure.ssd", write_structure(structure, tool)}};
  for (const PackedFile& file : files) {
    std::ifstream from(file.path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(from), {}};
    if (!from) {
      diagnostics.error(Code::E0001, {}, "cannot read '" + file.path + "'");
      return false;
    }
    entries.push_back({file.name, std::move(bytes)});
  }
  return fmi::write_archive(path, entries, diagnostics);
}

}  // namespace sunder::ssp

#include "publish/fmu_description.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "base/text.hpp"
#include "base/version.hpp"
#include "publish/units.hpp"

namespace sunder::publish {

namespace {

using fmi::Version;

std::string escaped(const std::string& text) {
  std::string made;
  for (const char c : text) {
    switch (c) {
      case '&': made += "&amp;"; break;
      case '<': made += "&lt;"; break;
      case '>': made += "&gt;"; break;
      case '"': made += "&quot;"; break;
      case '\n': made += "&#10;"; break;
      case '\r': made += "&#13;"; break;
      case '\t': made += "&#9;"; break;
      default:
        if (static_cast<unsigned char>(c) >= 32) made += c;  // nothing else may stand in XML
    }
  }
  return made;
}

/// Attributes of an element, in the order they are added.
class Attributes {
 public:
  Attributes& add(const char* name, const std::string& value) {
    text_ += std::string(" ") + name + "=\"" + escaped(value) + "\"";
    return *this;
  }
  Attributes& add_if(bool wanted, const char* name, const std::string& value) {
    return wanted ? add(name, value) : *this;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class DescriptionWriter {
 public:
  DescriptionWriter(const ir::Plan& plan, const execute::PlanDescription& description, const ModelCode& code,
                    const DescriptionOptions& options)
      : plan_(plan), description_(description), code_(code), options_(options), two_(options.version == Version::two) {
    for (std::size_t i = 0; i < description.states.size(); ++i) {
      state_of_.emplace(description.states[i].index(), i);
      const std::optional<model::VariableIndex> named = derivative_variable(plan, description.list(), i);
      const model::VariableIndex derivative =
          named.value_or(model::VariableIndex(description.variable_count() + unnamed_));
      if (!named) ++unnamed_;
      derivative_of_.emplace(derivative.index(), description.states[i].index());
      derivatives_.push_back(derivative);
    }
    for (const ir::Reinit& reinit : plan.dae.reinits)
      reinitialised_.insert(description.list().index_of(reinit.target).index());
  }

  std::string run() {
    Attributes head;
    head.add("fmiVersion", two_ ? "2.0" : "3.0").add("modelName", description_.name);
    head.add(two_ ? "guid" : "instantiationToken", code_.token);
    head.add("generationTool", "Sunder " + std::string(version()));
    head.add("variableNamingConvention", all_structured() ? "structured" : "flat");
    head.add_if(two_, "numberOfEventIndicators", std::to_string(code_.event_indicators));
    text_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription" + head.text() + ">\n";
    write_kinds();
    write_units();
    write_types();
    line("<LogCategories>");
    for (const char* category : {"logStatusError", "logStatusWarning"})
      line("  <Category" + Attributes().add("name", category).text() + "/>");
    line("</LogCategories>");
    Attributes experiment;
    experiment.add("startTime", shortest(options_.start)).add("stopTime", shortest(options_.stop));
    experiment.add("tolerance", shortest(options_.tolerance));
    if (options_.interval) experiment.add("stepSize", shortest(*options_.interval));
    line("<DefaultExperiment" + experiment.text() + "/>");
    line("<ModelVariables>");
    write_time();
    for (const model::VariableIndex i : description_.indices()) write_variable(i);
    for (const std::uint32_t state : code_.unnamed_derivatives) write_derivative(state);
    if (!two_) write_indicators();
    line("</ModelVariables>");
    write_structure();
    return text_ + "</fmiModelDescription>\n";
  }

 private:
  void line(const std::string& content) { text_ += "  " + content + "\n"; }

  /// Whether all names are paths as the standard spells them; those of states that are chosen in the run are not.
  [[nodiscard]] bool all_structured() const {
    return std::ranges::all_of(description_.indices(), [&](model::VariableIndex i) {
      bool quoted = false;
      return std::ranges::all_of(description_.variable_name(i), [&](char c) {
        if (c == '\'') quoted = !quoted;
        return quoted || std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("'_.,[]()").find(c) != std::string_view::npos;
      });
    });
  }

  void write_kinds() {
    for (const bool exchange : {true, false}) {
      if (exchange ? !options_.model_exchange : !options_.co_simulation) continue;
      Attributes a;
      a.add("modelIdentifier", options_.identifier);
      a.add(two_ ? "canGetAndSetFMUstate" : "canGetAndSetFMUState", "true");
      a.add(two_ ? "canSerializeFMUstate" : "canSerializeFMUState", "true");
      a.add(two_ ? "providesDirectionalDerivative" : "providesDirectionalDerivatives", "true");
      if (exchange && two_)
        a.add("completedIntegratorStepNotNeeded", code_.learns ? "false" : "true");
      else if (exchange)
        a.add("needsCompletedIntegratorStep", code_.learns ? "true" : "false");
      else
        a.add("canHandleVariableCommunicationStepSize", "true");
      const std::string name = exchange ? "ModelExchange" : "CoSimulation";
      if (!two_) {
        line("<" + name + a.text() + "/>");
        continue;
      }
      line("<" + name + a.text() + ">");
      line("  <SourceFiles>");
      for (const std::string& file : options_.sources) line("    <File" + Attributes().add("name", file).text() + "/>");
      line("  </SourceFiles>");
      line("</" + name + ">");
    }
  }

  void write_units() {
    std::map<std::string, std::set<std::string>> units;  // with their display units
    for (const model::VariableIndex i : description_.indices()) {
      const model::Variable variable = description_.variable(i);
      if (variable.unit.empty() || variable.type != model::VariableType::real) continue;
      std::set<std::string>& shown = units[variable.unit];
      if (display_conversion(variable.unit, variable.display_unit)) shown.insert(variable.display_unit);
    }
    if (units.empty()) return;
    line("<UnitDefinitions>");
    for (const auto& [unit, shown] : units) {
      std::string inside;
      if (const std::optional<BaseUnit> base = base_unit(unit)) {
        Attributes a;
        for (const auto& [name, exponent] : base->exponents) a.add(name.c_str(), std::to_string(exponent));
        a.add_if(base->factor != 1, "factor", shortest(base->factor));
        a.add_if(base->offset != 0, "offset", shortest(base->offset));
        inside += "      <BaseUnit" + a.text() + "/>\n";
      }
      for (const std::string& display : shown) {
        const DisplayConversion conversion = *display_conversion(unit, display);
        Attributes a;
        a.add("name", display);
        a.add_if(conversion.factor != 1, "factor", shortest(conversion.factor));
        a.add_if(conversion.offset != 0, "offset", shortest(conversion.offset));
        inside += "      <DisplayUnit" + a.text() + "/>\n";
      }
      const std::string name = Attributes().add("name", unit).text();
      if (inside.empty())
        line("  <Unit" + name + "/>");
      else
        text_ += "    <Unit" + name + ">\n" + inside + "    </Unit>\n";
    }
    line("</UnitDefinitions>");
  }

  /// Enumerations; two of the same name and other values are two types.
  void write_types() {
    std::vector<const ir::Enumeration*> types;
    for (const model::VariableIndex i : description_.indices()) {
      const ir::Enumeration* type = enumeration_of(i);
      if (type == nullptr || type_names_.contains(key_of(*type))) continue;
      std::string name = type->name.empty() ? "Enumeration" : type->name;
      while (std::ranges::any_of(type_names_, [&](const auto& known) { return known.second == name; })) name += "_";
      type_names_.emplace(key_of(*type), name);
      types.push_back(type);
    }
    if (types.empty()) return;
    line("<TypeDefinitions>");
    for (const ir::Enumeration* type : types) {
      const std::string name = Attributes().add("name", type_names_.at(key_of(*type))).text();
      line(two_ ? "  <SimpleType" + name + "><Enumeration>" : "  <EnumerationType" + name + ">");
      for (std::size_t k = 0; k < type->literals.size(); ++k)
        line("    <Item" + Attributes().add("name", type->literals[k]).add("value", std::to_string(k + 1)).text() +
             "/>");
      line(two_ ? "  </Enumeration></SimpleType>" : "  </EnumerationType>");
    }
    line("</TypeDefinitions>");
  }

  [[nodiscard]] const ir::Enumeration* enumeration_of(model::VariableIndex i) const {
    return plan_.dae.declaration(description_.list().at(i)).enumeration.get();
  }
  static std::string key_of(const ir::Enumeration& type) {
    std::string key = type.name;
    for (const std::string& literal : type.literals) key += "\n" + literal;
    return key;
  }

  void write_time() {
    Attributes a;
    a.add("name", free_name("time")).add("valueReference", "0").add("causality", "independent");
    a.add("variability", "continuous");
    line(two_ ? "  <ScalarVariable" + a.text() + "><Real/></ScalarVariable>" : "  <Float64" + a.text() + "/>");
  }

  /// A name that no variable of the model has.
  [[nodiscard]] std::string free_name(std::string name) const {
    while (description_.find(name)) name = "_" + name;
    return name;
  }

  enum class Role { parameter, calculated, constant, input, output, local };
  [[nodiscard]] Role role_of(model::VariableIndex i, const model::Variable& variable) const {
    const ir::VariableId id = description_.list().at(i);
    if (variable.kind == model::VariableKind::parameter) {
      if (variable.variability == model::VariableVariability::constant) return Role::constant;
      const bool settable = variable.tunable && plan_.addresses[id.index()].space == ir::Space::parameter;
      return settable ? Role::parameter : Role::calculated;
    }
    if (variable.causality == model::VariableCausality::input) return Role::input;
    return variable.causality == model::VariableCausality::output ? Role::output : Role::local;
  }

  void write_variable(model::VariableIndex i) {
    const model::Variable variable = description_.variable(i);
    const Role role = role_of(i, variable);
    const bool is_real = variable.type == model::VariableType::real;
    const bool is_discrete = !is_real || variable.variability == model::VariableVariability::discrete;
    Attributes a;
    a.add("name", variable.name).add("valueReference", std::to_string(reference(i)));
    a.add_if(!variable.description.empty(), "description", variable.description);
    static constexpr const char* causalities[] = {"parameter", "calculatedParameter", "local", "input", "output",
                                                  "local"};
    a.add("causality", causalities[static_cast<int>(role)]);
    if (role == Role::parameter)
      a.add("variability", code_.fixed[i.index()] ? "fixed" : "tunable");
    else if (role == Role::calculated)
      a.add("variability", "tunable");
    else if (role == Role::constant)
      a.add("variability", "constant");
    else
      a.add("variability", is_discrete ? "discrete" : "continuous");
    const bool starts = role == Role::parameter || role == Role::constant || role == Role::input;
    if (role != Role::input) a.add("initial", starts ? "exact" : "calculated");
    Attributes value;
    if (is_real) add_real(i, variable, value);
    const ir::Enumeration* enumeration = enumeration_of(i);
    if (enumeration != nullptr) value.add("declaredType", type_names_.at(key_of(*enumeration)));
    if (starts) value.add("start", start_text(variable));
    if (two_) {
      static constexpr const char* types[] = {"Real", "Integer", "Boolean"};
      line("  <ScalarVariable" + a.text() + "><" +
           (enumeration != nullptr ? "Enumeration" : types[static_cast<int>(variable.type)]) + value.text() +
           "/></ScalarVariable>");
    } else {
      static constexpr const char* types[] = {"Float64", "Int32", "Boolean"};
      line(std::string("  <") + (enumeration != nullptr ? "Enumeration" : types[static_cast<int>(variable.type)]) +
           a.text() + value.text() + "/>");
    }
    note_initial(i, role);
  }

  void add_real(model::VariableIndex i, const model::Variable& variable, Attributes& value) {
    value.add_if(!variable.unit.empty(), "unit", variable.unit);
    value.add_if(!variable.unit.empty() && display_conversion(variable.unit, variable.display_unit).has_value(),
                 "displayUnit", variable.display_unit);
    value.add_if(std::isfinite(variable.minimum), "min", shortest(variable.minimum));
    value.add_if(std::isfinite(variable.maximum), "max", shortest(variable.maximum));
    value.add_if(variable.nominal != 1, "nominal", shortest(variable.nominal));
    if (const auto state = derivative_of_.find(i.index()); state != derivative_of_.end())
      value.add("derivative", std::to_string(two_ ? index(model::VariableIndex(state->second))
                                                  : reference(model::VariableIndex(state->second))));
    value.add_if(reinitialised_.contains(i.index()) && options_.model_exchange, "reinit", "true");
  }

  static std::string start_text(const model::Variable& variable) {
    if (variable.type == model::VariableType::boolean) return variable.start != 0 ? "true" : "false";
    return shortest(variable.start);
  }

  /// Value references; the time has 0.
  static std::size_t reference(model::VariableIndex i) { return i.index() + 1; }
  /// Places in the list of variables, counted from 1; the time is the first.
  static std::size_t index(model::VariableIndex i) { return i.index() + 2; }

  void note_initial(model::VariableIndex i, Role role) {
    if (role == Role::output || role == Role::calculated || state_of_.contains(i.index()) ||
        derivative_of_.contains(i.index()))
      initial_.push_back(i);
  }

  /// Of a derivative that is no variable of the model.
  void write_derivative(std::uint32_t state) {
    const model::VariableIndex i = derivatives_[state];
    const model::VariableIndex whose = description_.states[state];
    Attributes a;
    a.add("name", free_name("der(" + description_.variable_name(whose) + ")"));
    a.add("valueReference", std::to_string(reference(i)));
    a.add("causality", "local").add("variability", "continuous").add("initial", "calculated");
    Attributes value;
    value.add("derivative", std::to_string(two_ ? index(whose) : reference(whose)));
    line(two_ ? "  <ScalarVariable" + a.text() + "><Real" + value.text() + "/></ScalarVariable>"
              : "  <Float64" + a.text() + value.text() + "/>");
    note_initial(i, Role::local);
  }

  void write_indicators() {
    for (std::size_t i = 0; i < code_.event_indicators; ++i) {
      Attributes a;
      a.add("name", free_name("_event_indicators") + "[" + std::to_string(i + 1) + "]");
      a.add("valueReference", std::to_string(description_.variable_count() + unnamed_ + i + 1))
          .add("causality", "local");
      a.add("variability", "continuous").add("initial", "calculated");
      line("  <Float64" + a.text() + "/>");
    }
  }

  /// What states and inputs of these numbers are called in dependencies.
  [[nodiscard]] std::string dependencies(std::span<const std::uint32_t> columns) const {
    std::vector<std::size_t> listed;
    for (const std::uint32_t c : columns) {
      const model::VariableIndex i =
          c < description_.states.size() ? description_.states[c] : description_.inputs[c - description_.states.size()];
      listed.push_back(two_ ? index(i) : reference(i));
    }
    std::ranges::sort(listed);
    std::string text;
    for (const std::size_t one : listed) text += (text.empty() ? "" : " ") + std::to_string(one);
    return text;
  }

  [[nodiscard]] std::string unknown(const char* element, std::size_t two, std::size_t three,
                                    const std::optional<std::string>& dependencies) const {
    Attributes a;
    a.add(two_ ? "index" : "valueReference", std::to_string(two_ ? two : three));
    if (dependencies) a.add("dependencies", *dependencies);
    return std::string("<") + (two_ ? "Unknown" : element) + a.text() + "/>";
  }

  void write_structure() {
    const std::size_t states = description_.states.size();
    std::vector<std::string> outputs, derivatives, initial, indicators;
    const auto add = [&](const char* element, std::vector<std::string>& list, model::VariableIndex i,
                         const std::optional<std::string>& on) {
      list.push_back(unknown(element, index(i), reference(i), on));
    };
    for (std::size_t k = 0; k < description_.outputs.size(); ++k)
      add("Output", outputs, description_.outputs[k],
          dependencies(code_.dependencies[static_cast<std::uint32_t>(states + k)]));
    for (std::size_t k = 0; k < states; ++k)
      add("ContinuousStateDerivative", derivatives, derivatives_[k],
          dependencies(code_.dependencies[static_cast<std::uint32_t>(k)]));
    for (const model::VariableIndex i : initial_) add("InitialUnknown", initial, i, std::nullopt);
    for (std::size_t k = 0; k < code_.event_indicators && !two_ && options_.model_exchange; ++k)
      indicators.push_back(unknown("EventIndicator", 0, description_.variable_count() + unnamed_ + k + 1,
                                   dependencies(code_.indicator_dependencies[static_cast<std::uint32_t>(k)])));
    line("<ModelStructure>");
    const auto group = [&](const char* name, const std::vector<std::string>& list) {
      if (list.empty()) return;
      if (two_) line(std::string("  <") + name + ">");
      for (const std::string& one : list) line((two_ ? "    " : "  ") + one);
      if (two_) line(std::string("  </") + name + ">");
    };
    group("Outputs", outputs);
    group("Derivatives", derivatives);
    group("InitialUnknowns", initial);
    group("", indicators);
    line("</ModelStructure>");
  }

  const ir::Plan& plan_;
  const execute::PlanDescription& description_;
  const ModelCode& code_;
  const DescriptionOptions& options_;
  bool two_;
  std::map<std::size_t, std::size_t> state_of_;       // by number of the variable
  std::map<std::size_t, std::size_t> derivative_of_;  // by number of the variable: that of the state
  std::vector<model::VariableIndex> derivatives_;
  std::set<std::size_t> reinitialised_;
  std::map<std::string, std::string> type_names_;  // of enumerations, by name and values
  std::vector<model::VariableIndex> initial_;
  std::size_t unnamed_ = 0;  // derivatives that are no variables of the model
  std::string text_;
};

}  // namespace

std::string write_description(const ir::Plan& plan, const execute::PlanDescription& description, const ModelCode& code,
                              const DescriptionOptions& options) {
  return DescriptionWriter(plan, description, code, options).run();
}

std::string write_build_description(const DescriptionOptions& options) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n";
  text += "  <BuildConfiguration" + Attributes().add("modelIdentifier", options.identifier).text() + ">\n";
  text += "    <SourceFileSet language=\"C11\">\n";
  for (const std::string& file : options.sources)
    text += "      <SourceFile" + Attributes().add("name", file).text() + "/>\n";
  return text + "    </SourceFileSet>\n    <Library name=\"m\" external=\"true\"/>\n  </BuildConfiguration>\n" +
         "</fmiBuildDescription>\n";
}

}  // namespace sunder::publish

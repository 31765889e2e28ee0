// What must hold between the parts of a description.
#include <algorithm>
#include <cctype>
#include <set>

#include "base/text.hpp"
#include "fmi/description_reader.hpp"

namespace sunder::fmi {

namespace {

class Checker {
 public:
  Checker(DescriptionReader& reader, const pugi::xml_node& root, FmuDescription& description)
      : reader_(reader), root_(root), d_(description) {}

  void check() {
    check_kinds();
    if (!root_.child("ModelVariables")) reader_.error(reader_.span(root_), "there is no element ModelVariables");
    check_names();
    check_references();
    for (const Variable& variable : d_.variables) check_variable(variable);
    check_listed(d_.outputs, Causality::output, "Outputs");
    check_derivatives();
    check_indicators();
  }

 private:
  static bool is_identifier(const std::string& name) {
    return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
           std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  }

  void check_kinds() {
    if (!d_.model_exchange && !d_.co_simulation && !d_.scheduled_execution)
      reader_.error(reader_.span(root_), "neither ModelExchange nor CoSimulation: the FMU cannot be used for anything");
    for (const auto* kind : {&d_.model_exchange, &d_.co_simulation, &d_.scheduled_execution})
      if (*kind && !(*kind)->model_identifier.empty() && !is_identifier((*kind)->model_identifier))
        reader_.error(reader_.span(root_),
                      "the modelIdentifier '" + (*kind)->model_identifier + "' is no C identifier");
  }

  void check_names() {
    for (std::size_t i = 0; i < d_.variables.size(); ++i) {
      add_name(d_.variables[i].name, i);
      for (const std::string& alias : d_.variables[i].aliases) add_name(alias, i);
    }
  }

  void add_name(const std::string& name, std::size_t variable) {
    if (!d_.by_name.emplace(name, variable).second)
      reader_.complain(d_.variables[variable].span, "there is another variable '" + name + "'");
  }

  /// In 2.0 variables of one type with equal references are aliases; in 3.0 they are forbidden.
  void check_references() {
    if (d_.version == Version::two) return;
    std::set<std::uint32_t> seen;
    for (const Variable& variable : d_.variables)
      if (!seen.insert(variable.reference).second)
        reader_.error(variable.span, "'" + variable.name + "' has the valueReference of another variable");
  }

  void check_variable(const Variable& variable) {
    const bool given = !variable.start.empty() || !variable.start_text.empty();
    const bool numeric = is_number(variable.type);
    const bool needs = variable.initial == Initial::exact || variable.initial == Initial::approx ||
                       variable.causality == Causality::input;
    if (needs && !given && numeric) reader_.complain(variable.span, "'" + variable.name + "' needs a start value");
    if (given && variable.initial == Initial::calculated && variable.causality != Causality::independent)
      reader_.complain(variable.span, "'" + variable.name + "' is calculated: it cannot have a start value");
    if (variable.minimum && variable.maximum && *variable.minimum > *variable.maximum)
      reader_.complain(variable.span, "'" + variable.name + "': min is above max");
    for (const double start : variable.start)
      if ((variable.minimum && start < *variable.minimum) || (variable.maximum && start > *variable.maximum)) {
        reader_.complain(variable.span,
                         "'" + variable.name + "' starts at " + shortest(start) + ", outside min and max");
        break;
      }
    if (!variable.unit.empty() && std::ranges::find(d_.units, variable.unit) == d_.units.end())
      reader_.complain(variable.span, "'" + variable.name + "': the unit '" + variable.unit + "' is not defined");
    if (variable.nominal && !(*variable.nominal > 0))
      reader_.complain(variable.span, "'" + variable.name + "': the nominal value is not positive");
  }

  void check_listed(const std::vector<Unknown>& listed, Causality causality, const char* list) {
    std::vector<char> seen(d_.variables.size(), 0);
    for (const Unknown& unknown : listed) {
      const Variable& variable = d_.variables[unknown.variable];
      if (variable.causality != causality)
        reader_.complain(unknown.span, std::string(list) + " lists '" + variable.name + "', which is no " +
                                           std::string(name_of(causality)));
      if (seen[unknown.variable]++ != 0)
        reader_.complain(unknown.span, std::string(list) + " lists '" + variable.name + "' twice");
    }
    for (std::size_t i = 0; i < d_.variables.size(); ++i)
      if (d_.variables[i].causality == causality && seen[i] == 0 && !d_.variables[i].clocked)
        reader_.complain(d_.variables[i].span, std::string(list) + " does not list '" + d_.variables[i].name + "'");
  }

  void check_derivatives() {
    std::vector<char> seen(d_.variables.size(), 0);
    for (const Unknown& unknown : d_.derivatives) {
      const Variable& variable = d_.variables[unknown.variable];
      if (!variable.derivative_of) {
        reader_.error(unknown.span, "'" + variable.name + "' is listed as a derivative, but does not say of what");
        continue;
      }
      if (seen[unknown.variable]++ != 0) reader_.error(unknown.span, "'" + variable.name + "' is listed twice");
      const Variable& state = d_.variables[*variable.derivative_of];
      if (!is_real(variable.type) || !is_real(state.type))
        reader_.error(unknown.span, "'" + state.name + "' and '" + variable.name + "' are no real numbers");
      if (state.variability != Variability::continuous)
        reader_.complain(state.span, "the state '" + state.name + "' is not continuous");
      if (state.elements != variable.elements)
        reader_.error(unknown.span, "'" + state.name + "' has " + std::to_string(state.elements) +
                                        " elements, its derivative " + std::to_string(variable.elements));
    }
  }

  void check_indicators() {
    for (const Unknown& unknown : d_.event_indicators)
      if (!is_real(d_.variables[unknown.variable].type))
        reader_.error(unknown.span,
                      "the event indicator '" + d_.variables[unknown.variable].name + "' is no real number");
  }

  DescriptionReader& reader_;
  const pugi::xml_node& root_;
  FmuDescription& d_;
};

}  // namespace

void check_description(DescriptionReader& reader, const pugi::xml_node& root, FmuDescription& description) {
  Checker(reader, root, description).check();
}

}  // namespace sunder::fmi

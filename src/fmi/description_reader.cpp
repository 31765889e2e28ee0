#include "fmi/description_reader.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::fmi {

namespace {

template <class Enum, std::size_t N>
std::optional<Enum> named(const std::array<std::pair<std::string_view, Enum>, N>& table, std::string_view name) {
  for (const auto& [text, value] : table)
    if (text == name) return value;
  return std::nullopt;
}

constexpr std::array<std::pair<std::string_view, Causality>, 7> causalities{{
    {"parameter", Causality::parameter},
    {"calculatedParameter", Causality::calculated_parameter},
    {"structuralParameter", Causality::structural_parameter},
    {"input", Causality::input},
    {"output", Causality::output},
    {"local", Causality::local},
    {"independent", Causality::independent},
}};
constexpr std::array<std::pair<std::string_view, Variability>, 5> variabilities{{
    {"constant", Variability::constant},
    {"fixed", Variability::fixed},
    {"tunable", Variability::tunable},
    {"discrete", Variability::discrete},
    {"continuous", Variability::continuous},
}};
constexpr std::array<std::pair<std::string_view, Initial>, 3> initials{{
    {"exact", Initial::exact},
    {"approx", Initial::approx},
    {"calculated", Initial::calculated},
}};
constexpr std::array<std::string_view, 15> types{"Float32", "Float64", "Int8",        "UInt8",  "Int16",
                                                 "UInt16",  "Int32",   "UInt32",      "Int64",  "UInt64",
                                                 "Boolean", "String",  "Enumeration", "Binary", "Clock"};

bool may_be(Causality causality, Variability variability) {
  switch (causality) {
    case Causality::parameter:
    case Causality::calculated_parameter:
    case Causality::structural_parameter:
      return variability == Variability::fixed || variability == Variability::tunable;
    case Causality::input: return variability == Variability::discrete || variability == Variability::continuous;
    case Causality::output:
      return variability == Variability::constant || variability == Variability::discrete ||
             variability == Variability::continuous;
    case Causality::local: return true;
    case Causality::independent: return variability == Variability::continuous;
  }
  return false;
}

Initial usual_initial(const Variable& variable) {
  switch (variable.causality) {
    case Causality::parameter:
    case Causality::structural_parameter: return Initial::exact;
    case Causality::calculated_parameter: return Initial::calculated;
    case Causality::input:
    case Causality::independent: return Initial::none;
    case Causality::output:
    case Causality::local: break;
  }
  return variable.variability == Variability::constant ? Initial::exact : Initial::calculated;
}

std::string_view next_word(std::string_view& rest) {
  constexpr std::string_view space = " \t\r\n";
  const std::size_t begin = rest.find_first_not_of(space);
  if (begin == std::string_view::npos) {
    rest = {};
    return {};
  }
  const std::size_t end = std::min(rest.find_first_of(space, begin), rest.size());
  const std::string_view word = rest.substr(begin, end - begin);
  rest.remove_prefix(end);
  return word;
}

std::optional<double> number_of(std::string_view word) {
  if (word == "INF" || word == "+INF") return std::numeric_limits<double>::infinity();
  if (word == "-INF") return -std::numeric_limits<double>::infinity();
  if (word == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (word.starts_with('+')) word.remove_prefix(1);
  return number_in(word);
}

}  // namespace

std::string_view name_of(Type type) { return types[static_cast<std::size_t>(type)]; }
std::string_view name_of(Causality causality) {
  return std::ranges::find(causalities, causality, &std::pair<std::string_view, Causality>::second)->first;
}
std::string_view name_of(Variability variability) {
  return std::ranges::find(variabilities, variability, &std::pair<std::string_view, Variability>::second)->first;
}
std::optional<Causality> causality_named(std::string_view name) { return named(causalities, name); }
std::optional<Variability> variability_named(std::string_view name) { return named(variabilities, name); }
std::optional<Initial> initial_named(std::string_view name) { return named(initials, name); }

std::size_t FmuDescription::count(Causality causality) const {
  return static_cast<std::size_t>(std::ranges::count(variables, causality, &Variable::causality));
}

DescriptionReader::DescriptionReader(std::string text, const std::string& path, bool strict, SourceMap& sources)
    : path_(path), strict_(strict), file_(sources.add(path + "/modelDescription.xml", std::move(text))) {
  const std::string_view kept = sources.text(file_);
  size_ = kept.size();
  parsed_ = document_.load_buffer(kept.data(), kept.size());
}

Span DescriptionReader::span(const pugi::xml_node& node) const {
  const auto place = static_cast<std::uint32_t>(
      std::clamp<std::ptrdiff_t>(node.offset_debug(), 0, static_cast<std::ptrdiff_t>(size_)));
  const auto length = static_cast<std::uint32_t>(std::char_traits<char>::length(node.name()));
  return {file_, place, std::min(place + length, static_cast<std::uint32_t>(size_))};
}

pugi::xml_node DescriptionReader::root() {
  if (!parsed_) {
    const auto place =
        static_cast<std::uint32_t>(std::clamp<std::ptrdiff_t>(parsed_.offset, 0, static_cast<std::ptrdiff_t>(size_)));
    diagnostics_.error(Code::E1204, {file_, place, place}, std::string("this is no XML: ") + parsed_.description());
    return {};
  }
  const pugi::xml_node root = document_.child("fmiModelDescription");
  if (!root) diagnostics_.error(Code::E1204, {file_, 0, 0}, "there is no element fmiModelDescription");
  return root;
}

Diagnostic& DescriptionReader::error(Span place, const std::string& message) {
  return diagnostics_.error(Code::E1205, place, message);
}

void DescriptionReader::complain(Span place, const std::string& message) {
  if (strict_)
    error(place, message);
  else
    diagnostics_.warning(Code::W1206, place, message);
}

std::string DescriptionReader::text(const pugi::xml_node& node, const char* attribute, const char* otherwise) const {
  return node.attribute(attribute).as_string(otherwise);
}

std::string DescriptionReader::required(const pugi::xml_node& node, const char* attribute) {
  const pugi::xml_attribute found = node.attribute(attribute);
  if (!found || found.value()[0] == '\0') error(span(node), std::string("the attribute ") + attribute + " is missing");
  return found.as_string();
}

bool DescriptionReader::flag(const pugi::xml_node& node, const char* attribute, bool otherwise) {
  const pugi::xml_attribute found = node.attribute(attribute);
  if (!found) return otherwise;
  const std::string_view value = found.value();
  if (value == "true" || value == "1") return true;
  if (value == "false" || value == "0") return false;
  error(span(node), std::string(attribute) + " is '" + std::string(value) + "', neither true nor false");
  return otherwise;
}

std::optional<double> DescriptionReader::number(const pugi::xml_node& node, const char* attribute) {
  const pugi::xml_attribute found = node.attribute(attribute);
  if (!found) return std::nullopt;
  std::string_view rest = found.value();
  const std::optional<double> value = number_of(next_word(rest));
  if (!value || !next_word(rest).empty()) {
    error(span(node), std::string(attribute) + " is '" + found.value() + "', which is no number");
    return std::nullopt;
  }
  return value;
}

std::optional<std::uint64_t> DescriptionReader::integer(const pugi::xml_node& node, const char* attribute) {
  const auto all = integers(node, attribute);
  if (!all) return std::nullopt;
  if (all->size() == 1) return all->front();
  error(span(node),
        std::string(attribute) + " is '" + node.attribute(attribute).value() + "', which is no number of a variable");
  return std::nullopt;
}

std::optional<std::vector<std::uint64_t>> DescriptionReader::integers(const pugi::xml_node& node,
                                                                      const char* attribute) {
  const pugi::xml_attribute found = node.attribute(attribute);
  if (!found) return std::nullopt;
  std::vector<std::uint64_t> values;
  std::string_view rest = found.value();
  for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
    std::uint64_t value = 0;
    const auto [end, wrong] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (wrong != std::errc() || end != word.data() + word.size()) {
      error(span(node),
            std::string(attribute) + ": '" + std::string(word) + "' is no whole number that is not negative");
      return std::nullopt;
    }
    values.push_back(value);
  }
  return values;
}

std::vector<double> DescriptionReader::numbers(const pugi::xml_node& node, const char* attribute) {
  std::vector<double> values;
  std::string_view rest = node.attribute(attribute).value();
  for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
    const std::optional<double> value = word == "true" ? 1.0 : word == "false" ? 0.0 : number_of(word);
    if (value) {
      values.push_back(*value);
      continue;
    }
    error(span(node), std::string(attribute) + ": '" + std::string(word) + "' is no number");
    return {};
  }
  return values;
}

void read_roles(DescriptionReader& reader, const pugi::xml_node& node, Variable& variable, Version version) {
  const std::string causality = reader.text(node, "causality", "local");
  if (const auto found = causality_named(causality);
      found && (version == Version::three || found != Causality::structural_parameter))
    variable.causality = *found;
  else
    reader.error(variable.span, "'" + variable.name + "': there is no causality '" + causality + "'");
  const bool parameter = variable.causality == Causality::parameter ||
                         variable.causality == Causality::calculated_parameter ||
                         variable.causality == Causality::structural_parameter;
  const std::string variability = reader.text(node, "variability");
  if (variability.empty()) {
    variable.variability = parameter && version == Version::three ? Variability::fixed
                           : is_real(variable.type)               ? Variability::continuous
                                                                  : Variability::discrete;
    if (parameter && version == Version::two) {
      reader.complain(variable.span,
                      "'" + variable.name + "': a parameter needs a variability, fixed or tunable; fixed is assumed");
      variable.variability = Variability::fixed;
    }
  } else if (const auto found = variability_named(variability)) {
    variable.variability = *found;
  } else {
    reader.error(variable.span, "'" + variable.name + "': there is no variability '" + variability + "'");
  }
  if (variable.variability == Variability::continuous && !is_real(variable.type)) {
    reader.complain(variable.span,
                    "'" + variable.name + "' is no real number, it cannot be continuous; discrete is assumed");
    variable.variability = Variability::discrete;
  }
  if (!may_be(variable.causality, variable.variability))
    reader.complain(variable.span, "'" + variable.name + "': causality " + std::string(name_of(variable.causality)) +
                                       " does not go with variability " + std::string(name_of(variable.variability)));
  const std::string initial = reader.text(node, "initial");
  variable.initial = usual_initial(variable);
  if (initial.empty()) return;
  if (const auto found = initial_named(initial))
    variable.initial = *found;
  else
    reader.error(variable.span, "'" + variable.name + "': there is no initial '" + initial + "'");
  const bool input_of_two = variable.causality == Causality::input && version == Version::two;
  if (input_of_two || variable.causality == Causality::independent)
    reader.complain(variable.span, "'" + variable.name + "': initial does not go with causality " +
                                       std::string(name_of(variable.causality)));
}

void read_items(DescriptionReader& reader, const pugi::xml_node& type, Variable& variable) {
  for (const pugi::xml_node item : type.children("Item")) {
    const std::string name = reader.required(item, "name");
    const std::optional<double> value = reader.number(item, "value");
    if (!item.attribute("value")) reader.error(reader.span(item), "the item '" + name + "' has no value");
    if (value && *value == std::floor(*value) && std::fabs(*value) < 9e15)
      variable.items.emplace_back(name, static_cast<std::int64_t>(*value));
    else if (value)
      reader.error(reader.span(item), "the value of the item '" + name + "' is no whole number");
  }
}

std::optional<std::string> bytes_in(std::string_view text) {
  std::string bytes;
  if (text.size() % 2 != 0) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    unsigned value = 0;
    const auto [end, wrong] = std::from_chars(text.data() + i, text.data() + i + 2, value, 16);
    if (wrong != std::errc() || end != text.data() + i + 2) return std::nullopt;
    bytes += static_cast<char>(value);
  }
  return bytes;
}

std::string hexadecimal(std::string_view bytes) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    text += digits[static_cast<unsigned char>(byte) >> 4U];
    text += digits[static_cast<unsigned char>(byte) & 15U];
  }
  return text;
}

void read_experiment(DescriptionReader& reader, const pugi::xml_node& root, FmuDescription& out) {
  const pugi::xml_node experiment = root.child("DefaultExperiment");
  if (!experiment) return;
  out.start_time = reader.number(experiment, "startTime");
  out.stop_time = reader.number(experiment, "stopTime");
  out.tolerance = reader.number(experiment, "tolerance");
  out.step_size = reader.number(experiment, "stepSize");
  if (out.stop_time && !(*out.stop_time >= out.start_time.value_or(0)))
    reader.complain(reader.span(experiment), "the default experiment ends before it begins");
  if (out.tolerance && !(*out.tolerance > 0)) reader.complain(reader.span(experiment), "the tolerance is not positive");
}

std::vector<DependencyKind> read_dependency_kinds(DescriptionReader& reader, const pugi::xml_node& node,
                                                  std::size_t count) {
  static constexpr std::array<std::pair<std::string_view, DependencyKind>, 5> kinds{{
      {"dependent", DependencyKind::dependent},
      {"constant", DependencyKind::constant},
      {"fixed", DependencyKind::fixed},
      {"tunable", DependencyKind::tunable},
      {"discrete", DependencyKind::discrete},
  }};
  std::vector<DependencyKind> found;
  const pugi::xml_attribute attribute = node.attribute("dependenciesKind");
  std::string_view rest = attribute.value();
  for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
    const auto kind = named(kinds, word);
    if (!kind) reader.error(reader.span(node), "there is no kind of dependency '" + std::string(word) + "'");
    found.push_back(kind.value_or(DependencyKind::dependent));
  }
  if (attribute && found.size() != count)
    reader.error(reader.span(node),
                 "dependenciesKind lists " + std::to_string(found.size()) + ", dependencies " + std::to_string(count));
  found.resize(count, DependencyKind::dependent);
  return found;
}

Outcome<FmuDescription> read_description(std::string text, const std::string& path, bool strict, SourceMap& sources) {
  FmuDescription out;
  DescriptionReader reader(std::move(text), path, strict, sources);
  const pugi::xml_node root = reader.root();
  if (!root) return Outcome<FmuDescription>(std::move(reader.diagnostics()));
  out.version_text = reader.required(root, "fmiVersion");
  out.model_name = reader.required(root, "modelName");
  out.description = reader.text(root, "description");
  out.generation_tool = reader.text(root, "generationTool");
  if (out.version_text == "2.0") {
    read_version_two(reader, root, out);
  } else if (out.version_text.starts_with("3.")) {
    out.version = Version::three;
    read_version_three(reader, root, out);
  } else {
    reader.error(reader.span(root), "version '" + printable(out.version_text) + "' of FMI is not supported").help =
        "2.0 and 3.0 are";
    return Outcome<FmuDescription>(std::move(reader.diagnostics()));
  }
  read_experiment(reader, root, out);
  check_description(reader, root, out);
  return {std::move(out), std::move(reader.diagnostics())};
}

}  // namespace sunder::fmi

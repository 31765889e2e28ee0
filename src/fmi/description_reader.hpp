// Reading modelDescription.xml: what both versions share.
#pragma once

#include <pugixml.hpp>

#include "fmi/description.hpp"

namespace sunder::fmi {

/// The elements and attributes of one file, with complaints that know their place.
class DescriptionReader {
 public:
  DescriptionReader(std::string text, const std::string& path, bool strict, SourceMap& sources);

  /// Null after a diagnostic: no XML, or not that of an FMU.
  pugi::xml_node root();

  Diagnostic& error(Span span, const std::string& message);
  /// What can be understood although it is wrong.
  void complain(Span span, const std::string& message);
  [[nodiscard]] Span span(const pugi::xml_node& node) const;

  std::string text(const pugi::xml_node& node, const char* attribute, const char* otherwise = "") const;
  std::string required(const pugi::xml_node& node, const char* attribute);
  bool flag(const pugi::xml_node& node, const char* attribute, bool otherwise = false);
  std::optional<double> number(const pugi::xml_node& node, const char* attribute);
  std::optional<std::uint64_t> integer(const pugi::xml_node& node, const char* attribute);
  std::optional<std::vector<std::uint64_t>> integers(const pugi::xml_node& node, const char* attribute);
  /// Numbers, separated by white space; of Booleans true and false count too.
  std::vector<double> numbers(const pugi::xml_node& node, const char* attribute);

  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  std::string path_;
  bool strict_;
  FileId file_;
  std::size_t size_ = 0;
  pugi::xml_document document_;
  pugi::xml_parse_result parsed_;
  Diagnostics diagnostics_{200};
};

void read_version_two(DescriptionReader& reader, const pugi::xml_node& root, FmuDescription& out);
void read_version_three(DescriptionReader& reader, const pugi::xml_node& root, FmuDescription& out);

// shared by both
std::optional<Causality> causality_named(std::string_view name);
std::optional<Variability> variability_named(std::string_view name);
std::optional<Initial> initial_named(std::string_view name);
/// Causality, variability and initial, with the defaults of the standard; combinations that it forbids are errors.
void read_roles(DescriptionReader& reader, const pugi::xml_node& node, Variable& variable, Version version);
/// Of an enumeration: the items of its declared type.
void read_items(DescriptionReader& reader, const pugi::xml_node& type, Variable& variable);
void read_experiment(DescriptionReader& reader, const pugi::xml_node& root, FmuDescription& out);
/// `dependencies` and `dependenciesKind`; `find` turns what the file calls a variable into its place.
template <class Find>
void read_dependencies(DescriptionReader& reader, const pugi::xml_node& node, const Find& find, Unknown& unknown);
std::vector<DependencyKind> read_dependency_kinds(DescriptionReader& reader, const pugi::xml_node& node,
                                                  std::size_t count);
/// What must hold between the parts of a description that was read.
void check_description(DescriptionReader& reader, const pugi::xml_node& root, FmuDescription& description);

template <class Find>
void read_dependencies(DescriptionReader& reader, const pugi::xml_node& node, const Find& find, Unknown& unknown) {
  const auto listed = reader.integers(node, "dependencies");
  if (!listed) return;
  const std::vector<DependencyKind> kinds = read_dependency_kinds(reader, node, listed->size());
  std::vector<Dependency> dependencies;
  for (std::size_t i = 0; i < listed->size(); ++i) {
    const std::optional<std::size_t> variable = find((*listed)[i]);
    if (!variable)
      reader.error(unknown.span, "it depends on " + std::to_string((*listed)[i]) + ", which is no variable");
    else
      dependencies.push_back({*variable, kinds[i]});
  }
  unknown.dependencies = std::move(dependencies);
}

}  // namespace sunder::fmi

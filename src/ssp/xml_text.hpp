// An XML file with complaints that know their place.
#pragma once

#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace sunder::ssp {

class XmlText {
 public:
  /// `name`: what the file is called in messages.
  XmlText(std::string text, const std::string& name, SourceMap& sources, Diagnostics& diagnostics);

  /// The outermost element, if it is called so whatever its namespace; null after a diagnostic.
  pugi::xml_node root(std::string_view element);
  [[nodiscard]] Span span(const pugi::xml_node& node) const;
  Diagnostic& error(const pugi::xml_node& node, const std::string& message);
  /// Null, or the attribute as a number; a diagnostic where it is none.
  std::optional<double> number(const pugi::xml_node& node, const char* attribute);
  std::string required(const pugi::xml_node& node, const char* attribute);

  /// The name of an element without its namespace.
  static std::string_view local_name(const pugi::xml_node& node);
  /// The first child of that name; null: there is none.
  static pugi::xml_node child(const pugi::xml_node& node, std::string_view name);
  template <class Visit>
  static void for_children(const pugi::xml_node& node, std::string_view name, Visit visit) {
    for (const pugi::xml_node& one : node.children())
      if (local_name(one) == name) visit(one);
  }

 private:
  FileId file_;
  std::size_t size_ = 0;
  pugi::xml_document document_;
  pugi::xml_parse_result parsed_;
  Diagnostics& diagnostics_;
};

}  // namespace sunder::ssp

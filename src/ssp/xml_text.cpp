#include "ssp/xml_text.hpp"

#include <algorithm>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::ssp {

XmlText::XmlText(std::string text, const std::string& name, SourceMap& sources, Diagnostics& diagnostics)
    : file_(sources.add(name, std::move(text))), diagnostics_(diagnostics) {
  const std::string_view kept = sources.text(file_);
  size_ = kept.size();
  parsed_ = document_.load_buffer(kept.data(), kept.size());
}

std::string_view XmlText::local_name(const pugi::xml_node& node) {
  const std::string_view name = node.name();
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

pugi::xml_node XmlText::child(const pugi::xml_node& node, std::string_view name) {
  for (const pugi::xml_node& one : node.children())
    if (local_name(one) == name) return one;
  return {};
}

pugi::xml_node XmlText::root(std::string_view element) {
  if (!parsed_) {
    const auto at =
        static_cast<std::uint32_t>(std::clamp<std::ptrdiff_t>(parsed_.offset, 0, static_cast<std::ptrdiff_t>(size_)));
    diagnostics_.error(Code::E1031, {file_, at, at}, std::string("this is no XML: ") + parsed_.description());
    return {};
  }
  const pugi::xml_node found = document_.document_element();
  if (local_name(found) == element) return found;
  error(found, "the outermost element is '" + std::string(local_name(found)) + "', not '" + std::string(element) + "'");
  return {};
}

Span XmlText::span(const pugi::xml_node& node) const {
  const std::ptrdiff_t offset = node.offset_debug();
  if (offset < 0) return {file_, 0, 0};
  const auto begin = static_cast<std::uint32_t>(offset);
  const auto end =
      static_cast<std::uint32_t>(std::min<std::size_t>(size_, begin + std::char_traits<char>::length(node.name())));
  return {file_, begin, end};
}

Diagnostic& XmlText::error(const pugi::xml_node& node, const std::string& message) {
  return diagnostics_.error(Code::E1031, span(node), message);
}

std::optional<double> XmlText::number(const pugi::xml_node& node, const char* attribute) {
  const pugi::xml_attribute found = node.attribute(attribute);
  if (!found) return std::nullopt;
  const std::optional<double> value = number_in(found.value());
  if (!value) error(node, std::string("'") + attribute + "' is no number: '" + printable(found.value()) + "'");
  return value;
}

std::string XmlText::required(const pugi::xml_node& node, const char* attribute) {
  const pugi::xml_attribute found = node.attribute(attribute);
  if (!found || *found.value() == '\0')
    error(node, "'" + std::string(local_name(node)) + "' needs the attribute '" + attribute + "'");
  return found.value();
}

}  // namespace sunder::ssp

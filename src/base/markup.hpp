// Text on its way into SVG and HTML.
#pragma once

#include <string>
#include <string_view>

namespace sunder {

/// The text as content or attribute value of SVG and HTML: characters with a meaning there are escaped, those that
/// XML does not allow are replaced.
std::string markup(std::string_view text);

}  // namespace sunder

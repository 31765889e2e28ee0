#include "output.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "terminal.hpp"

namespace sunder::cli {

using Json = nlohmann::ordered_json;

namespace {

/// Characters, not bytes: names may hold any letters.
std::size_t shown_width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string cut(const std::string& text, std::size_t width) {
  if (shown_width(text) <= width) return text;
  std::string out;
  std::size_t columns = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U && ++columns >= width) break;
    out += c;
  }
  return out + "…";
}

}  // namespace

ExitStatus status_of(const Diagnostics& diagnostics) {
  return diagnostics.failed_at_run_time() ? ExitStatus::numerics_failed : ExitStatus::wrong_input;
}

void print_command_line_mistake(const std::string& message, const std::string& help) {
  const Json mistake = {{"diagnostics", Json::array({{{"code", nullptr},
                                                      {"severity", "error"},
                                                      {"message", message},
                                                      {"file", nullptr},
                                                      {"line", nullptr},
                                                      {"column", nullptr},
                                                      {"notes", Json::array()},
                                                      {"help", help.empty() ? Json(nullptr) : Json(help)}}})}};
  std::cout << mistake.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}

void show(const Diagnostics& diagnostics, const SourceMap& sources) {
  const RenderOptions options{is_terminal(2), terminal_width()};
  for (const Diagnostic& d : diagnostics.in_source_order()) std::cerr << render(d, sources, options);
  std::size_t shown = 0;
  for (const Diagnostic& d : diagnostics.all()) shown += d.severity == Severity::error ? 1 : 0;
  if (diagnostics.error_count() > shown)
    std::cerr << "and " << counted(diagnostics.error_count() - shown, "more error") << "\n";
}

ExitStatus failed(const Arguments& arguments, const Diagnostics& diagnostics, const SourceMap& sources,
                  ExitStatus status) {
  show(diagnostics, sources);
  if (arguments.json()) std::cout << verbs::json_text(diagnostics, sources);
  return status;
}

std::string Table::print(std::size_t width, std::size_t indent) const {
  std::vector<std::size_t> widths(header.size());
  for (std::size_t c = 0; c < header.size(); ++c) {
    widths[c] = shown_width(header[c]);
    for (const auto& row : rows) widths[c] = std::max(widths[c], shown_width(row[c]));
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string out(indent, ' ');
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const std::string padding(widths[c] - shown_width(cells[c]), ' ');
      const bool last = c + 1 == cells.size();
      const bool to_right = c < right.size() && right[c];
      out += to_right ? padding + cells[c] : cells[c] + (last ? "" : padding);
      if (!last) out += "  ";
    }
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return cut(out, width) + "\n";
  };
  std::string out;
  if (std::any_of(header.begin(), header.end(), [](const std::string& h) { return !h.empty(); }))
    out += bold(line(header));
  for (const auto& row : rows) out += line(row);
  return out;
}

std::string bold(const std::string& text) {
  if (!is_terminal(1)) return text;
  const bool line_end = text.ends_with('\n');
  return "\x1b[1m" + text.substr(0, text.size() - (line_end ? 1 : 0)) + "\x1b[0m" + (line_end ? "\n" : "");
}

std::string paragraph(const std::string& text, std::size_t width) {
  std::string out;
  std::size_t column = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    const std::size_t length = shown_width(word);
    if (column > 0 && column + 1 + length > width) {
      out += '\n';
      column = 0;
    }
    if (column > 0) {
      out += ' ';
      ++column;
    }
    out += word;
    column += length;
    at = end + 1;
  }
  return out + "\n";
}

std::string name_list(const std::vector<std::string>& names, std::size_t width) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string next = (i > 0 ? ", " : "") + names[i];
    const std::string tail = ", … (" + std::to_string(names.size() - i) + " more)";
    const bool last = i + 1 == names.size();
    if (i > 0 && shown_width(out) + shown_width(next) + (last ? 0 : tail.size() - 2) > width) return out + tail;
    out += next;
  }
  return cut(out, width);
}

}  // namespace sunder::cli

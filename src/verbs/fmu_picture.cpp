// The dependency structure of an FMU as a picture: a mark for every state and input that a row is declared to depend
// on.
#include <algorithm>

#include "base/text.hpp"
#include "verbs/files.hpp"
#include "verbs/fmu_info.hpp"

namespace sunder::verbs {

namespace {

constexpr std::size_t most_named = 80;  // more names than that nobody could read

std::string escaped(const std::string& text) {
  std::string made;
  for (const char c : printable(text)) made += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
  return made;
}

}  // namespace

std::string structure_picture(const FmuInfo& info) {
  const auto& [marked, known] = info.structure;
  const std::size_t rows = marked.size();
  const std::size_t columns = known.size();
  const bool named = rows <= most_named && columns <= most_named;
  const double cell =
      named ? 14 : std::max(1.0, 800.0 / static_cast<double>(std::max<std::size_t>({rows, columns, 1})));
  std::size_t longest_row = 0, longest_column = 0;
  for (const report::ReportStructure::Row& one : marked) longest_row = std::max(longest_row, one.name.size());
  for (const std::string& one : known) longest_column = std::max(longest_column, one.size());
  const double left = named ? 8 + 6.5 * static_cast<double>(longest_row) : 10;
  const double top = named ? 8 + 6.5 * static_cast<double>(longest_column) : 10;
  const double width = cell * static_cast<double>(columns), height = cell * static_cast<double>(rows);
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + rounded(left + width + 12) + "\" height=\"" +
                    rounded(top + height + 34) + "\" font-family=\"sans-serif\" font-size=\"11\">\n";
  svg += "<rect x=\"" + rounded(left) + "\" y=\"" + rounded(top) + "\" width=\"" + rounded(width) + "\" height=\"" +
         rounded(height) + "\" fill=\"none\" stroke=\"#999\"/>\n";
  std::string declared, assumed;  // places of marks
  const auto mark = [&](std::size_t r, std::size_t c, std::size_t wide) {
    const double length = cell * (static_cast<double>(wide) - 0.2);
    return "M" + rounded(left + cell * (static_cast<double>(c) + 0.1)) + " " +
           rounded(top + cell * (static_cast<double>(r) + 0.1)) + "h" + rounded(length) + "v" + rounded(0.8 * cell) +
           "h-" + rounded(length) + "z";
  };
  for (std::size_t r = 0; r < rows; ++r) {
    const report::ReportStructure::Row& one = marked[r];
    if (!one.on && columns > 0) assumed += mark(r, 0, columns);
    if (one.on)
      for (const std::size_t column : *one.on) declared += mark(r, column, 1);
    if (named)
      svg += "<text x=\"" + rounded(left - 4) + "\" y=\"" + rounded(top + cell * (static_cast<double>(r) + 0.8)) +
             "\" text-anchor=\"end\">" + escaped(one.name) + "</text>\n";
  }
  for (std::size_t c = 0; named && c < columns; ++c)
    svg += "<text transform=\"translate(" + rounded(left + cell * (static_cast<double>(c) + 0.8)) + " " +
           rounded(top - 4) + ") rotate(-90)\">" + escaped(known[c]) + "</text>\n";
  if (!declared.empty()) svg += "<path fill=\"#1f6fb2\" d=\"" + declared + "\"/>\n";
  if (!assumed.empty()) svg += "<path fill=\"#d9a441\" d=\"" + assumed + "\"/>\n";
  svg += "<text x=\"" + rounded(left) + "\" y=\"" + rounded(top + height + 20) + "\">" + escaped(info.model) + ": " +
         counted(rows, "row") + ", " + std::to_string(columns) + " states and inputs" +
         (assumed.empty() ? "" : "; yellow: nothing is declared") + "</text>\n";
  return svg + "</svg>\n";
}

}  // namespace sunder::verbs

#include "emit/listing.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace sunder::emit {

const Segment& Kernel::segment_of(std::uint32_t row) const {
  const auto after = std::upper_bound(segments.begin(), segments.end(), row,
                                      [](std::uint32_t r, const Segment& segment) { return r < segment.first_row; });
  return *std::prev(after);
}

namespace {

Place place_in(const Kernel& kernel, const Column& column, std::size_t number, std::uint32_t row) {
  if (!column.is_regular())
    return {column.space, kernel.tables[column.table][row] + static_cast<std::uint32_t>(column.offset)};
  const Segment& segment = kernel.segment_of(row);
  const std::int64_t offset = static_cast<std::int64_t>(column.stride) * (row - segment.first_row);
  return {column.space, static_cast<std::uint32_t>(segment.bases[number] + offset)};
}

}  // namespace

Place Kernel::input(std::uint32_t slot, std::uint32_t row) const { return place_in(*this, inputs[slot], slot, row); }

Place Kernel::output(std::uint32_t number, std::uint32_t row) const {
  return place_in(*this, outputs[number], inputs.size() + number, row);
}

std::size_t Listing::operations(const Part& part) const {
  std::size_t total = 0;
  for (const Run& run : part.runs) {
    for (const Statement& statement : run.body) total += run.turns * kernels[statement.kernel].operations;
  }
  return total;
}

namespace {

std::string_view short_name(Space space) {
  static constexpr std::string_view names[space_count] = {"x",   "dx", "w",  "u", "p", "time", "x'",
                                                          "dx'", "w'", "u'", "r", "m", "j",    "f"};
  return names[static_cast<std::size_t>(space)];
}

std::string column_text(const Kernel& kernel, const Column& column, std::size_t number) {
  std::string text(short_name(column.space));
  if (column.space == Space::time) return text;
  if (!column.is_regular()) return text + "[table " + std::to_string(column.table) + "]";
  text += "[" + std::to_string(kernel.segments.front().bases[number]);
  if (kernel.segments.size() > 1) text += "…";
  if (column.stride != 0) text += " + " + std::to_string(column.stride) + " i";
  return text + "]";
}

}  // namespace

std::string print(const Listing& listing) {
  std::string text;
  for (std::size_t k = 0; k < listing.kernels.size(); ++k) {
    const Kernel& kernel = listing.kernels[k];
    text += "kernel " + std::to_string(k) + ": " + counted(kernel.count, "row") + +", " +
            counted(kernel.segments.size(), "segment") + ", " + counted(kernel.operations, "operation") + " a row:";
    for (std::size_t i = 0; i < kernel.outputs.size(); ++i)
      text += " " + column_text(kernel, kernel.outputs[i], kernel.inputs.size() + i);
    text += " from";
    for (std::size_t i = 0; i < kernel.inputs.size(); ++i) text += " " + column_text(kernel, kernel.inputs[i], i);
    text += "\n";
  }
  for (std::size_t p = 0; p < listing.parts.size(); ++p) {
    const Part& part = listing.parts[p];
    text += "part " + std::to_string(p) + ": " + counted(part.runs.size(), "run") + ", " +
            counted(listing.operations(part), "operation") + (part.ranged ? ", called in ranges" : "") + "\n";
  }
  return text;
}

}  // namespace sunder::emit

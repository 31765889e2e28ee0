#include "emit/c/program_c.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

#include "emit/c/tape_c.hpp"

namespace sunder::emit {

namespace {

/// Straight code is cut into functions of about this many characters: the compiler's time grows faster than linearly.
constexpr std::size_t function_limit = 100'000;
/// Runs of at most this many turns are written out.
constexpr std::uint32_t unrolled_turns = 4;

/// Of the spaces, in their order.
constexpr std::array<const char*, space_count> space_names = {
    "x", "dx", "w", "u", "p", "t", "xt", "dxt", "wt", "ut", "residual", "matrix", "jacobian", "factor"};

std::string text_of(std::int64_t value) { return std::to_string(value); }

// One function, or the piece of one.
class FunctionWriter {
 public:
  FunctionWriter(const Listing& listing, std::string name, std::string& tables, CRoutines& routines)
      : listing_(listing), name_(std::move(name)), tables_(tables), routines_(routines) {}

  [[nodiscard]] std::size_t size() const { return body_.size(); }

  void write(const Run& run) {
    if (run.turns <= unrolled_turns) {
      for (std::uint32_t turn = 0; turn < run.turns; ++turn)
        for (const Statement& statement : run.body) write_row(statement, turn);
    } else if (listing_.kernels[run.body[0].kernel].segments.size() > 1) {
      write_segments(run);
    } else {
      write_loop(run, "0", text_of(run.turns));
    }
  }

  void write_ranged(const Run& run) {
    ranged_ = true;
    write_loop(run, "begin", "end");
  }

  [[nodiscard]] std::string text() const {
    std::string made = "static void " + name_ + "(double* const* s, uint32_t begin, uint32_t end) {\n";
    for (std::size_t i = 0; i < space_count; ++i)
      if (used_[i])
        made += std::string("  double* restrict const ") + space_names[i] + " = s[" + std::to_string(i) + "];\n";
    if (!ranged_) made += "  (void)begin, (void)end;\n";
    if (std::ranges::none_of(used_, [](bool used) { return used; })) made += "  (void)s;\n";
    return made + body_ + "}\n";
  }

 private:
  std::string at(Space space, const std::string& index) {
    used_[static_cast<std::size_t>(space)] = true;
    return std::string(space_names[static_cast<std::size_t>(space)]) + "[" + index + "]";
  }

  // One row with all addresses known.
  void write_row(const Statement& statement, std::uint32_t turn) {
    const Kernel& kernel = listing_.kernels[statement.kernel];
    const std::uint32_t row = statement.first + statement.step * turn;
    const auto place = [&](Place p) { return at(p.space, text_of(p.index)); };
    body_ += "  {\n";
    const auto values = write_c_tape(
        body_, kernel.tape, [&](std::uint32_t slot) { return place(kernel.input(slot, row)); }, routines_);
    for (std::uint32_t k = 0; k < values.size(); ++k)
      body_ += "    " + place(kernel.output(k, row)) + " = " + values[k] + ";\n";
    body_ += "  }\n";
  }

  static std::string linear(std::int64_t base, std::int64_t stride, const std::string& turn) {
    if (stride == 0) return text_of(base);
    const std::string moved = (stride == 1 || stride == -1 ? "" : text_of(std::abs(stride)) + " * ") + turn;
    if (stride < 0) return text_of(base) + " - " + moved;
    return base == 0 ? moved : text_of(base) + " + " + moved;
  }

  std::string table(const std::vector<std::uint32_t>& values) {
    const std::string name = name_ + "_t" + std::to_string(table_count_++);
    tables_ += c_array(name, values);
    return name;
  }

  /// One element of a table of the kernel, and what is added to it.
  std::string looked_up(const Kernel& kernel, const Column& column, const std::string& row) {
    const std::vector<std::uint32_t>& values = kernel.tables[column.table];
    std::string& name = names_of_tables_[&values];
    if (name.empty()) name = table(values);
    const std::int64_t offset = column.offset;
    return name + "[" + row + "]" + (offset == 0 ? "" : (offset < 0 ? " - " : " + ") + text_of(std::abs(offset)));
  }

  using Address = std::function<std::string(const Column& column, std::size_t number)>;

  void write_turn(const Kernel& kernel, const Address& address) {
    const auto values = write_c_tape(
        body_, kernel.tape,
        [&](std::uint32_t slot) { return at(kernel.inputs[slot].space, address(kernel.inputs[slot], slot)); },
        routines_);
    for (std::size_t k = 0; k < values.size(); ++k)
      body_ += "    " + at(kernel.outputs[k].space, address(kernel.outputs[k], kernel.inputs.size() + k)) + " = " +
               values[k] + ";\n";
  }

  void write_loop(const Run& run, const std::string& begin, const std::string& end) {
    body_ += "  for (size_t i = " + begin + "; i < " + end + "; ++i) {\n";
    for (const Statement& statement : run.body) {
      const Kernel& kernel = listing_.kernels[statement.kernel];
      if (run.body.size() > 1) body_ += "    {\n";
      write_turn(kernel, [&](const Column& column, std::size_t number) {
        if (!column.is_regular()) return looked_up(kernel, column, linear(statement.first, statement.step, "i"));
        const std::int64_t stride = column.stride;
        return linear(kernel.segments.front().bases[number] + stride * statement.first, stride * statement.step, "i");
      });
      if (run.body.size() > 1) body_ += "    }\n";
    }
    body_ += "  }\n";
  }

  // A loop over segments around the loop over rows; a table tells where segments begin.
  void write_segments(const Run& run) {
    const Kernel& kernel = listing_.kernels[run.body[0].kernel];
    const std::size_t width = kernel.inputs.size() + kernel.outputs.size() + 2;
    std::vector<std::uint32_t> starts;
    for (const Segment& segment : kernel.segments) {
      starts.push_back(segment.first_row);
      starts.push_back(segment.count);
      starts.insert(starts.end(), segment.bases.begin(), segment.bases.end());
      starts.resize((starts.size() + width - 1) / width * width, 0);
    }
    const std::string segments = table(starts);
    body_ += "  for (size_t g = 0; g < " + text_of(static_cast<std::int64_t>(kernel.segments.size())) + "; ++g) {\n";
    body_ += "    const uint32_t* const at = " + segments + " + " + text_of(static_cast<std::int64_t>(width)) +
             " * g;\n    for (size_t i = 0; i < at[1]; ++i) {\n";
    write_turn(kernel, [&](const Column& column, std::size_t number) {
      if (!column.is_regular()) return looked_up(kernel, column, "at[0] + i");
      const std::string base = "at[" + std::to_string(number + 2) + "]";
      return column.stride == 0 ? base : base + (column.stride < 0 ? "" : " + ") + linear_part(column.stride);
    });
    body_ += "    }\n  }\n";
  }

  static std::string linear_part(std::int64_t stride) {
    return (stride < 0 ? " - " : "") + text_of(std::abs(stride)) + " * i";
  }

  const Listing& listing_;
  std::string name_;
  std::string& tables_;
  CRoutines& routines_;
  std::string body_;
  std::array<bool, space_count> used_{};
  std::size_t table_count_ = 0;
  std::unordered_map<const std::vector<std::uint32_t>*, std::string> names_of_tables_;
  bool ranged_ = false;
};

std::string place_text(Place place) {
  return "{" + std::to_string(static_cast<int>(place.space)) + ", " + std::to_string(place.index) + "}";
}
std::string place_text(const std::optional<Place>& place) { return place ? place_text(*place) : "{SPACE_COUNT, 0}"; }

/// The pattern of a sparse matrix by columns, and by rows with the place of every entry.
std::string write_pattern(const std::vector<std::int32_t>& column_starts, const std::vector<std::int32_t>& row_indices,
                          const std::string& name) {
  const auto size = static_cast<std::uint32_t>(column_starts.size() - 1);
  std::vector<std::uint32_t> row_index(row_indices.begin(), row_indices.end());
  const std::vector<std::uint32_t> column_start(column_starts.begin(), column_starts.end());
  std::vector<std::uint32_t> row_start(size + 1, 0), column(row_index.size()), entry(row_index.size());
  for (const std::uint32_t row : row_index) ++row_start[row + 1];
  for (std::size_t row = 0; row < size; ++row) row_start[row + 1] += row_start[row];
  std::vector<std::uint32_t> next(row_start.begin(), row_start.end() - 1);
  for (std::uint32_t c = 0; c < size; ++c) {
    for (auto k = column_starts[c]; k < column_starts[c + 1]; ++k) {
      const std::uint32_t place = next[row_index[static_cast<std::size_t>(k)]]++;
      column[place] = c;
      entry[place] = static_cast<std::uint32_t>(k);
    }
  }
  return c_array(name + "_column_start", column_start) + c_array(name + "_row_index", row_index) +
         c_array(name + "_row_start", row_start) + c_array(name + "_column", column) + c_array(name + "_entry", entry);
}

std::string write_relaxed(const RelaxedFamily& relaxed, const std::string& name) {
  std::vector<std::string> calls;
  for (const auto& [pattern, begin, end, back_begin, first_unknown, pivots] : relaxed.calls)
    calls.push_back("{" + std::to_string(pattern) + ", " + std::to_string(begin) + ", " + std::to_string(end) + ", " +
                    std::to_string(back_begin) + ", " + std::to_string(first_unknown) + ", " + std::to_string(pivots) +
                    "}");
  std::string made = c_array("struct SunderRelaxedCall", name + "_calls", calls);
  std::vector<std::string> moves;
  for (const auto& [to, from, count] : relaxed.moves)
    moves.push_back("{" + place_text(to) + ", " + std::to_string(from) + ", " + std::to_string(count) + "}");
  made += c_array(name + "_homes", relaxed.homes) + c_array("struct SunderRelaxedMove", name + "_moves", moves) +
          c_array(name + "_move_start", relaxed.move_starts);
  const bool has_last = relaxed.last_size > 0;
  if (has_last) made += write_pattern(relaxed.last_column_starts, relaxed.last_row_indices, name + "_last");
  made += "static const struct SunderRelaxed " + name + "_relaxed = {";
  for (const std::size_t value :
       {std::size_t{relaxed.first_part}, relaxed.calls.size(), std::size_t{relaxed.factor_count},
        std::size_t{relaxed.guard_count}, std::size_t{relaxed.last_size}, std::size_t{relaxed.last_dense ? 1U : 0U},
        relaxed.last_row_indices.size(), std::size_t{relaxed.gather_part}, std::size_t{relaxed.iterated ? 1U : 0U},
        std::size_t{relaxed.right_part}, std::size_t{relaxed.varies ? 1U : 0U}, std::size_t{relaxed.frugal ? 1U : 0U}})
    made += std::to_string(value) + ", ";
  made += c_array_name(name + "_calls", !calls.empty()) + ", " + name + "_homes, " +
          c_array_name(name + "_moves", !moves.empty()) + ", " + name + "_move_start";
  for (const char* table : {"_last_column_start", "_last_row_index"})
    made += ", " + c_array_name(name + table, has_last);
  return made + "};\n";
}

}  // namespace

std::string c_array_name(const std::string& name, bool has_values) { return has_values ? name : "NULL"; }

std::string c_array(const std::string& type, const std::string& name, const std::vector<std::string>& values) {
  if (values.empty()) return {};
  std::string made = "static const " + type + " " + name + "[] = {";
  std::size_t column = made.size();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) made += ",";
    if (column + values[i].size() > 110) {
      made += "\n  ";
      column = 2;
    } else if (i > 0) {
      made += " ";
    }
    made += values[i];
    column += values[i].size() + 2;
  }
  return made + "};\n";
}

std::string c_array(const std::string& name, const std::vector<std::uint32_t>& values) {
  std::vector<std::string> texts;
  texts.reserve(values.size());
  for (const std::uint32_t value : values) texts.push_back(std::to_string(value));
  return c_array("uint32_t", name, texts);
}

std::string c_part(const std::string& prefix, std::size_t part) { return prefix + "_part" + std::to_string(part); }

std::string write_c_parts(const Listing& listing, const std::string& prefix, CRoutines& routines) {
  std::string text;
  for (std::size_t p = 0; p < listing.parts.size(); ++p) {
    const Part& part = listing.parts[p];
    std::vector<std::string> pieces;
    std::size_t next = 0;
    do {
      pieces.push_back(c_part(prefix, p) + "_" + std::to_string(pieces.size()));
      std::string tables;
      FunctionWriter writer(listing, pieces.back(), tables, routines);
      while (next < part.runs.size() && writer.size() < function_limit) {
        if (part.ranged)
          writer.write_ranged(part.runs[next++]);
        else
          writer.write(part.runs[next++]);
      }
      text += tables + writer.text();
    } while (next < part.runs.size());
    text += "static void " + c_part(prefix, p) + "(double* const* s, uint32_t begin, uint32_t end) {\n";
    for (const std::string& piece : pieces) text += "  " + piece + "(s, begin, end);\n";
    text += "}\n";
  }
  return text;
}

CProgram write_c_program(const Assembly& assembly, const std::string& prefix, CRoutines& routines) {
  CProgram made;
  made.text = write_c_parts(assembly.listing, prefix, routines);
  std::vector<std::string> parts, items, families;
  for (std::size_t p = 0; p < assembly.listing.parts.size(); ++p) parts.push_back(c_part(prefix, p));
  for (const Item& item : assembly.items)
    items.push_back("{" + std::to_string(item.is_loop ? 1 : 0) + ", " + std::to_string(item.part) + ", " +
                    std::to_string(item.family) + ", " + std::to_string(item.first) + ", " +
                    std::to_string(item.count) + "}");
  for (const LoopFamily& family : assembly.families) {
    const std::string name = prefix + "_loop" + std::to_string(families.size());
    std::vector<std::string> places, bounds;
    for (const Place place : family.places) places.push_back(place_text(place));
    for (const LoopFamily::Bounds& of : family.bounds)
      bounds.push_back("{" + place_text(of.lower) + ", " + place_text(of.upper) + "}");
    made.text += c_array("struct SunderPlace", name + "_places", places);
    made.text += c_array("struct SunderBounds", name + "_bounds", bounds);
    if (!family.dense) made.text += write_pattern(family.column_starts, family.row_indices, name);
    if (family.relaxed) made.text += write_relaxed(*family.relaxed, name);
    std::string one = "{{" + std::to_string(family.linear ? 1 : 0) + ", " + std::to_string(family.dense ? 1 : 0);
    for (const std::size_t value : {std::size_t{family.size}, std::size_t{family.instances}, std::size_t{family.part},
                                    family.row_indices.size(), std::size_t{family.iterated}, std::size_t{family.inner}})
      one += ", " + std::to_string(value);
    one += ", " + name + "_places, " + c_array_name(name + "_bounds", !bounds.empty());
    const auto add = [&](const char* table) { one += ", " + c_array_name(name + table, !family.dense); };
    for (const char* table : {"_column_start", "_row_index"}) add(table);
    one += family.relaxed ? ", &" + name + "_relaxed}" : ", NULL}";
    for (const char* table : {"_row_start", "_column", "_entry"}) add(table);
    const bool sparse_last = family.relaxed && !family.relaxed->last_dense;
    for (const char* table : {"_last_row_start", "_last_column", "_last_entry"})
      one += ", " + c_array_name(name + table, sparse_last);
    families.push_back(one + "}");
  }
  made.text += c_array("SunderPart", prefix + "_parts", parts);
  made.text += c_array("struct SunderItem", prefix + "_items", items);
  made.text += c_array("struct SunderFamily", prefix + "_families", families);
  made.initialiser = "{" + std::to_string(items.size()) + ", " + c_array_name(prefix + "_items", !items.empty()) +
                     ", " + std::to_string(families.size()) + ", " +
                     c_array_name(prefix + "_families", !families.empty()) + ", " +
                     c_array_name(prefix + "_parts", !parts.empty()) + "}";
  return made;
}

}  // namespace sunder::emit

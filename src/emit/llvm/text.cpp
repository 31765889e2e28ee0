#include "emit/llvm/text.hpp"

#include <algorithm>
#include <optional>

#include "emit/llvm/periods.hpp"
#include "emit/llvm/tape_text.hpp"

namespace sunder::emit {

namespace {

/// Straight code is cut into functions of about this many instructions: the optimiser's time grows faster than
/// linearly. Rows are not cut: one that is longer is not optimised at all.
constexpr std::size_t function_limit = 2500;
/// Beyond this much straight code in a listing, optimising it takes longer than it saves.
constexpr std::size_t optimised_limit = 12'000;
/// Runs of at most this many turns are written out.
constexpr std::uint32_t unrolled_turns = 4;

std::string text_of(std::int64_t value) { return std::to_string(value); }

std::string base_name(Space space) { return "%s" + std::to_string(static_cast<int>(space)); }

// Writes the runs of one function.
class RunWriter {
 public:
  RunWriter(const Listing& listing, LlvmText& text, std::uint32_t& metadata, std::string& metadata_text)
      : listing_(listing), text_(text), metadata_(metadata), metadata_text_(metadata_text) {}

  FunctionText& function() { return function_; }

  void write(const Run& run) {
    if (run.turns <= unrolled_turns) {
      for (std::uint32_t turn = 0; turn < run.turns; ++turn) {
        for (const Statement& statement : run.body) write_row(statement, turn);
      }
    } else if (segments(run) > 1) {
      write_segments(run);
    } else if (const auto runs = periodic_runs(listing_, run); !runs.empty()) {
      for (const Run& piece : runs) write(piece);
    } else {
      write_loop(run, "0", text_of(run.turns), {});
    }
  }

  void write_ranged(const Run& run) { write_loop(run, "%begin", "%end", {}); }

 private:
  using Bases = std::vector<std::string>;  // pointers to the first rows of the columns, if not known before

  [[nodiscard]] std::size_t segments(const Run& run) const {
    return listing_.kernels[run.body[0].kernel].segments.size();
  }

  std::string element(const std::string& pointer, const std::string& index) {
    return function_.value("getelementptr inbounds double, ptr " + pointer + ", i64 " + index);
  }
  std::string load(const std::string& pointer) {
    return function_.value("load double, ptr " + pointer + ", align 8" + access_);
  }
  void store(const std::string& value, const std::string& pointer) {
    function_.line("store double " + value + ", ptr " + pointer + ", align 8" + access_);
  }

  // One row with all addresses known.
  void write_row(const Statement& statement, std::uint32_t turn) {
    access_.clear();
    const Kernel& kernel = listing_.kernels[statement.kernel];
    const std::uint32_t row = statement.first + statement.step * turn;
    const auto pointer = [&](Place place) { return element(base_name(place.space), text_of(place.index)); };
    const auto values =
        write_tape(function_, kernel.tape, [&](std::uint32_t slot) { return load(pointer(kernel.input(slot, row))); });
    for (std::uint32_t k = 0; k < values.size(); ++k) store(values[k], pointer(kernel.output(k, row)));
  }

  // Columns of one statement inside of a loop: what is computed before the loop, and the address in a turn.
  struct ColumnText {
    std::string pointer;  // of turn 0, or of the array when there is a table
    std::int64_t stride = 0;
    std::uint32_t table = Column::regular;
    std::int64_t offset = 0;  // from the table
    std::string loaded;       // the same in all turns and loaded before
  };

  /// Turns: so many, from the first one, if that is known.
  ColumnText prepare(const Column& column, std::size_t number, const Statement& statement, const Bases& bases,
                     std::optional<std::uint32_t> turns) {
    const Kernel& kernel = listing_.kernels[statement.kernel];
    ColumnText made;
    if (const auto line = turns ? line_in_table(kernel, column, statement, *turns) : std::nullopt) {
      made.stride = line->stride;
      made.pointer = element(base_name(column.space), text_of(line->base));
      return made;
    }
    if (!column.is_regular()) {
      made.pointer = base_name(column.space);
      made.table = column.table;
      made.offset = column.offset;
      return made;
    }
    made.stride = static_cast<std::int64_t>(column.stride) * statement.step;
    if (!bases.empty()) {
      made.pointer = bases[number];
    } else {
      const std::int64_t base =
          kernel.segments.front().bases[number] + static_cast<std::int64_t>(column.stride) * statement.first;
      made.pointer = element(base_name(column.space), text_of(base));
    }
    return made;
  }

  struct StatementText {
    const Kernel* kernel;
    std::uint32_t first, step;  // rows of the turns
    std::vector<ColumnText> inputs, outputs;
    std::vector<std::uint32_t> shared;  // tables that several columns use: read once in a turn
  };

  // What the table says in this turn.
  std::string looked_up(const StatementText& statement, std::uint32_t table, const std::string& turn) {
    std::string row = turn;
    if (statement.step != 1) row = function_.value("mul nuw nsw i64 " + row + ", " + text_of(statement.step));
    if (statement.first != 0) row = function_.value("add nuw nsw i64 " + row + ", " + text_of(statement.first));
    const auto home = reinterpret_cast<std::intptr_t>(statement.kernel->tables[table].data());
    const std::string place = function_.value("getelementptr inbounds i32, ptr inttoptr (i64 " +
                                              text_of(static_cast<std::int64_t>(home)) + " to ptr), i64 " + row);
    const std::string index = function_.value("load i32, ptr " + place + ", align 4, !invariant.load !0");
    return function_.value("zext i32 " + index + " to i64");
  }

  /// `indices`: by table, what was read before.
  std::string address(const StatementText& statement, const ColumnText& column, const std::string& turn,
                      const std::vector<std::string>& indices) {
    if (column.table != Column::regular) {
      const std::string& known = indices[column.table];
      const std::string beside =
          element(column.pointer, known.empty() ? looked_up(statement, column.table, turn) : known);
      return column.offset == 0 ? beside : element(beside, text_of(column.offset));
    }
    if (column.stride == 0) return column.pointer;
    if (column.stride == 1) return element(column.pointer, turn);
    return element(column.pointer, function_.value("mul nsw i64 " + turn + ", " + text_of(column.stride)));
  }

  // Turns [begin, end) of the body, none if begin = end.
  void write_loop(const Run& run, const std::string& begin, const std::string& end, const Bases& bases) {
    access_.clear();
    std::vector<StatementText> statements;
    const std::optional<std::uint32_t> turns = begin == "0" ? std::optional(run.turns) : std::nullopt;
    for (const Statement& statement : run.body) statements.push_back(prepare(statement, run.parallel, bases, turns));
    const std::string loop_mark = run.parallel ? parallel_loop() : std::string();
    const std::string loop = function_.fresh("loop");
    const std::string after = function_.fresh("after");
    const std::string before = function_.block;
    const std::string turn = function_.fresh("%turn");
    const std::string next = function_.fresh("%next");
    function_.line("br i1 " + function_.value("icmp slt i64 " + begin + ", " + end) + ", label %" + loop + ", label %" +
                   after);
    function_.start_block(loop);
    // The last block of the body is known only after it is written.
    const std::size_t phi = function_.body.size();
    for (const StatementText& statement : statements) write_turn(statement, turn);
    function_.line(next + " = add nuw nsw i64 " + turn + ", 1");
    function_.line("br i1 " + function_.value("icmp slt i64 " + next + ", " + end) + ", label %" + loop + ", label %" +
                   after + loop_mark);
    function_.body.insert(phi, "  " + turn + " = phi i64 [ " + begin + ", %" + before + " ], [ " + next + ", %" +
                                   function_.block + " ]\n");
    function_.start_block(after);
    access_.clear();
  }

  StatementText prepare(const Statement& statement, bool parallel, const Bases& bases,
                        std::optional<std::uint32_t> turns) {
    const Kernel& kernel = listing_.kernels[statement.kernel];
    StatementText made{&kernel, statement.first, statement.step, {}, {}, {}};
    std::vector<std::uint32_t> users(kernel.tables.size(), 0);
    std::vector<bool> used(kernel.inputs.size(), false);
    for (const Instruction& instruction : kernel.tape.instructions) {
      if (instruction.kind == Instruction::Kind::load) used[instruction.payload] = true;
    }
    for (std::size_t k = 0; k < kernel.inputs.size(); ++k) {
      ColumnText column;
      if (used[k]) column = prepare(kernel.inputs[k], k, statement, bases, turns);
      // In parallel runs nothing that is read is written, so what stays the same is read once.
      if (used[k] && parallel && column.table == Column::regular && column.stride == 0)
        column.loaded = load(column.pointer);
      if (used[k] && column.table != Column::regular) ++users[column.table];
      made.inputs.push_back(std::move(column));
    }
    for (std::size_t k = 0; k < kernel.outputs.size(); ++k) {
      made.outputs.push_back(prepare(kernel.outputs[k], kernel.inputs.size() + k, statement, bases, turns));
      if (made.outputs.back().table != Column::regular) ++users[made.outputs.back().table];
    }
    for (std::uint32_t table = 0; table < users.size(); ++table)
      if (users[table] > 1) made.shared.push_back(table);
    return made;
  }

  void write_turn(const StatementText& statement, const std::string& turn) {
    std::vector<std::string> indices(statement.kernel->tables.size());
    for (const std::uint32_t table : statement.shared) indices[table] = looked_up(statement, table, turn);
    const auto values = write_tape(function_, statement.kernel->tape, [&](std::uint32_t slot) {
      const ColumnText& column = statement.inputs[slot];
      return column.loaded.empty() ? load(address(statement, column, turn, indices)) : column.loaded;
    });
    for (std::size_t k = 0; k < values.size(); ++k)
      store(values[k], address(statement, statement.outputs[k], turn, indices));
  }

  // Tells the vectoriser that turns do not touch each other's numbers.
  std::string parallel_loop() {
    const std::uint32_t group = metadata_++;
    const std::uint32_t accesses = metadata_++;
    const std::uint32_t loop = metadata_++;
    const auto mark = [](std::uint32_t number) { return "!" + std::to_string(number); };
    metadata_text_ += mark(group) + " = distinct !{}\n";
    metadata_text_ += mark(accesses) + " = !{!\"llvm.loop.parallel_accesses\", " + mark(group) + "}\n";
    metadata_text_ += mark(loop) + " = distinct !{" + mark(loop) + ", " + mark(accesses) + "}\n";
    access_ = ", !llvm.access.group " + mark(group);
    return ", !llvm.loop " + mark(loop);
  }

  // A loop over segments around the loop over rows; a table tells where segments begin.
  void write_segments(const Run& run) {
    const Kernel& kernel = listing_.kernels[run.body[0].kernel];
    const std::size_t columns = kernel.inputs.size() + kernel.outputs.size();
    const std::size_t width = columns + 2;
    auto& table = text_.tables.emplace_back();
    for (const Segment& segment : kernel.segments) {
      table.push_back(segment.first_row);
      table.push_back(segment.count);
      table.insert(table.end(), segment.bases.begin(), segment.bases.end());
    }
    const std::string loop = function_.fresh("segment");
    const std::string after = function_.fresh("after");
    const std::string before = function_.block;
    const std::string turn = function_.fresh("%segment");
    const std::string next = function_.fresh("%next");
    function_.line("br label %" + loop);
    function_.start_block(loop);
    const std::size_t phi = function_.body.size();
    access_.clear();
    const std::string row =
        function_.value("mul nuw nsw i64 " + turn + ", " + text_of(static_cast<std::int64_t>(width)));
    const auto entry = [&](std::size_t k) {
      const std::string index =
          function_.value("add nuw nsw i64 " + row + ", " + text_of(static_cast<std::int64_t>(k)));
      const std::string place = function_.value(
          "getelementptr inbounds i64, ptr inttoptr (i64 " +
          text_of(static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(table.data()))) + " to ptr), i64 " + index);
      return function_.value("load i64, ptr " + place + ", align 8, !invariant.load !0");
    };
    const std::string first = entry(0);
    const std::string count = entry(1);
    Bases bases;
    for (std::size_t k = 0; k < columns; ++k) {
      const Column& column = k < kernel.inputs.size() ? kernel.inputs[k] : kernel.outputs[k - kernel.inputs.size()];
      bases.push_back(column.is_regular() ? element(base_name(column.space), entry(k + 2)) : std::string());
    }
    // Tables are read by row, regular columns by turn: with any table the loop runs over rows.
    write_segment_rows(run, kernel, first, count, bases);
    function_.line(next + " = add nuw nsw i64 " + turn + ", 1");
    function_.line(
        "br i1 " +
        function_.value("icmp slt i64 " + next + ", " + text_of(static_cast<std::int64_t>(kernel.segments.size()))) +
        ", label %" + loop + ", label %" + after);
    function_.body.insert(
        phi, "  " + turn + " = phi i64 [ 0, %" + before + " ], [ " + next + ", %" + function_.block + " ]\n");
    function_.start_block(after);
  }

  void write_segment_rows(const Run& run, const Kernel& kernel, const std::string& first, const std::string& count,
                          Bases bases) {
    const auto has_table = [](const Column& column) { return !column.is_regular(); };
    const bool tables = std::any_of(kernel.inputs.begin(), kernel.inputs.end(), has_table) ||
                        std::any_of(kernel.outputs.begin(), kernel.outputs.end(), has_table);
    if (!tables) {
      write_loop(run, "0", count, bases);
      return;
    }
    for (std::size_t k = 0; k < bases.size(); ++k) {
      const Column& column = k < kernel.inputs.size() ? kernel.inputs[k] : kernel.outputs[k - kernel.inputs.size()];
      if (has_table(column) || column.stride == 0) continue;
      const std::string back = function_.value("mul nsw i64 " + first + ", " + text_of(-column.stride));
      bases[k] = function_.value("getelementptr double, ptr " + bases[k] + ", i64 " + back);
    }
    write_loop(run, first, function_.value("add nuw nsw i64 " + first + ", " + count), bases);
  }

  const Listing& listing_;
  LlvmText& text_;
  std::uint32_t& metadata_;
  std::string& metadata_text_;
  FunctionText function_;
  std::string access_;
};

class ModuleWriter {
 public:
  explicit ModuleWriter(const Listing& listing) : listing_(listing) {}

  LlvmText run() {
    optimise_all_ = straight_instructions() <= optimised_limit;
    for (std::size_t p = 0; p < listing_.parts.size(); ++p) {
      part_ = p;
      text_.functions.emplace_back();
      const Part& part = listing_.parts[p];
      std::size_t next = 0;
      while (next < part.runs.size()) {
        const bool plain = is_plain(part, part.runs[next]);
        RunWriter writer(listing_, text_, metadata_, metadata_text_);
        while (next < part.runs.size() && writer.function().instructions < function_limit) {
          if (is_plain(part, part.runs[next]) != plain) break;
          if (part.ranged) {
            writer.write_ranged(part.runs[next++]);
          } else {
            writer.write(part.runs[next++]);
          }
        }
        finish(writer.function(), plain);
      }
    }
    const std::string common = "!0 = !{}\n" + metadata_text_ + declarations();
    text_.optimised += common;
    if (!text_.plain.empty()) text_.plain += common;
    return std::move(text_);
  }

 private:
  static bool is_straight(const Run& run) { return run.turns <= unrolled_turns; }

  /// Compiled without the optimiser.
  [[nodiscard]] bool is_plain(const Part& part, const Run& run) const {
    if (!optimise_all_ && !part.ranged && is_straight(run)) return true;
    return std::any_of(run.body.begin(), run.body.end(), [&](const Statement& statement) {
      const Tape& tape = listing_.kernels[statement.kernel].tape;
      return tape.instructions.size() + tape.arguments.size() > function_limit;
    });
  }

  [[nodiscard]] std::size_t straight_instructions() const {
    std::size_t total = 0;
    for (const Part& part : listing_.parts) {
      for (const Run& run : part.runs) {
        for (const Statement& statement : run.body) {
          const std::uint32_t copies = is_straight(run) && !part.ranged ? run.turns : 1;
          total += copies * (listing_.kernels[statement.kernel].tape.instructions.size() + 1);
        }
      }
    }
    return total;
  }

  void finish(const FunctionText& function, bool plain) {
    const std::string name = "part" + std::to_string(part_) + "_" + std::to_string(text_.functions.back().size());
    std::string& module = plain ? text_.plain : text_.optimised;
    module += "define void @" + name + "(";
    for (std::size_t s = 0; s < space_count; ++s) module += "ptr noalias nocapture %s" + std::to_string(s) + ", ";
    module += "i64 %begin, i64 %end) #0 {\nentry:\n" + function.body + "  ret void\n}\n";
    text_.functions.back().push_back({name, plain});
  }

  const Listing& listing_;
  LlvmText text_;
  std::size_t part_ = 0;
  bool optimise_all_ = true;  // but for rows longer than a function
  std::uint32_t metadata_ = 1;
  std::string metadata_text_;
};

}  // namespace

LlvmText make_llvm_text(const Listing& listing) { return ModuleWriter(listing).run(); }

}  // namespace sunder::emit

#include "emit/columns.hpp"

#include <unordered_map>

#include "symbolic/shapes.hpp"

namespace sunder::emit {

namespace {

using Indices = std::span<const std::uint32_t>;

std::int64_t difference(Indices column, std::size_t row) {
  return static_cast<std::int64_t>(column[row]) - static_cast<std::int64_t>(column[row - 1]);
}

// The difference between neighbours that more than half of the rows have, if there is one (majority vote).
std::int32_t usual_stride(Indices column) {
  std::int64_t candidate = 0;
  std::size_t votes = 0;
  for (std::size_t row = 1; row < column.size(); ++row) {
    const std::int64_t step = difference(column, row);
    if (votes == 0) candidate = step;
    votes = step == candidate ? votes + 1 : votes - 1;
  }
  const bool fits = candidate == static_cast<std::int32_t>(candidate);
  return fits ? static_cast<std::int32_t>(candidate) : 0;
}

std::size_t breaks(Indices column, std::int32_t stride) {
  std::size_t count = 0;
  for (std::size_t row = 1; row < column.size(); ++row) count += difference(column, row) != stride ? 1 : 0;
  return count;
}

class Regulariser {
 public:
  Regulariser(Kernel& kernel, const std::vector<std::uint32_t>& indices) : kernel_(kernel), indices_(indices) {
    for (Column& column : kernel.inputs) columns_.push_back(&column);
    for (Column& column : kernel.outputs) columns_.push_back(&column);
  }

  // A segment costs a few instructions and a table entry costs one: segments of eight rows pay.
  void run(bool segmented) {
    const std::size_t allowed = segmented ? kernel_.count / 8 : 0;
    std::size_t total = 0;
    std::vector<std::size_t> broken(columns_.size());
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      columns_[c]->stride = usual_stride(values(c));
      broken[c] = breaks(values(c), columns_[c]->stride);
      if (broken[c] <= allowed) total += broken[c];
    }
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (broken[c] > (total <= 2 * allowed ? allowed : 0)) {
        add_table(c);
        columns_[c]->stride = 0;
      }
    }
    cut();
  }

 private:
  [[nodiscard]] Indices values(std::size_t c) const {
    return Indices(indices_).subspan(c * kernel_.count, kernel_.count);
  }

  // Numbers of one thing stand beside each other in all rows: one table for all of them.
  void add_table(std::size_t c) {
    const Indices own = values(c);
    for (const std::uint32_t other : tables_by_hash_[hash_of(own)]) {
      const Indices table(kernel_.tables[other]);
      const std::int64_t offset = static_cast<std::int64_t>(own[0]) - static_cast<std::int64_t>(table[0]);
      if (!runs_beside(own, table, offset)) continue;
      columns_[c]->table = other;
      columns_[c]->offset = static_cast<std::int32_t>(offset);
      return;
    }
    columns_[c]->table = static_cast<std::uint32_t>(kernel_.tables.size());
    tables_by_hash_[hash_of(own)].push_back(columns_[c]->table);
    kernel_.tables.emplace_back(own.begin(), own.end());
  }

  static bool runs_beside(Indices a, Indices b, std::int64_t offset) {
    if (offset != static_cast<std::int32_t>(offset)) return false;
    for (std::size_t row = 0; row < a.size(); ++row)
      if (static_cast<std::int64_t>(a[row]) - static_cast<std::int64_t>(b[row]) != offset) return false;
    return true;
  }

  /// The same for columns that run beside each other.
  static std::uint64_t hash_of(Indices column) {
    std::uint64_t hash = 0;
    for (std::size_t row = 1; row < column.size(); ++row)
      hash = (hash ^ static_cast<std::uint64_t>(difference(column, row))) * 0x9E3779B97F4A7C15U;
    return hash;
  }

  [[nodiscard]] bool continues(std::uint32_t row) const {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (columns_[c]->is_regular() && difference(values(c), row) != columns_[c]->stride) return false;
    }
    return true;
  }

  void cut() {
    for (std::uint32_t row = 0; row < kernel_.count; ++row) {
      if (row > 0 && continues(row)) {
        ++kernel_.segments.back().count;
        continue;
      }
      Segment segment{row, 1, {}};
      for (std::size_t c = 0; c < columns_.size(); ++c) segment.bases.push_back(values(c)[row]);
      kernel_.segments.push_back(std::move(segment));
    }
  }

  Kernel& kernel_;
  const std::vector<std::uint32_t>& indices_;
  std::vector<Column*> columns_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> tables_by_hash_;
};

}  // namespace

Kernel make_kernel(const symbolic::Pool& pool, KernelRequest request) {
  const std::size_t operations = symbolic::count_operations(pool, request.roots);
  Tape tape = symbolic::make_tape(pool, request.roots);
  return make_kernel(std::move(tape), operations, std::move(request));
}

Kernel make_kernel(Tape tape, std::size_t operations, KernelRequest request) {
  Kernel kernel;
  kernel.tape = std::move(tape);
  kernel.count = static_cast<std::uint32_t>(request.rows.size());
  kernel.rows = std::move(request.rows);
  kernel.operations = operations;
  // A column that is not loaded must not cut the rows.
  std::vector<bool> loaded(request.inputs.size(), false);
  for (const Instruction& instruction : kernel.tape.instructions) {
    if (instruction.kind == Instruction::Kind::load) loaded[instruction.payload] = true;
  }
  for (std::size_t slot = 0; slot < request.inputs.size(); ++slot) {
    kernel.inputs.push_back({request.inputs[slot]});
    if (loaded[slot]) continue;
    const auto first = request.indices.begin() + static_cast<std::ptrdiff_t>(slot * kernel.count);
    std::fill(first, first + kernel.count, 0U);
  }
  for (const Space space : request.outputs) kernel.outputs.push_back({space});
  Regulariser(kernel, request.indices).run(request.segmented);
  return kernel;
}

}  // namespace sunder::emit

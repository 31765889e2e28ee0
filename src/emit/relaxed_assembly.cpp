#include "emit/relaxed_assembly.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "emit/columns.hpp"
#include "emit/elimination_needs.hpp"
#include "runtime/loop.h"

namespace sunder::emit {

namespace {

using ir::Elimination;
using Kind = Elimination::Operation::Kind;
using symbolic::Op;

/// A pivot that is smaller than this part of what it is the sum of is lost.
constexpr double lost = 1e-11;

// A tape whose operations are written one by one: nothing changes their order.
class TapeWriter {
 public:
  std::uint32_t load(std::uint32_t slot) {
    Instruction made;
    made.kind = Instruction::Kind::load;
    made.op = Op::slot;
    made.payload = slot;
    return add(made, {});
  }
  std::uint32_t constant(double value) {
    Instruction made;
    made.value = value;
    return add(made, {});
  }
  std::uint32_t operation(Op op, std::initializer_list<std::uint32_t> arguments) {
    Instruction made;
    made.kind = Instruction::Kind::operation;
    made.op = op;
    ++operations_;
    return add(made, arguments);
  }
  void output(std::uint32_t instruction) { tape_.outputs.push_back(instruction); }
  [[nodiscard]] std::size_t operations() const { return operations_; }
  [[nodiscard]] bool has_outputs() const { return !tape_.outputs.empty(); }
  Tape take() { return std::move(tape_); }

 private:
  std::uint32_t add(Instruction made, std::initializer_list<std::uint32_t> arguments) {
    made.first_argument = static_cast<std::uint32_t>(tape_.arguments.size());
    made.argument_count = static_cast<std::uint32_t>(arguments.size());
    tape_.arguments.insert(tape_.arguments.end(), arguments);
    tape_.instructions.push_back(made);
    return static_cast<std::uint32_t>(tape_.instructions.size() - 1);
  }

  Tape tape_;
  std::size_t operations_ = 0;
};

Space space_of(Kind kind) { return kind == Kind::matrix ? Space::matrix : Space::factor; }

/// Where a chunk's solution operands come from: an instruction, or else a slot, whose negative may be meant.
struct SolutionOperand {
  static constexpr std::uint32_t none = 0xFFFFFFFFU;
  std::uint32_t at = none, slot = none;
  bool negative = false;
};

// What forward and backward substitution have in common: numbers of the chunk, and its part of the vector.
class SubstitutionWriter {
  static constexpr std::uint32_t none = SolutionOperand::none;

 public:
  SubstitutionWriter(const Elimination::Pattern& pattern, TapeWriter& writer, std::vector<SolutionOperand> operands,
                     std::uint32_t first_vector_slot)
      : pattern_(pattern),
        writer_(writer),
        operands_(std::move(operands)),
        first_vector_slot_(first_vector_slot),
        vector_(pattern.vector_size),
        changed_(pattern.vector_size, false) {}

  /// Rows without a right-hand side stay out if `sparse`.
  void forward(bool sparse) {
    for (std::size_t i = 0; sparse && i < vector_.size(); ++i) vector_[i].zero = pattern_.zero[i];
    for (const Elimination::Pivot& pivot : pattern_.pivots) {
      Signed& own = value(pivot.at);
      if (own.zero) continue;
      if (pivot.scale.is_unit()) {
        own.negative = own.negative != pivot.scale.negative;
        changed_[pivot.at] = changed_[pivot.at] || pivot.scale.negative;
      } else {
        const Op op = pivot.divided ? Op::divide : Op::multiply;
        own.at = writer_.operation(op, {own.at, operand(pivot.scale)});
        own.negative = own.negative != pivot.scale.negative;
        changed_[pivot.at] = true;
      }
      for (const Elimination::Pivot::Term& term : pivot.below) subtract(term.at, term.factor, vector_[pivot.at]);
    }
  }

  /// `sparse`: what the forward substitution left out is zero, whatever the vector holds there. Only these pivots.
  void backward(bool sparse, const std::vector<bool>& needed) {
    if (sparse) find_zeros();
    for (std::size_t k = pattern_.pivots.size(); k-- > 0;) {
      const Elimination::Pivot& pivot = pattern_.pivots[k];
      if (!needed[k]) continue;
      for (const Elimination::Pivot::Term& term : pivot.right)
        if (const Signed from = value(term.at); !from.zero) subtract(pivot.at, term.factor, from);
    }
    for (std::size_t k = 0; k < pattern_.pivots.size(); ++k) {
      const std::uint32_t at = pattern_.pivots[k].at;
      if (!needed[k] || !vector_[at].zero) continue;
      vector_[at] = {writer_.constant(0), false, false};
      changed_[at] = true;
    }
  }

  /// Outputs in the order of the vector; these numbers of it. What nobody needs of the pivots' rows is left out.
  std::vector<std::uint32_t> finish(const std::vector<bool>& needed) {
    for (std::size_t k = 0; k < pattern_.pivots.size(); ++k)
      if (!needed[k]) changed_[pattern_.pivots[k].at] = false;
    std::vector<std::uint32_t> changed;
    for (std::uint32_t i = 0; i < vector_.size(); ++i) {
      if (!changed_[i]) continue;
      changed.push_back(i);
      writer_.output(vector_[i].negative ? writer_.operation(Op::negate, {vector_[i].at}) : vector_[i].at);
    }
    return changed;
  }

 private:
  struct Signed {
    std::uint32_t at = none;
    bool negative = false;
    bool zero = false;
  };

  void find_zeros() {
    std::vector<bool> zero = pattern_.zero;
    for (const Elimination::Pivot& pivot : pattern_.pivots) {
      vector_[pivot.at].zero = zero[pivot.at];
      if (zero[pivot.at]) continue;
      for (const Elimination::Pivot::Term& term : pivot.below) zero[term.at] = false;
    }
  }

  std::uint32_t operand(Elimination::Number number) {
    SolutionOperand& known = operands_[number.value];
    if (known.at != none) return known.at;
    known.at = writer_.load(known.slot);
    if (known.negative) known.at = writer_.operation(Op::negate, {known.at});
    return known.at;
  }

  Signed& value(std::uint32_t place) {
    Signed& known = vector_[place];
    if (known.at == none && !known.zero) known.at = writer_.load(first_vector_slot_ + place);
    return known;
  }

  void subtract(std::uint32_t place, Elimination::Number factor, Signed from) {
    Signed& to = value(place);
    Signed term = from;
    if (!factor.is_unit()) term.at = writer_.operation(Op::multiply, {operand(factor), from.at});
    term.negative = from.negative != factor.negative;
    changed_[place] = true;
    if (to.zero) {
      to = {term.at, !term.negative, false};
      return;
    }
    const std::uint32_t sign = to.negative == term.negative ? Tape::subtracted : 0U;
    to.at = writer_.operation(Op::add, {to.at, term.at | sign});
  }

  const Elimination::Pattern& pattern_;
  TapeWriter& writer_;
  std::vector<SolutionOperand> operands_;
  std::uint32_t first_vector_slot_;
  std::vector<Signed> vector_;
  std::vector<bool> changed_;
};

class EliminationAssembler {
 public:
  EliminationAssembler(const Elimination& elimination, std::span<const RelaxedEntry> entries, Assembly& assembly,
                       std::vector<bool>& read, const std::vector<bool>& needed)
      : plan_(elimination),
        entries_(entries),
        read_(read),
        listing_(assembly.listing),
        chunks_of_(elimination.patterns.size()),
        needs_(elimination, needed) {
    read_.assign(entries.size(), false);
  }

  RelaxedFamily run() {
    family_.first_part = static_cast<std::uint32_t>(listing_.parts.size());
    family_.factor_count = plan_.factor_count;
    family_.guard_count = plan_.guard_count;
    family_.last_size = plan_.last_size;
    family_.last_dense = plan_.last_dense();
    family_.iterated = plan_.iterated;
    family_.frugal = needs_.saves();
    list_calls();
    for (std::uint32_t p = 0; p < plan_.patterns.size(); ++p) {
      add_factor(p);
      add_substitution(p, SUNDER_RELAXED_FORWARD);
      if (family_.frugal)
        add_frugal_forward(p);
      else
        add_substitution(p, SUNDER_RELAXED_FORWARD_SPARSE);
      add_substitution(p, SUNDER_RELAXED_BACKWARD);
      add_substitution(p, SUNDER_RELAXED_BACKWARD_SPARSE);
    }
    add_gathering();
    family_.operations = plan_.arithmetic() + last_operations();
    return std::move(family_);
  }

 private:
  void list_calls() {
    std::vector<std::uint32_t> counts(plan_.patterns.size(), 0);
    std::uint32_t unknowns = 0;
    for (const Elimination::Chunk& chunk : plan_.chunks) {
      std::uint32_t& count = counts[chunk.pattern];
      const auto pivots = static_cast<std::uint32_t>(plan_.patterns[chunk.pattern].pivots.size());
      chunks_of_[chunk.pattern].push_back(&chunk);
      if (!family_.calls.empty() && family_.calls.back().pattern == chunk.pattern)
        ++family_.calls.back().end;
      else
        family_.calls.push_back({chunk.pattern, count, count + 1, 0, unknowns, pivots});
      unknowns += pivots;
      ++count;
    }
    for (RelaxedFamily::Call& call : family_.calls) call.back_begin = counts[call.pattern] - call.end;
  }

  [[nodiscard]] std::size_t last_operations() const {
    const std::size_t n = plan_.last_size;
    return family_.last_dense ? 2 * n * n * n / 3 + 2 * n * n : 10 * plan_.last.size();
  }

  void add_ranged(TapeWriter& writer, KernelRequest request, std::uint32_t pattern) {
    const std::size_t operations = writer.operations();
    const auto number = static_cast<std::uint32_t>(listing_.kernels.size());
    const auto count = static_cast<std::uint32_t>(chunks_of_[pattern].size());
    Part part;
    part.ranged = true;
    if (writer.has_outputs()) {
      part.runs.push_back({{{number, 0, 1}}, count, false});
      request.rows.assign(count, 0);
      listing_.kernels.push_back(make_kernel(writer.take(), operations, std::move(request)));
    }
    listing_.parts.push_back(std::move(part));
  }

  [[nodiscard]] const std::uint32_t* operands_of(const Elimination::Chunk& chunk) const {
    return plan_.operands.data() + chunk.operands_begin;
  }

  static std::size_t input_count(const Elimination::Pattern& pattern) {
    return static_cast<std::size_t>(
        std::ranges::count_if(pattern.operations, [](const auto& one) { return one.is_input(); }));
  }

  /// Where the i-th operand of the chunks is read: an entry of the matrix, if all of them stand somewhere else alike,
  /// from there.
  struct Source {
    Space space = Space::factor;
    bool negative = false;
  };
  Source add_input(const std::vector<const Elimination::Chunk*>& chunks, std::size_t i, Kind kind,
                   KernelRequest& request) {
    const auto entry = [&](const Elimination::Chunk* chunk) -> const RelaxedEntry& {
      return entries_[operands_of(*chunk)[i]];
    };
    Source source{space_of(kind), false};
    if (kind == Kind::matrix) {
      const RelaxedEntry& first = entry(chunks.front());
      const bool elsewhere =
          first.source && std::ranges::all_of(chunks, [&](const Elimination::Chunk* chunk) {
            const RelaxedEntry& one = entry(chunk);
            return one.source && one.source->space == first.source->space && one.negative == first.negative;
          });
      if (elsewhere) source = {first.source->space, first.negative};
    }
    request.inputs.push_back(source.space);
    for (const Elimination::Chunk* chunk : chunks) {
      const std::uint32_t operand = operands_of(*chunk)[i];
      if (kind != Kind::matrix) {
        request.indices.push_back(operand);
      } else if (source.space != Space::matrix) {
        request.indices.push_back(entries_[operand].source->index);
      } else {
        request.indices.push_back(entries_[operand].place);
        read_[operand] = true;
      }
    }
    return source;
  }

  // The values of the pattern's operations.
  std::vector<std::uint32_t> write_factor(std::uint32_t p, TapeWriter& writer, KernelRequest& request) {
    std::vector<std::uint32_t> at;
    const auto value = [&](std::uint32_t number) {
      return number == Elimination::Number::one ? writer.constant(1) : at[number];
    };
    for (const Elimination::Operation& one : plan_.patterns[p].operations) {
      switch (one.kind) {
        case Kind::matrix:
        case Kind::factor: {
          const auto number = static_cast<std::uint32_t>(request.inputs.size());
          const Source source = add_input(chunks_of_[p], number, one.kind, request);
          at.push_back(writer.load(number));
          if (source.negative) at.back() = writer.operation(Op::negate, {at.back()});
          break;
        }
        case Kind::reciprocal: at.push_back(writer.operation(Op::divide, {writer.constant(1), value(one.a)})); break;
        case Kind::product: at.push_back(writer.operation(Op::multiply, {value(one.a), value(one.b)})); break;
        case Kind::sum: at.push_back(writer.operation(Op::add, {value(one.a), value(one.b)})); break;
        case Kind::difference:
          at.push_back(writer.operation(Op::add, {value(one.a), value(one.b) | Tape::subtracted}));
          break;
        case Kind::magnitude: at.push_back(writer.operation(Op::abs, {value(one.a)})); break;
        case Kind::guard: {
          const std::uint32_t size = writer.operation(Op::abs, {value(one.a)});
          const std::uint32_t least = writer.operation(Op::multiply, {writer.constant(lost), value(one.b)});
          at.push_back(writer.operation(Op::add, {size, least | Tape::subtracted}));
          break;
        }
      }
    }
    return at;
  }

  void add_factor(std::uint32_t p) {
    const Elimination::Pattern& pattern = plan_.patterns[p];
    TapeWriter writer;
    KernelRequest request;
    const std::vector<std::uint32_t> at = write_factor(p, writer, request);
    const std::size_t inputs = request.inputs.size();
    for (const std::uint32_t output : pattern.outputs) writer.output(at[output]);
    request.outputs.assign(pattern.outputs.size(), Space::factor);
    for (std::size_t i = inputs; i < inputs + pattern.outputs.size(); ++i)
      for (const Elimination::Chunk* chunk : chunks_of_[p]) request.indices.push_back(operands_of(*chunk)[i]);
    add_ranged(writer, std::move(request), p);
  }

  /// Columns of the chunks' part of the vector; the slot of the first.
  static std::uint32_t add_vector(const std::vector<const Elimination::Chunk*>& chunks,
                                  const Elimination::Pattern& pattern, const std::vector<std::uint32_t>& operands,
                                  std::size_t first, KernelRequest& request) {
    const auto slot = static_cast<std::uint32_t>(request.inputs.size());
    for (std::size_t i = first; i < first + pattern.vector_size; ++i) {
      request.inputs.push_back(Space::residual);
      for (const Elimination::Chunk* chunk : chunks) request.indices.push_back(operands[chunk->operands_begin + i]);
    }
    return slot;
  }

  void add_vector_outputs(const std::vector<const Elimination::Chunk*>& chunks,
                          const std::vector<std::uint32_t>& changed, std::size_t first, KernelRequest& request) const {
    request.outputs.insert(request.outputs.end(), changed.size(), Space::residual);
    for (const std::uint32_t number : changed)
      for (const Elimination::Chunk* chunk : chunks) request.indices.push_back(operands_of(*chunk)[first + number]);
  }

  void add_substitution(std::uint32_t p, SunderRelaxedPhase phase) {
    const Elimination::Pattern& pattern = plan_.patterns[p];
    const bool backward = phase == SUNDER_RELAXED_BACKWARD || phase == SUNDER_RELAXED_BACKWARD_SPARSE;
    std::vector<const Elimination::Chunk*> chunks = chunks_of_[p];
    if (backward) std::ranges::reverse(chunks);
    KernelRequest request;
    const std::size_t before = input_count(pattern) + pattern.outputs.size();
    const std::size_t numbers = pattern.solution_operands.size();
    std::vector<SolutionOperand> operands;
    for (std::uint32_t i = 0; i < numbers; ++i)
      operands.push_back(
          {SolutionOperand::none, i, add_input(chunks, before + i, pattern.solution_operands[i], request).negative});
    const std::uint32_t slot = add_vector(chunks, pattern, plan_.operands, before + numbers, request);
    TapeWriter writer;
    SubstitutionWriter substitution(pattern, writer, std::move(operands), slot);
    const std::vector<bool> all(pattern.pivots.size(), true);
    const bool frugal = family_.frugal && phase == SUNDER_RELAXED_BACKWARD_SPARSE;
    const std::vector<bool>& needed = frugal ? needs_.pivots(p) : all;
    if (backward)
      substitution.backward(phase == SUNDER_RELAXED_BACKWARD_SPARSE, needed);
    else
      substitution.forward(phase == SUNDER_RELAXED_FORWARD_SPARSE);
    add_vector_outputs(chunks, substitution.finish(needed), before + numbers, request);
    add_ranged(writer, std::move(request), p);
  }

  // Factors and forward substitution in one go. Only those numbers go to memory that a later chunk or the frugal
  // backward substitution needs.
  void add_frugal_forward(std::uint32_t p) {
    const Elimination::Pattern& pattern = plan_.patterns[p];
    const auto& chunks = chunks_of_[p];
    TapeWriter writer;
    KernelRequest request;
    const std::vector<std::uint32_t> at = write_factor(p, writer, request);
    const std::size_t inputs = request.inputs.size();
    const std::size_t before = inputs + pattern.outputs.size();
    const std::size_t numbers = pattern.solution_operands.size();
    std::vector<SolutionOperand> operands(numbers);
    for (std::uint32_t i = 0; i < numbers; ++i) {
      const std::uint32_t known = needs_.at_hand(p, i);
      if (known != EliminationNeeds::nowhere) {
        operands[i].at = at[known];
        continue;
      }
      operands[i].slot = static_cast<std::uint32_t>(request.inputs.size());
      operands[i].negative = add_input(chunks, before + i, pattern.solution_operands[i], request).negative;
    }
    const std::uint32_t slot = add_vector(chunks, pattern, plan_.operands, before + numbers, request);
    SubstitutionWriter substitution(pattern, writer, std::move(operands), slot);
    substitution.forward(true);
    for (std::size_t j = 0; j < pattern.outputs.size(); ++j) {
      if (!needs_.is_stored(p, j)) continue;
      writer.output(at[pattern.outputs[j]]);
      request.outputs.push_back(Space::factor);
      for (const Elimination::Chunk* chunk : chunks) request.indices.push_back(operands_of(*chunk)[inputs + j]);
    }
    add_vector_outputs(chunks, substitution.finish(needs_.pivots(p)), before + numbers, request);
    add_ranged(writer, std::move(request), p);
  }

  // The last block's entries, behind the factors.
  void add_gathering() {
    family_.gather_part = static_cast<std::uint32_t>(listing_.parts.size());
    listing_.parts.emplace_back();
    family_.last_column_starts.assign(plan_.last_size + 1, 0);
    std::map<std::tuple<bool, bool, Kind>, std::vector<std::uint32_t>> kinds;
    for (std::uint32_t k = 0; k < plan_.last.size(); ++k) {
      const Elimination::LastEntry& entry = plan_.last[k];
      ++family_.last_column_starts[entry.place.column + 1];
      family_.last_row_indices.push_back(static_cast<std::int32_t>(entry.place.row));
      kinds[{entry.unit, entry.negative, entry.unit ? Kind::matrix : entry.kind}].push_back(k);
    }
    for (std::uint32_t c = 0; c < plan_.last_size; ++c)
      family_.last_column_starts[c + 1] += family_.last_column_starts[c];
    for (const auto& [kind, entries] : kinds) {
      const auto [unit, negative, home] = kind;
      TapeWriter writer;
      std::uint32_t at = unit ? writer.constant(negative ? -1 : 1) : writer.load(0);
      if (!unit && negative) at = writer.operation(Op::negate, {at});
      writer.output(at);
      KernelRequest request;
      request.segmented = true;
      request.rows.assign(entries.size(), 0);
      if (!unit) {
        request.inputs = {space_of(home)};
        for (const std::uint32_t k : entries)
          request.indices.push_back(home == Kind::matrix ? entries_[plan_.last[k].index].place : plan_.last[k].index);
        for (const std::uint32_t k : entries)
          if (home == Kind::matrix) read_[plan_.last[k].index] = true;
      }
      request.outputs = {Space::factor};
      for (const std::uint32_t k : entries) request.indices.push_back(plan_.factor_count + k);
      const auto number = static_cast<std::uint32_t>(listing_.kernels.size());
      listing_.parts.back().runs.push_back({{{number, 0, 1}}, static_cast<std::uint32_t>(entries.size()), true});
      const std::size_t operations = writer.operations();
      listing_.kernels.push_back(make_kernel(writer.take(), operations, std::move(request)));
    }
  }

  const Elimination& plan_;
  std::span<const RelaxedEntry> entries_;
  std::vector<bool>& read_;
  Listing& listing_;
  std::vector<std::vector<const Elimination::Chunk*>> chunks_of_;  // by pattern
  EliminationNeeds needs_;
  RelaxedFamily family_;
};

}  // namespace

RelaxedFamily add_elimination(const Elimination& elimination, std::span<const RelaxedEntry> entries, Assembly& assembly,
                              std::vector<bool>& read, const std::vector<bool>& needed) {
  return EliminationAssembler(elimination, entries, assembly, read, needed).run();
}

}  // namespace sunder::emit

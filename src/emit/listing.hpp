// What the back ends are given: kernels (one tape applied to many rows) and parts (what is called in one go).
//
// Is:    a section of a plan, or its derivatives, without symbols: tapes and places of numbers.
// Holds: turns of a parallel run do not read what other turns of it write; the runs of a part stand in an order that
//        respects all dependencies; all indices fit the frame that the listing was made for.
// Never: references to the pool or to the plan: a listing is immutable and shared by threads.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "symbolic/tape.hpp"

namespace sunder::emit {

using symbolic::Instruction;
using symbolic::Tape;

/// The arrays numbers live in. A tangent is the derivative of a value along one direction.
enum class Space : std::uint8_t {
  state,
  derivative,
  work,
  input,
  parameter,
  time,  ///< one number
  state_tangent,
  derivative_tangent,
  work_tangent,
  input_tangent,
  residual,  ///< of the equations of one loop
  matrix,    ///< their derivatives by its unknowns
  jacobian,  ///< values of the sparse Jacobian; one more for entries nobody wants
  factor,    ///< what the elimination of a relaxed loop keeps
};
inline constexpr std::size_t space_count = 14;

struct Place {
  Space space = Space::state;
  std::uint32_t index = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

/// Where the arrays are; those a listing does not use may be null.
struct Frame {
  std::array<double*, space_count> base{};

  double*& operator[](Space space) { return base[static_cast<std::size_t>(space)]; }
  double* operator[](Space space) const { return base[static_cast<std::size_t>(space)]; }
  [[nodiscard]] double& at(Place place) const { return (*this)[place.space][place.index]; }
};

/// Where one input or output is, row by row: base (of the segment) + stride * row, or offset + what a table says.
struct Column {
  static constexpr std::uint32_t regular = 0xFFFFFFFFU;
  Space space = Space::state;
  std::int32_t stride = 0;
  std::uint32_t table = regular;  ///< of the kernel
  std::int32_t offset = 0;        ///< from the table

  [[nodiscard]] bool is_regular() const { return table == regular; }
};

/// Rows that follow each other with the strides of the columns.
struct Segment {
  std::uint32_t first_row = 0;
  std::uint32_t count = 0;
  std::vector<std::uint32_t> bases;  ///< of the inputs, then of the outputs; not used where there is a table
};

struct Kernel {
  Tape tape;
  std::uint32_t count = 0;
  std::vector<Column> inputs;     ///< by slot; slots that the tape does not load have no meaning
  std::vector<Column> outputs;    ///< by output of the tape
  std::vector<Segment> segments;  ///< together all rows, in order
  /// Indices by row; columns that run beside each other share one, whatever their spaces.
  std::vector<std::vector<std::uint32_t>> tables;
  std::vector<std::uint32_t> rows;  ///< which equation (or assignment) each row came of
  std::size_t operations = 0;       ///< of one row

  [[nodiscard]] const Segment& segment_of(std::uint32_t row) const;
  [[nodiscard]] Place input(std::uint32_t slot, std::uint32_t row) const;
  [[nodiscard]] Place output(std::uint32_t number, std::uint32_t row) const;
};

/// A statement in the body of a run: row `first + step * i` of the kernel in the i-th turn.
struct Statement {
  std::uint32_t kernel = 0;
  std::uint32_t first = 0;
  std::uint32_t step = 1;
};

/// Turns of a body of statements. Parallel: one statement with step 1, in any order of the turns.
struct Run {
  std::vector<Statement> body;
  std::uint32_t turns = 0;
  bool parallel = true;
};

/// A ranged part is called for rows [begin, end) of its kernels, which have one statement each and equally many rows.
struct Part {
  bool ranged = false;
  std::vector<Run> runs;
};

struct Listing {
  std::vector<Kernel> kernels;
  std::vector<Part> parts;

  [[nodiscard]] std::size_t operations(const Part& part) const;
};

/// Machine code, or something that behaves like it.
class Code {
 public:
  virtual ~Code() = default;
  virtual void run(std::uint32_t part, const Frame& frame, std::uint32_t begin, std::uint32_t end) const = 0;
};

/// Kernels, segments and operations as text, for --dump=kernels.
std::string print(const Listing& listing);

}  // namespace sunder::emit

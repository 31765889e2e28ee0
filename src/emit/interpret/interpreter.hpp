// The reference back end: executes the tapes of a listing directly, several rows at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "emit/listing.hpp"

namespace sunder::emit {

/// The first operation whose result is not finite although its arguments are.
struct Finding {
  std::uint32_t row = 0;  ///< number of the equation (or assignment)
  std::string what;       ///< "division by zero", "logarithm of a negative number", …
};

class Interpreter final : public Code {
 public:
  /// The listing must outlive the interpreter.
  explicit Interpreter(const Listing& listing);

  void run(std::uint32_t part, const Frame& frame, std::uint32_t begin, std::uint32_t end) const override;

  /// Runs row by row and looks at every operation; stops at the first finding.
  [[nodiscard]] std::optional<Finding> check(std::uint32_t part, const Frame& frame, std::uint32_t begin,
                                             std::uint32_t end) const;

 private:
  struct Prepared {
    std::vector<std::uint32_t> registers;  ///< of each instruction
    std::vector<std::uint32_t> jumps;      ///< branch: where "false" continues; otherwise: its merge
    std::uint32_t register_count = 0;
  };

  static Prepared prepare(const Tape& tape);
  void run_rows(std::uint32_t kernel, std::uint32_t first, std::uint32_t count, bool parallel,
                const Frame& frame) const;
  void run_regular(std::uint32_t kernel, const Segment& segment, std::uint32_t first, std::uint32_t width,
                   const Frame& frame, double* registers) const;
  [[nodiscard]] std::optional<Finding> check_row(std::uint32_t kernel, std::uint32_t row, const Frame& frame) const;

  const Listing& listing_;
  std::vector<Prepared> prepared_;  ///< by kernel
};

}  // namespace sunder::emit

// Functions of numbers that are not written out as operations: statements that loop, tables, failures with a message.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace sunder::symbolic {

class Pool;

/// Immutable once complete and shared by threads: equal arguments always give equal values.
class Routine {
 public:
  virtual ~Routine() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  /// Not a number where there is none.
  [[nodiscard]] virtual double value(std::span<const double> arguments) const = 0;
  /// Its derivative by that argument; null: zero.
  [[nodiscard]] virtual std::shared_ptr<const Routine> partial(Pool& pool, std::uint32_t argument) const = 0;
  /// Where everything changes in time, its rate does not count for this argument: another one tells of it (positions
  /// that bring their speeds along in one vector).
  [[nodiscard]] virtual bool ignores_rate(std::uint32_t) const { return false; }
  /// Called once the pool knows a derivative that it asked for.
  virtual void complete(Pool&) const {}
  /// Known to be zero for all arguments.
  [[nodiscard]] virtual bool is_zero(const Pool&) const { return false; }
  /// Why there is no value for these arguments.
  [[nodiscard]] virtual std::string complaint(std::span<const double>) const { return "'" + name() + "' has no value"; }
};

}  // namespace sunder::symbolic

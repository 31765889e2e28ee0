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
  /// Called once the pool knows a derivative that it asked for.
  virtual void complete(Pool&) const {}
  /// Why there is no value for these arguments.
  [[nodiscard]] virtual std::string complaint(std::span<const double>) const { return "'" + name() + "' has no value"; }
};

}  // namespace sunder::symbolic

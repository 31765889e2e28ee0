// Tables of the Standard Library (CombiTimeTable, CombiTable1D, CombiTable2D): data, and routines that read them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/table.h"
#include "symbolic/routine.hpp"

namespace sunder::symbolic {

/// Immutable. Described by plain numbers, so that a value at compile time can hold one.
class Table {
 public:
  enum class Kind : int { time = 0, one = 1, two = 2 };
  struct Description {
    Kind kind = Kind::one;
    std::size_t rows = 0, columns = 0;
    std::vector<double> matrix;       ///< row-major, abscissae included
    std::vector<std::size_t> picked;  ///< columns that can be read, from 0; not for surfaces
    int smoothness = SUNDER_LINEAR, extrapolation = SUNDER_EXTEND, events = SUNDER_ALL_EVENTS;
    double start = 0, shift = 0;
  };
  static std::vector<double> packed(const Description& description);
  /// Whether they are a description, and whole.
  static bool is_packed(std::span<const double> numbers);
  static Description unpacked(std::span<const double> numbers);
  /// Null, after setting `message`, when the numbers are no table.
  static std::shared_ptr<const Table> make(Description description, std::string& message);

  [[nodiscard]] Kind kind() const { return description_.kind; }
  [[nodiscard]] std::size_t readable() const { return curves_.size(); }
  [[nodiscard]] const Description& description() const { return description_; }
  /// Not of surfaces.
  [[nodiscard]] const std::vector<double>& abscissae() const { return x_; }
  [[nodiscard]] const sunder_curve& curve(std::size_t column) const { return curves_[column]; }
  [[nodiscard]] const sunder_surface& surface() const { return surface_; }
  [[nodiscard]] double at(std::size_t column, double u, int order) const;
  [[nodiscard]] double at(std::size_t column, double t, double next_event, int order) const;
  [[nodiscard]] double at(double u, double v, int a, int b) const {
    return sunder_surface_value(&surface_, u, v, a, b);
  }
  [[nodiscard]] double next_event(double t) const;
  /// Of the abscissae; surfaces have two.
  [[nodiscard]] double minimum(std::size_t axis = 0) const { return axis == 0 ? x_.front() : y_.front(); }
  [[nodiscard]] double maximum(std::size_t axis = 0) const { return axis == 0 ? x_.back() : y_.back(); }

 private:
  bool prepare_curves(std::string& message);
  bool prepare_surface(std::string& message);

  Description description_;
  std::vector<double> x_, y_;
  std::vector<std::vector<double>> values_, slopes_;  ///< by picked column; of a surface: z, then zx, zy, zxy
  std::vector<sunder_curve> curves_;
  sunder_surface surface_{};
};

/// The derivative of some order of a table at its arguments. Time tables: time, next event, the one before (not read).
class TableRoutine final : public Routine {
 public:
  TableRoutine(std::shared_ptr<const Table> table, std::size_t column, int a = 0, int b = 0)
      : table_(std::move(table)), column_(column), a_(a), b_(b) {}

  [[nodiscard]] std::string name() const override;
  [[nodiscard]] double value(std::span<const double> arguments) const override;
  [[nodiscard]] std::shared_ptr<const Routine> partial(Pool& pool, std::uint32_t argument) const override;
  [[nodiscard]] std::string complaint(std::span<const double> arguments) const override;
  [[nodiscard]] const Table& table() const { return *table_; }
  [[nodiscard]] std::size_t column() const { return column_; }
  /// By the first argument, and by the second one of a surface.
  [[nodiscard]] std::pair<int, int> orders() const { return {a_, b_}; }

 private:
  std::shared_ptr<const Table> table_;
  std::size_t column_;
  int a_, b_;
};

/// The next event of a time table: constant between events.
class TableEvent final : public Routine {
 public:
  explicit TableEvent(std::shared_ptr<const Table> table) : table_(std::move(table)) {}
  [[nodiscard]] std::string name() const override { return "nextTimeEvent"; }
  [[nodiscard]] double value(std::span<const double> arguments) const override {
    return table_->next_event(arguments[0]);
  }
  [[nodiscard]] std::shared_ptr<const Routine> partial(Pool&, std::uint32_t) const override { return nullptr; }
  [[nodiscard]] const Table& table() const { return *table_; }

 private:
  std::shared_ptr<const Table> table_;
};

}  // namespace sunder::symbolic

#include "symbolic/tables.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace sunder::symbolic {

std::vector<double> Table::packed(const Description& d) {
  std::vector<double> out{static_cast<double>(d.kind),
                          static_cast<double>(d.rows),
                          static_cast<double>(d.columns),
                          static_cast<double>(d.smoothness),
                          static_cast<double>(d.extrapolation),
                          static_cast<double>(d.events),
                          d.start,
                          d.shift,
                          static_cast<double>(d.picked.size())};
  for (const std::size_t column : d.picked) out.push_back(static_cast<double>(column));
  out.insert(out.end(), d.matrix.begin(), d.matrix.end());
  return out;
}

bool Table::is_packed(std::span<const double> n) {
  constexpr std::size_t head = 9;
  return n.size() >= head && static_cast<double>(n.size()) == static_cast<double>(head) + n[8] + n[1] * n[2];
}

Table::Description Table::unpacked(std::span<const double> n) {
  Description d;
  d.kind = static_cast<Kind>(static_cast<int>(n[0]));
  d.rows = static_cast<std::size_t>(n[1]);
  d.columns = static_cast<std::size_t>(n[2]);
  d.smoothness = static_cast<int>(n[3]);
  d.extrapolation = static_cast<int>(n[4]);
  d.events = static_cast<int>(n[5]);
  d.start = n[6];
  d.shift = n[7];
  const auto picked = static_cast<std::size_t>(n[8]);
  for (std::size_t k = 0; k < picked; ++k) d.picked.push_back(static_cast<std::size_t>(n[9 + k]));
  d.matrix.assign(n.begin() + static_cast<std::ptrdiff_t>(9 + picked), n.end());
  return d;
}

std::shared_ptr<const Table> Table::make(Description description, std::string& message) {
  auto table = std::make_shared<Table>();
  table->description_ = std::move(description);
  const bool good = table->kind() == Kind::two ? table->prepare_surface(message) : table->prepare_curves(message);
  return good ? table : nullptr;
}

bool Table::prepare_curves(std::string& message) {
  const Description& d = description_;
  if (d.rows == 0 || d.columns == 0) {
    message = "the table is empty";
    return false;
  }
  for (std::size_t i = 0; i < d.rows; ++i) x_.push_back(d.matrix[i * d.columns]);
  const bool jumps = d.kind == Kind::time && (d.smoothness == SUNDER_LINEAR || d.smoothness == SUNDER_CONSTANT);
  for (std::size_t i = 1; i < d.rows; ++i)
    if (x_[i] < x_[i - 1] || (x_[i] == x_[i - 1] && !jumps)) {
      message = "the first column of the table does not ascend: " + shortest(x_[i - 1]) + " in row " +
                std::to_string(i) + ", " + shortest(x_[i]) + " in row " + std::to_string(i + 1);
      return false;
    }
  std::vector<double> scratch(d.rows + 3);
  for (const std::size_t column : d.picked) {
    if (column >= d.columns) {
      message =
          "the table has " + std::to_string(d.columns) + " columns: there is no column " + std::to_string(column + 1);
      return false;
    }
    std::vector<double>& y = values_.emplace_back();
    for (std::size_t i = 0; i < d.rows; ++i) y.push_back(d.matrix[i * d.columns + column]);
    std::vector<double>& slope = slopes_.emplace_back(d.rows, 0.0);
    if (d.smoothness != SUNDER_LINEAR && d.smoothness != SUNDER_CONSTANT)
      sunder_curve_slopes(d.smoothness, d.extrapolation == SUNDER_PERIODIC ? 1 : 0, d.rows, x_.data(), y.data(), 1,
                          slope.data(), scratch.data());
  }
  for (std::size_t k = 0; k < values_.size(); ++k)
    curves_.push_back({d.rows, x_.data(), values_[k].data(), slopes_[k].data(), d.smoothness, d.extrapolation});
  return true;
}

bool Table::prepare_surface(std::string& message) {
  const Description& d = description_;
  if (d.rows < 2 || d.columns < 2) {
    message = "a table of two inputs needs at least two rows and two columns";
    return false;
  }
  for (std::size_t i = 1; i < d.rows; ++i) x_.push_back(d.matrix[i * d.columns]);
  for (std::size_t j = 1; j < d.columns; ++j) y_.push_back(d.matrix[j]);
  for (const auto* axis : {&x_, &y_})
    if (std::ranges::adjacent_find(*axis, std::greater_equal<>()) != axis->end()) {
      message = std::string("the first ") + (axis == &x_ ? "column" : "row") + " of the table does not ascend";
      return false;
    }
  std::vector<double> z;
  for (std::size_t i = 1; i < d.rows; ++i)
    for (std::size_t j = 1; j < d.columns; ++j) z.push_back(d.matrix[i * d.columns + j]);
  const std::size_t count = z.size();
  values_ = {std::move(z), std::vector<double>(count), std::vector<double>(count), std::vector<double>(count)};
  const bool spline = d.smoothness != SUNDER_LINEAR && d.smoothness != SUNDER_CONSTANT;
  if (spline && x_.size() > 1 && y_.size() > 1) {
    std::vector<double> scratch(3 * (x_.size() + y_.size()) + 9);
    sunder_surface_slopes(x_.size(), y_.size(), x_.data(), y_.data(), values_[0].data(), values_[1].data(),
                          values_[2].data(), values_[3].data(), scratch.data());
  } else if (spline) {
    std::vector<double> scratch(count + 3);
    const bool along_x = x_.size() > 1;
    sunder_curve_slopes(SUNDER_AKIMA, 0, count, along_x ? x_.data() : y_.data(), values_[0].data(), 1,
                        values_[along_x ? 1 : 2].data(), scratch.data());
  }
  surface_ = {x_.size(),         y_.size(),         x_.data(),         y_.data(),    values_[0].data(),
              values_[1].data(), values_[2].data(), values_[3].data(), d.smoothness, d.extrapolation};
  return true;
}

double Table::at(std::size_t column, double u, int order) const {
  return sunder_curve_value(&curves_[column], u, order);
}

double Table::at(std::size_t column, double t, double next_event, int order) const {
  return sunder_time_curve_value(&curves_[column], description_.start, description_.shift, t, next_event, order);
}

double Table::next_event(double t) const {
  const sunder_curve any{x_.size(), x_.data(), nullptr, nullptr, description_.smoothness, description_.extrapolation};
  return sunder_time_curve_event(&any, description_.start, description_.shift, description_.events, t);
}

std::string TableRoutine::name() const {
  std::string name = "table";
  if (table_->kind() != Table::Kind::two) name += "[" + std::to_string(column_ + 1) + "]";
  return name + std::string(static_cast<std::size_t>(a_ + b_), '\'');
}

double TableRoutine::value(std::span<const double> u) const {
  switch (table_->kind()) {
    case Table::Kind::time: return table_->at(column_, u[0], u[1], a_);
    case Table::Kind::one: return table_->at(column_, u[0], a_);
    case Table::Kind::two: break;
  }
  return table_->at(u[0], u[1], a_, b_);
}

std::shared_ptr<const Routine> TableRoutine::partial(Pool&, std::uint32_t argument) const {
  if (table_->kind() == Table::Kind::two && argument == 1)
    return std::make_shared<TableRoutine>(table_, column_, a_, b_ + 1);
  return argument == 0 ? std::make_shared<TableRoutine>(table_, column_, a_ + 1, b_) : nullptr;
}

std::string TableRoutine::complaint(std::span<const double> u) const {
  std::string at = shortest(u[0]);
  if (table_->kind() == Table::Kind::two) at += ", " + shortest(u[1]);
  return "the table is not defined at " + at + " (extrapolation is switched off)";
}

}  // namespace sunder::symbolic

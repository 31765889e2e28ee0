// The Jacobian of a slice with the unknowns of its loops as columns and their equations as rows (model/opened.hpp).
// With loops taken as given, what is left are assignments: the chain rule over sparse rows gives all entries.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "algebra/sparse.hpp"
#include "emit/back_end.hpp"
#include "emit/listing.hpp"
#include "emit/schedule.hpp"
#include "execute/accumulation.hpp"
#include "ir/plan.hpp"

namespace sunder::execute {

class OpenedCode {
 public:
  /// Nothing where there are no loops, or where an unknown is no number. The pattern is found at once, and code is made
  /// and compiled when it is asked for; the plan must outlive that.
  static std::unique_ptr<OpenedCode> make(const ir::Plan& plan, const ir::Section& section,
                                          std::span<const ir::VariableId> rows,
                                          std::span<const ir::VariableId> columns);
  void make_code(emit::ScheduleOptions options);
  void compile(emit::BackEnd back_end);
  [[nodiscard]] bool has_code() const { return accumulation_.has_value(); }
  [[nodiscard]] bool compiled() const { return code_ != nullptr; }

  [[nodiscard]] const algebra::SparsePattern& pattern() const { return pattern_; }
  [[nodiscard]] std::size_t unknowns() const { return unknowns_.size(); }
  /// Of `run`.
  [[nodiscard]] std::size_t operations() const;

  /// What `run` needs.
  [[nodiscard]] std::size_t partials() const { return accumulation_->partial_count(); }
  [[nodiscard]] std::size_t sums() const { return accumulation_->sums(); }
  /// From a frame in which everything was evaluated.
  void run(emit::Frame frame, std::span<double> partials, std::span<Accumulation::Sum> sums,
           std::span<double> values) const;

 private:
  OpenedCode(const ir::Plan& plan, std::span<const ir::VariableId> rows, std::span<const ir::VariableId> columns)
      : plan_(plan), rows_(rows.begin(), rows.end()), columns_(columns.begin(), columns.end()) {}
  void open(const ir::Section& section);
  void make_pattern();
  void add_equations(emit::Schedule& schedule) const;

  const ir::Plan& plan_;
  std::vector<ir::VariableId> rows_, columns_;  // columns: then the unknowns
  ir::Section assignments_;
  std::vector<ir::VariableId> unknowns_;
  std::vector<ir::EquationId> equations_;
  algebra::SparsePattern pattern_;
  std::optional<Accumulation> accumulation_;
  emit::Listing listing_;
  std::unique_ptr<emit::Code> code_;
};

}  // namespace sunder::execute

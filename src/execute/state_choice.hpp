// States that are chosen again while the model runs (ir::StateSet): how good the choice is, and a better one.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "emit/program.hpp"
#include "execute/compiled_context.hpp"
#include "ir/plan.hpp"

namespace sunder::execute {

class StateChoice {
 public:
  /// The caller holds the mutex of the shapes.
  explicit StateChoice(const ir::Plan& plan);

  [[nodiscard]] std::size_t size() const { return plan_.state_sets.size(); }
  /// The coefficients by which choices are judged, those of set number i from first_row(i) on.
  [[nodiscard]] const std::vector<ir::Row>& rows() const { return rows_; }
  [[nodiscard]] std::size_t first_row(std::size_t set) const { return first_row_[set]; }
  /// Where each coefficient stands in the matrix of its set: equations by candidates.
  struct Entry {
    std::uint32_t row = 0, column = 0;
  };
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  /// Writes the coefficients to Space::residual.
  [[nodiscard]] const emit::Listing& listing() const { return listing_; }

  /// How far each choice is from being bad: negative where it should be changed. Reads what `rows` read in the frame.
  void margins(const emit::Frame& frame, std::span<double> z) const;
  /// Where a choice is bad, another one: the selectors of the context and the states in x follow. The frame holds all
  /// variables. Adds the states that have changed; true: there are some.
  bool improve(CompiledContext& context, const emit::Frame& frame, std::span<double> x, model::StateSet& changed) const;
  /// The best choice for the variables in the frame, whatever it was before: selectors and states follow.
  void choose(CompiledContext& context, const emit::Frame& frame, std::span<double> x) const;
  /// "x, y and z"
  [[nodiscard]] std::string names(std::size_t set) const;

 private:
  bool choose_below(double limit, CompiledContext& context, const emit::Frame& frame, std::span<double> x,
                    model::StateSet& changed) const;
  [[nodiscard]] double quality(std::size_t set, const double* values, const double* parameters,
                               std::vector<std::uint32_t>* best) const;

  const ir::Plan& plan_;
  std::vector<ir::Row> rows_;
  std::vector<Entry> entries_;  // by row
  std::vector<std::size_t> first_row_;
  emit::Listing listing_;
  std::unique_ptr<emit::Code> code_;
};

}  // namespace sunder::execute

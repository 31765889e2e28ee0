// Derivatives and outputs of an FMU: always the whole, which is counted.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "fmi/fmu_model.hpp"
#include "graph/colouring.hpp"

namespace sunder::fmi {

namespace {

class FmuEvaluator final : public model::Evaluator {
 public:
  FmuEvaluator(const FmuModel& model, FmuContext& context, const model::Wanted& wanted, const model::Varying& varying)
      : model_(model),
        context_(context),
        wanted_(wanted),
        varying_(varying),
        x_(model.state_count()),
        u_(model.input_count()),
        dx_(model.state_count()),
        y_(model.output_count()) {
    make_pattern();
    colours_.number = context.next_colours();
    all_vary_ = varying_.states == model::all_states(model.state_count());
    all_wanted_ = wanted_.derivatives == model::all_states(model.state_count()) && !wanted_.derivatives.empty();
  }

  [[nodiscard]] const model::Wanted& wanted() const override { return wanted_; }
  [[nodiscard]] const model::Varying& varying() const override { return varying_; }
  [[nodiscard]] const algebra::SparsePattern& pattern() const override { return pattern_; }

  model::Status freeze(double time, std::span<const double> x) override {
    time_ = time;
    if (!all_vary_) std::ranges::copy(x, x_.begin());
    if (!u_.empty()) std::ranges::copy(context_.inputs_at(time), u_.begin());
    return {};
  }

  model::Status evaluate(const At& at, const Into& into) override {
    if (all_vary_ && all_wanted_ && varying_.inputs.empty() && wanted_.outputs.empty())
      return run(at.x, into.dx, {});  // as integrators ask: nothing is copied
    take(at);
    if (model::Status done = run(dx_, y_); !done) return done;
    for (const model::StateIndex i : wanted_.derivatives) into.dx[i.index()] = dx_[i.index()];
    for (const model::OutputIndex i : wanted_.outputs) into.y[i.index()] = y_[i.index()];
    return {};
  }

  /// As of compiled models, exact derivatives may have no value at a point (the root of what begins at zero): whoever
  /// asked knows what to do.
  model::Status jacobian(const At& at, std::span<double> values) override {
    take(at);
    model::Status done =
        model_.exact_derivatives() ? context_.jacobian({time_, x_, u_}, colours_, values) : differences(values);
    if (!done) return done;
    for (const std::size_t k : identities_) values[k] = 1;
    return {};
  }

  model::Status time_derivative(const At& at, std::span<double> dx) override {
    take(at);
    if (model::Status done = run(dx_, {}); !done) return done;
    const model::Experiment& experiment = model_.description().experiment;
    const double length =
        std::max(std::abs(time_), std::abs(experiment.stop.value_or(1) - experiment.start.value_or(0)));
    const double before = time_;
    const double later = before + std::sqrt(std::numeric_limits<double>::epsilon()) * (length > 0 ? length : 1);
    std::vector<double>& moved = scratch_;
    moved.resize(dx_.size());
    time_ = later;
    std::ranges::copy(context_.inputs_at(later), u_.begin());
    model::Status done = run(moved, {});
    time_ = before;
    std::ranges::copy(context_.inputs_at(before), u_.begin());
    if (!done) return done;
    for (const model::StateIndex i : wanted_.derivatives)
      dx[i.index()] = (moved[i.index()] - dx_[i.index()]) / (later - before);
    return {};
  }

  [[nodiscard]] bool depends_on_time() const override { return true; }
  [[nodiscard]] std::size_t evaluations_per_jacobian() const override {
    return model_.exact_derivatives() ? 0 : colours_.colours.size() + 1;
  }
  [[nodiscard]] bool restricted() const override { return false; }
  [[nodiscard]] std::size_t operations() const override { return 0; }
  [[nodiscard]] std::size_t frozen_operations() const override { return 0; }

 private:
  void take(const At& at) {
    for (const model::StateIndex i : varying_.states) x_[i.index()] = at.x[i.index()];
    for (const model::InputIndex i : varying_.inputs) u_[i.index()] = at.u[i.index()];
  }

  /// Derivatives and outputs, as far as they are wanted; all finite.
  model::Status run(std::span<double> dx, std::span<double> y) { return run(x_, dx, y); }
  model::Status run(std::span<const double> x, std::span<double> dx, std::span<double> y) {
    const std::span<double> derivatives = wanted_.derivatives.empty() ? std::span<double>() : dx;
    const std::span<double> outputs = wanted_.outputs.empty() ? std::span<double>() : y;
    if (derivatives.empty() && outputs.empty()) return {};
    if (model::Status done = context_.evaluate({time_, x, u_}, {derivatives, outputs, {}}); !done) return done;
    if (!looks_finite(derivatives) || !looks_finite(outputs)) return find_not_finite(dx, y);
    return {};
  }

  /// Whether all are, in a few operations for each: a number minus itself is zero, anything else is none.
  static bool looks_finite(std::span<const double> values) {
    double sums[4] = {0, 0, 0, 0};
    std::size_t i = 0;
    for (; i + 4 <= values.size(); i += 4)
      for (std::size_t k = 0; k < 4; ++k) sums[k] += values[i + k] - values[i + k];
    for (; i < values.size(); ++i) sums[0] += values[i] - values[i];
    return sums[0] + sums[1] + sums[2] + sums[3] == 0;
  }

  model::Status find_not_finite(std::span<const double> dx, std::span<const double> y) const {
    for (const model::StateIndex i : wanted_.derivatives)
      if (!std::isfinite(dx[i.index()]))
        return not_finite("the derivative of '" + model_.state_name(i) + "'", dx[i.index()]);
    for (const model::OutputIndex i : wanted_.outputs)
      if (!y.empty() && !std::isfinite(y[i.index()]))
        return not_finite("'" + model_.output_name(i) + "'", y[i.index()]);
    return {};
  }

  [[nodiscard]] model::Status not_finite(const std::string& what, double value) const {
    model::Fault fault;
    fault.code = Code::E0501;
    fault.time = time_;
    fault.message = model_.fmu().path + ": " + what + " is " + shortest(value) + " at time " + rounded(time_);
    return fault;
  }

  /// Rows and columns of this evaluator, and the columns that can be perturbed together.
  void make_pattern() {
    const std::size_t states = model_.state_count();
    constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::vector<std::size_t> column_of(states + model_.input_count(), none);
    std::vector<std::size_t> places;  // of the columns, in [x, u]
    for (const model::StateIndex i : varying_.states) places.push_back(i.index());
    for (const model::InputIndex i : varying_.inputs) places.push_back(states + i.index());
    for (std::size_t c = 0; c < places.size(); ++c) column_of[places[c]] = c;
    for (const model::StateIndex i : wanted_.derivatives) row_places_.push_back(i.index());
    for (const model::OutputIndex i : wanted_.outputs) row_places_.push_back(states + i.index());
    graph::Rows rows;
    std::vector<std::vector<std::int32_t>> columns(places.size());
    for (std::size_t r = 0; r < row_places_.size(); ++r) {
      for (const std::size_t place : model_.columns_of_row()[row_places_[r]]) {
        if (column_of[place] == none) continue;
        rows.entries.push_back(static_cast<std::uint32_t>(column_of[place]));
        columns[column_of[place]].push_back(static_cast<std::int32_t>(r));
      }
      rows.end_row();
    }
    pattern_.rows = row_places_.size();
    pattern_.columns = places.size();
    pattern_.column_starts = {0};
    const graph::Colouring colouring = graph::colour_columns(rows, static_cast<std::uint32_t>(places.size()));
    colours_.colours.resize(colouring.count);
    for (std::size_t c = 0; c < places.size(); ++c) {
      JacobianColours::Column column{places[c], {}};
      for (const std::int32_t row : columns[c]) {
        const std::size_t place = row_places_[static_cast<std::size_t>(row)];
        if (is_same(place, places[c])) identities_.push_back(pattern_.row_indices.size());
        column.entries.push_back({place, pattern_.row_indices.size()});
        pattern_.row_indices.push_back(row);
      }
      pattern_.column_starts.push_back(static_cast<std::int32_t>(pattern_.row_indices.size()));
      if (!column.entries.empty()) colours_.colours[colouring.colour[c]].push_back(std::move(column));
    }
  }

  /// An output that is the state itself: not every FMU knows its derivative.
  [[nodiscard]] bool is_same(std::size_t row, std::size_t column) const {
    const std::size_t states = model_.state_count();
    if (row < states || column >= states) return false;
    const Element& output = model_.layout().outputs[row - states];
    const Element& state = model_.layout().states[column];
    return output.variable == state.variable && output.offset == state.offset;
  }

  model::Status differences(std::span<double> values) {
    const std::size_t states = model_.state_count();
    std::vector<double>& base = base_;
    base.resize(states + y_.size());
    if (model::Status done = run(dx_, y_); !done) return done;
    std::ranges::copy(dx_, base.begin());
    std::ranges::copy(y_, base.begin() + static_cast<std::ptrdiff_t>(states));
    for (const std::vector<JacobianColours::Column>& colour : colours_.colours) {
      if (differences(colour, 1, values)) continue;
      for (const JacobianColours::Column& column :
           colour)  // at the end of a domain there is one side of the point only
        if (const std::span<const JacobianColours::Column> one(&column, 1); !differences(one, 1, values))
          if (model::Status done = differences(one, -1, values); !done) return done;
    }
    return {};
  }

  /// Away from zero, or (-1) the other way.
  model::Status differences(std::span<const JacobianColours::Column> columns, double way, std::span<double> values) {
    const std::size_t states = model_.state_count();
    std::vector<double>& change = scratch_;
    change.clear();
    for (const JacobianColours::Column& column : columns) change.push_back(perturb(column.place, way));
    model::Status done = run(dx_, y_);
    for (std::size_t i = 0; i < columns.size(); ++i) value_at(columns[i].place) -= change[i];
    if (!done) return done;
    for (std::size_t i = 0; i < columns.size(); ++i)
      for (const JacobianColours::Entry& entry : columns[i].entries) {
        const double now = entry.row < states ? dx_[entry.row] : y_[entry.row - states];
        values[entry.value] = (now - base_[entry.row]) / change[i];
      }
    return {};
  }

  double& value_at(std::size_t place) { return place < x_.size() ? x_[place] : u_[place - x_.size()]; }

  /// By how much it was changed, exactly; `way` is 1 for away from zero.
  double perturb(std::size_t place, double way) {
    double& value = value_at(place);
    const model::ModelDescription& d = model_.description();
    const double nominal = d.nominal(place < x_.size() ? d.states[place] : d.inputs[place - x_.size()]);
    const double before = value;
    const double size =
        std::sqrt(std::numeric_limits<double>::epsilon()) * std::max(std::abs(value), std::abs(nominal));
    value += value < 0 ? -way * size : way * size;
    return value - before;
  }

  const FmuModel& model_;
  FmuContext& context_;
  model::Wanted wanted_;
  model::Varying varying_;
  algebra::SparsePattern pattern_;
  JacobianColours colours_;
  std::vector<std::size_t> row_places_;
  std::vector<std::size_t> identities_;         // entries that are 1
  bool all_vary_ = false, all_wanted_ = false;  // of the states
  double time_ = 0;
  std::vector<double> x_, u_, dx_, y_, base_, scratch_;
};

}  // namespace

std::unique_ptr<model::Evaluator> make_fmu_evaluator(const FmuModel& model, FmuContext& context,
                                                     const model::Wanted& wanted, const model::Varying& varying) {
  return std::make_unique<FmuEvaluator>(model, context, wanted, varying);
}

}  // namespace sunder::fmi

#include "verbs/fmu_validate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "model/model.hpp"

namespace sunder::verbs {

namespace {

/// One kind of an FMU, run as a model.
class Trial {
 public:
  Trial(std::string kind, std::shared_ptr<const fmi::Fmu> fmu, std::shared_ptr<const model::Model> model,
        bool steps_itself, ValidateResult& result, Diagnostics& diagnostics)
      : kind_(std::move(kind)),
        fmu_(std::move(fmu)),
        model_(std::move(model)),
        steps_itself_(steps_itself),
        result_(result),
        diagnostics_(diagnostics),
        context_(model_->create_context()) {}

  void run() {
    const fmi::FmuDescription& d = fmu_->description;
    const fmi::InterfaceKind& offered = steps_itself_ ? *d.co_simulation : *d.model_exchange;
    start_ = d.start_time.value_or(0);
    length_ = std::max(d.stop_time.value_or(start_ + 1) - start_, 0.0);
    if (length_ == 0) length_ = 1;
    step_ = d.step_size.value_or(length_ / 1e6);  // whatever steps it makes inside, these are not too many
    if (!check("it initialises", model_->initialise(*context_, start_))) return;
    x_.assign(context_->states().begin(), context_->states().end());
    u_.resize(model_->input_count());
    context_->inputs().at(start_, u_);
    values_.resize(model_->description().variable_count());
    if (!check("its values are finite", values_finite())) return;
    if (has_texts()) check("strings and binaries are those given", texts_as_given());
    if (steps_itself_) check("it makes a step", go_on());
    look_at_derivatives(offered.directional_derivatives);
    if (offered.gets_and_sets_state)
      check("it goes back to a saved state", go_back());
    else
      note("it goes back to a saved state", "not offered", "");
  }

 private:
  void note(const std::string& what, const std::string& outcome, const std::string& detail) {
    result_.checks.push_back({kind_, what, outcome, detail});
  }

  bool check(const std::string& what, const model::Status& status) {
    note(what, status ? "fine" : "wrong", status ? "" : status.fault().message);
    if (!status) fail(status.fault());
    return status.ok();
  }

  void fail(const model::Fault& fault) {
    result_.valid = false;
    diagnostics_.error(fault.code, fault.span, fault.message);
  }

  [[nodiscard]] model::Fault wrong(const std::string& text) const {
    model::Fault fault;
    fault.code = Code::E1216;
    fault.time = start_;
    fault.message = fmu_->path + " (" + kind_ + "): " + text;
    return fault;
  }

  model::Status values_finite() {
    if (model::Status got = model_->record(*context_, start_, x_, values_); !got) return got;
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (!std::isfinite(values_[i]))
        return wrong("'" + model_->description().variable_name(model::VariableIndex(i)) + "' is " +
                     shortest(values_[i]) + " after initialisation");
    return {};
  }

  [[nodiscard]] bool has_texts() const {
    return std::ranges::any_of(fmu_->description.variables,
                               [](const fmi::Variable& one) { return fmi::is_text(one.type) && !one.clocked; });
  }

  /// All can be read, and parameters and inputs have their start values.
  model::Status texts_as_given() {
    const auto texts = fmi::texts_of(*context_);
    if (!texts.ok()) return wrong(texts.diagnostics().all().front().message);
    for (const auto& [name, value] : *texts) {
      const std::optional<fmi::Element> element = fmi::find_text(fmu_->description, name);
      if (!element) continue;
      const fmi::Variable& variable = fmu_->description.variables[element->variable];
      if (variable.start_text.empty() || variable.initial == fmi::Initial::approx) continue;
      const std::string& start =
          variable.start_text[std::min<std::size_t>(element->offset, variable.start_text.size() - 1)];
      const std::string wanted = variable.type == fmi::Type::binary ? fmi::hexadecimal(start) : start;
      if (value != wanted)
        return wrong("'" + name + "' is '" + printable(value) + "' after initialisation, and was given '" +
                     printable(wanted) + "'");
    }
    return {};
  }

  model::Status go_on() {
    if (model::Status got = model_->record(*context_, start_ + step_, x_, values_); !got) return got;
    start_ += step_;
    return {};
  }

  /// Values, then something else, then back: the same bits.
  model::Status go_back() {
    std::vector<double> before(values_.size()), after(values_.size());
    if (model::Status got = model_->record(*context_, start_, x_, before); !got) return got;
    const std::unique_ptr<model::Snapshot> saved = context_->save();
    if (steps_itself_) {
      if (model::Status got = model_->record(*context_, start_ + step_, x_, after); !got) return got;
    } else if (const model::Events* events = model_->events()) {
      std::vector<double> moved = x_;
      model::EventOutcome outcome;
      if (model::Status got = events->handle(*context_, start_, moved, model::EventCause::found, outcome); !got)
        return got;
    }
    context_->restore(*saved);
    if (model::Status got = model_->record(*context_, start_, x_, after); !got) return got;
    for (std::size_t i = 0; i < before.size(); ++i)
      if (before[i] != after[i])
        return wrong("'" + model_->description().variable_name(model::VariableIndex(i)) + "' is " + shortest(after[i]) +
                     " after going back to a saved state, and was " + shortest(before[i]));
    return {};
  }

  [[nodiscard]] std::string row_name(std::size_t row) const {
    const std::size_t derivatives = evaluator_->wanted().derivatives.size();
    if (row < derivatives)
      return "the derivative of '" + model_->state_name(evaluator_->wanted().derivatives[row]) + "'";
    return "'" + model_->output_name(evaluator_->wanted().outputs[row - derivatives]) + "'";
  }
  [[nodiscard]] std::string column_name(std::size_t column) const {
    const std::size_t states = evaluator_->varying().states.size();
    if (column < states) return "'" + model_->state_name(evaluator_->varying().states[column]) + "'";
    return "'" + model_->input_name(evaluator_->varying().inputs[column - states]) + "'";
  }

  model::Status evaluate(std::vector<double>& rows) {
    dx_.resize(x_.size());
    y_.resize(model_->output_count());
    if (model::Status frozen = evaluator_->freeze(start_, x_); !frozen) return frozen;
    if (model::Status done = evaluator_->evaluate({x_, u_}, {dx_, y_}); !done) return done;
    rows.clear();
    for (const model::StateIndex i : evaluator_->wanted().derivatives) rows.push_back(dx_[i.index()]);
    for (const model::OutputIndex i : evaluator_->wanted().outputs) rows.push_back(y_[i.index()]);
    return {};
  }

  /// Of one state or input: how all rows move with it, by central differences, and how far that can be trusted.
  struct Column {
    std::vector<double> slope, doubt;
  };
  model::Status differences(std::size_t column, Column& out) {
    const std::size_t states = evaluator_->varying().states.size();
    double& value = column < states ? x_[evaluator_->varying().states[column].index()]
                                    : u_[evaluator_->varying().inputs[column - states].index()];
    const double kept = value;
    const model::ModelDescription& d = model_->description();
    const model::VariableIndex variable = column < states
                                              ? d.states[evaluator_->varying().states[column].index()]
                                              : d.inputs[evaluator_->varying().inputs[column - states].index()];
    const double size =
        std::cbrt(std::numeric_limits<double>::epsilon()) * std::max(std::abs(kept), d.nominal(variable));
    std::vector<double> low, high, wide;
    const auto at = [&](double step, std::vector<double>& rows) {
      value = kept + step;
      model::Status done = evaluate(rows);
      value = kept;
      return done;
    };
    if (model::Status done = at(-size, low); !done) return done;
    if (model::Status done = at(size, high); !done) return done;
    if (model::Status done = at(2 * size, wide); !done) return done;
    out.slope.resize(low.size());
    out.doubt.resize(low.size());
    for (std::size_t r = 0; r < low.size(); ++r) {
      out.slope[r] = (high[r] - low[r]) / (2 * size);
      const double other = (wide[r] - low[r]) / (3 * size);
      const double rounding = 64 * std::numeric_limits<double>::epsilon() *
                              (std::abs(high[r]) + std::abs(low[r]) + std::abs(wide[r])) / size;
      out.doubt[r] = std::abs(out.slope[r] - other) + rounding;
    }
    return {};
  }

  /// Every derivative and output by every state and input that is a real number.
  void look_at_derivatives(bool directional) {
    evaluator_ = model::open_evaluator(*model_, *context_);
    const algebra::SparsePattern& pattern = evaluator_->pattern();
    if (pattern.rows == 0 || pattern.columns == 0) return;
    std::vector<double> entries(pattern.nonzeros());
    if (!check("it can be differentiated", differentiate(entries))) return;
    if (const auto bad = std::ranges::find_if(entries, [](double value) { return !std::isfinite(value); });
        bad != entries.end()) {  // the root of what begins at zero: that is no mistake
      note("dependencies are those declared", "not known",
           "a partial derivative is " + shortest(*bad) + " at the start");
      return;
    }
    constexpr std::size_t most_columns = 2000;  // more would take minutes
    const std::size_t step = pattern.columns / most_columns + 1;
    std::optional<model::Fault> dependency, derivative;
    Column found;
    for (std::size_t c = 0; c < pattern.columns; c += step) {
      if (!differences(c, found)) {  // at the end of a domain the values beside the start are none
        note("dependencies are those declared", "not known", "it cannot be evaluated beside its start");
        return;
      }
      std::vector<const double*> declared(pattern.rows, nullptr);
      for (auto k = pattern.column_starts[c]; k < pattern.column_starts[c + 1]; ++k)
        declared[static_cast<std::size_t>(pattern.row_indices[k])] = &entries[static_cast<std::size_t>(k)];
      for (std::size_t r = 0; r < pattern.rows; ++r) {
        if (!declared[r] && !dependency && std::abs(found.slope[r]) > 2 * found.doubt[r])
          dependency = wrong(row_name(r) + " depends on " + column_name(c) + ", which is not declared");
        constexpr double within = 1e-4;
        if (declared[r] && directional && !derivative &&
            std::abs(*declared[r] - found.slope[r]) >
                2 * found.doubt[r] + within * std::max(std::abs(found.slope[r]), std::abs(*declared[r])))
          derivative = wrong("the directional derivative of " + row_name(r) + " by " + column_name(c) + " is " +
                             rounded(*declared[r], 8) + ", and differences give " + rounded(found.slope[r], 8));
      }
    }
    check("dependencies are those declared", dependency ? model::Status(*dependency) : model::Status());
    if (directional)
      check("directional derivatives are right", derivative ? model::Status(*derivative) : model::Status());
    else
      note("directional derivatives are right", "not offered", "");
  }

  model::Status differentiate(std::vector<double>& entries) {
    if (model::Status frozen = evaluator_->freeze(start_, x_); !frozen) return frozen;
    return evaluator_->jacobian({x_, u_}, entries);
  }

  std::string kind_;
  std::shared_ptr<const fmi::Fmu> fmu_;
  std::shared_ptr<const model::Model> model_;
  bool steps_itself_;
  ValidateResult& result_;
  Diagnostics& diagnostics_;
  std::unique_ptr<model::Context> context_;
  std::unique_ptr<model::Evaluator> evaluator_;
  double start_ = 0, length_ = 1, step_ = 0.01;
  std::vector<double> x_, u_, dx_, y_, values_;
};

}  // namespace

Outcome<ValidateResult> fmu_validate(const std::string& path, const fmi::FmuOptions& options, SourceMap& sources,
                                     const Control& /*control*/) {
  ValidateResult result;
  result.path = path;
  Outcome<std::shared_ptr<const fmi::Fmu>> read = fmi::read_fmu(path, options, sources);
  Diagnostics diagnostics = std::move(read.diagnostics());
  if (!read.has_value()) return Outcome<ValidateResult>(std::move(diagnostics));
  const std::shared_ptr<const fmi::Fmu> fmu = read.take();
  const fmi::FmuDescription& d = fmu->description;
  result.model = d.model_name;
  const bool clean = diagnostics.all().empty();
  result.checks.push_back({"description", "it follows the standard", clean ? "fine" : "wrong",
                           clean ? "" : counted(diagnostics.all().size(), "departure")});
  result.valid = !diagnostics.has_errors();
  for (const fmi::Use use : {fmi::Use::model_exchange, fmi::Use::co_simulation}) {
    const bool exchange = use == fmi::Use::model_exchange;
    if (exchange ? !d.model_exchange : !d.co_simulation) continue;
    fmi::FmuOptions own = options;
    own.use = use;
    Outcome<std::shared_ptr<const model::Model>> made = fmi::make_fmu_model(fmu, own);
    diagnostics.append(made.diagnostics());
    const std::string kind = exchange ? "Model Exchange" : "Co-Simulation";
    if (!made.ok()) {
      result.valid = false;
      result.checks.push_back({kind, "it can be loaded", "wrong", made.diagnostics().all().front().message});
      continue;
    }
    Trial(kind, fmu, made.take(), !exchange, result, diagnostics).run();
  }
  return {std::move(result), std::move(diagnostics)};
}

}  // namespace sunder::verbs

#include "api/implementation.hpp"
#include "model/model.hpp"

namespace sunder {

/// Every evaluation starts from the memory of the initial state, so that answers do not depend on earlier questions.
class Equations::Implementation {
 public:
  Implementation(const verbs::LoadedModel& loaded, std::shared_ptr<const api::Texts> given_texts)
      : texts(std::move(given_texts)), context(loaded.create_context()) {}

  /// An error, or ready to evaluate at this point.
  [[nodiscard]] Diagnostics move_to(double time, std::span<const double> x, std::span<const double> u) {
    const model::Model& model = context->model();
    if (x.size() != model.state_count()) refuse("states", x.size(), model.state_count());
    if (!u.empty() && u.size() != model.input_count()) refuse("inputs", u.size(), model.input_count());
    Diagnostics diagnostics;
    context->restore(*start);
    context->inputs().release();
    for (std::size_t i = 0; i < u.size(); ++i) context->inputs().set(i, u[i]);
    states.assign(x.begin(), x.end());
    note(model.resume(*context, time, states, {}), diagnostics);
    if (!diagnostics.has_errors()) note(evaluator->freeze(time, x), diagnostics);
    return diagnostics;
  }

  static void note(const model::Status& status, Diagnostics& diagnostics) {
    if (!status) model::report(status.fault(), diagnostics);
  }

  std::shared_ptr<const api::Texts> texts;
  std::unique_ptr<model::Context> context;
  std::unique_ptr<model::Evaluator> evaluator;
  std::unique_ptr<model::Snapshot> start;
  std::vector<double> initial, states;

 private:
  [[noreturn]] static void refuse(const std::string& what, std::size_t given, std::size_t wanted) {
    throw std::invalid_argument(std::to_string(given) + " values were given for " + std::to_string(wanted) + " " +
                                what);
  }
};

Equations::Equations(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}
Equations::Equations(Equations&&) noexcept = default;
Equations& Equations::operator=(Equations&&) noexcept = default;
Equations::~Equations() = default;

const std::vector<double>& Equations::initial_states() const { return implementation_->initial; }

Result<std::vector<double>> Equations::rhs(double time, std::span<const double> x, std::span<const double> u) {
  Implementation& own = *implementation_;
  Diagnostics diagnostics = own.move_to(time, x, u);
  std::vector<double> dx(x.size());
  if (!diagnostics.has_errors()) Implementation::note(own.evaluator->evaluate(x, dx), diagnostics);
  if (diagnostics.has_errors()) return {std::nullopt, own.texts->messages(diagnostics)};
  return {std::move(dx), {}};
}

Result<SparseEntries> Equations::jacobian(double time, std::span<const double> x, std::span<const double> u) {
  Implementation& own = *implementation_;
  Diagnostics diagnostics = own.move_to(time, x, u);
  const algebra::SparsePattern& pattern = own.evaluator->pattern();
  SparseEntries out{pattern.rows, pattern.columns, {}, {}, std::vector<double>(pattern.nonzeros())};
  if (!diagnostics.has_errors()) Implementation::note(own.evaluator->jacobian(x, out.value), diagnostics);
  if (diagnostics.has_errors()) return {std::nullopt, own.texts->messages(diagnostics)};
  for (std::size_t column = 0; column < pattern.columns; ++column)
    for (std::int32_t k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      out.row.push_back(static_cast<std::size_t>(pattern.row_indices[static_cast<std::size_t>(k)]));
      out.column.push_back(column);
    }
  return {std::move(out), {}};
}

Result<Equations> Model::equations() const {
  auto made = std::make_unique<Equations::Implementation>(implementation_->loaded, implementation_->texts);
  const model::Model& model = made->context->model();
  Diagnostics diagnostics;
  Equations::Implementation::note(model.initialise(*made->context, model.description().experiment.start.value_or(0.0)),
                                  diagnostics);
  if (diagnostics.has_errors()) return {std::nullopt, implementation_->texts->messages(diagnostics)};
  made->initial.assign(made->context->states().begin(), made->context->states().end());
  made->start = made->context->save();
  made->evaluator = model::full_evaluator(model, *made->context);
  return {Equations(std::move(made)), {}};
}

}  // namespace sunder

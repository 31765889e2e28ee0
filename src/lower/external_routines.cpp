// External functions that run: our own implementations of what the Standard Library takes from C (docs/modelica.md).
#include <cmath>
#include <limits>
#include <numbers>

#include "algebra/lapack.hpp"
#include "base/codes.hpp"
#include "lower/expressions.hpp"
#include "symbolic/procedure.hpp"
#include "symbolic/random_numbers.hpp"
#include "symbolic/tables.hpp"

namespace sunder::lower {

using ir::Expression;
using symbolic::NodeId;
using symbolic::Op;
using symbolic::Table;

namespace {

using symbolic::RandomRoutine;

/// One frequency of the discrete Fourier transform of as many real numbers as there are arguments.
class FourierRoutine final : public symbolic::Routine {
 public:
  FourierRoutine(std::size_t frequency, bool phase) : frequency_(frequency), phase_(phase) {}

  [[nodiscard]] std::string name() const override { return phase_ ? "phase" : "amplitude"; }
  [[nodiscard]] double value(std::span<const double> arguments) const override {
    const std::size_t n = arguments.size();
    double real = 0, imaginary = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(j * frequency_ % n) / static_cast<double>(n);
      real += arguments[j] * std::cos(angle);
      imaginary -= arguments[j] * std::sin(angle);
    }
    if (phase_) return std::atan2(imaginary, real);
    const std::size_t lines = n / 2 + 1;
    return std::hypot(real, imaginary) / static_cast<double>(lines);  // as the Standard Library scales it
  }
  [[nodiscard]] std::shared_ptr<const Routine> partial(symbolic::Pool&, std::uint32_t) const override {
    return std::make_shared<symbolic::Failure>("the derivative of a Fourier transform is not known");
  }

 private:
  std::size_t frequency_;
  bool phase_;
};

std::optional<RandomRoutine::Generator> generator_of(const std::string& name) {
  if (name == "ModelicaRandom_xorshift64star") return RandomRoutine::Generator::xorshift64star;
  if (name == "ModelicaRandom_xorshift128plus") return RandomRoutine::Generator::xorshift128plus;
  if (name == "ModelicaRandom_xorshift1024star") return RandomRoutine::Generator::xorshift1024star;
  return std::nullopt;
}

}  // namespace

std::uint32_t ExpressionLowering::routine(const std::string& key,
                                          const std::function<std::shared_ptr<const symbolic::Routine>()>& make) {
  const auto [known, fresh] = context_.routines.try_emplace(key, 0U);
  if (fresh) known->second = context_.shapes.pool().add(make());
  return known->second;
}

/// Null without a diagnostic: it is none of ours.
ExpressionLowering::Results ExpressionLowering::call_external(const ir::Function& function,
                                                              const std::vector<std::optional<Closure::Bound>>& given,
                                                              const Expression& at) {
  if (const auto generator = generator_of(function.external)) {
    const std::size_t length = RandomRoutine::state_length(*generator);
    auto results = std::make_shared<std::vector<Closure::Bound>>(2);
    if (given.empty() || !given[0] || given[0]->nodes.size() != length) return nullptr;
    for (std::size_t output = 0; output <= length; ++output) {
      const std::uint32_t number = routine(function.external + std::to_string(output), [&] {
        return std::make_shared<RandomRoutine>(function.external, *generator, output);
      });
      Closure::Bound& bound = (*results)[output == 0 ? 0 : 1];
      bound.nodes.push_back(context_.shapes.pool().make(Op::call, given[0]->nodes, number));
    }
    (*results)[1].dimensions = {static_cast<std::int64_t>(length)};
    return results;
  }
  if (function.external == "ModelicaFFT_kiss_fftr") return call_fourier(given);
  if (function.external == impure_random_function) return call_impure_random(given, at);
  if (acts_on_files(function)) return call_file_action(function, at);
  if (algebra::is_lapack(function.external) && !function.external_arguments.empty())
    return call_subroutine(function, given, at);
  if (Results table = call_table(function, given, at); table != nullptr || failed_) return table;
  if (is_annotated(function)) return nullptr;  // what it says of itself comes first, and asks for the call then
  return call_foreign(function, given, at);
}

/// Whether there is one, amplitudes and phases. At n frequencies of 2 n numbers: meant for events, not for every step.
ExpressionLowering::Results ExpressionLowering::call_fourier(const std::vector<std::optional<Closure::Bound>>& given) {
  if (given.empty() || !given[0]) return nullptr;
  const std::vector<NodeId>& signal = given[0]->nodes;
  symbolic::Pool& pool = context_.shapes.pool();
  auto results = std::make_shared<std::vector<Closure::Bound>>(3);
  const bool possible = !signal.empty() && signal.size() % 2 == 0;
  (*results)[0].nodes.push_back(pool.constant(possible ? 0 : 1));
  (*results)[0].known = ir::Value::scalar(ir::BaseType::integer, possible ? 0 : 1);
  for (std::size_t output = 1; output <= 2; ++output) {
    Closure::Bound& bound = (*results)[output];
    bound.dimensions = {static_cast<std::int64_t>(signal.size() / 2 + 1)};
    for (std::size_t k = 0; k <= signal.size() / 2; ++k) {
      if (!possible) {
        bound.nodes.push_back(pool.constant(0));
        continue;
      }
      const bool phase = output == 2;
      const std::string key = (phase ? "fourier phase " : "fourier amplitude ") + std::to_string(k);
      const std::uint32_t number = routine(key, [&] { return std::make_shared<FourierRoutine>(k, phase); });
      bound.nodes.push_back(pool.make(Op::call, signal, number));
    }
  }
  return results;
}

/// A table over time that begins and is shifted by what initialisation finds: the object is that of the table without
/// both (its start is no number), and the times come with it.
std::optional<Closure::Bound> ExpressionLowering::moved_table(const Expression& value) {
  const Expression* made = &value;
  while (made->kind == ir::ExpressionKind::variable && made->variable->binding != nullptr &&
         made->variable->binding->type.base == ir::BaseType::object)
    made = made->variable->binding;
  constexpr std::size_t start = 3, shift = 7;
  if (made->kind != ir::ExpressionKind::call || made->operands.size() <= shift + 1 ||
      !made->function->external.starts_with("ModelicaStandardTables_CombiTimeTable_init"))
    return std::nullopt;
  Expression none;
  none.type = {ir::BaseType::real, {}};
  none.span = made->span;
  Expression still = none, own = *made;
  none.number = std::numeric_limits<double>::quiet_NaN();
  std::vector<Expression*> operands(made->operands.begin(), made->operands.end());
  operands[start] = &none;
  operands[shift] = &still;
  own.operands = operands;
  auto known = context_.indices.evaluate(own, {}, {});
  if (!known) return std::nullopt;
  Closure::Bound bound;
  bound.dimensions = known->dimensions;
  bound.known = std::move(*known);
  for (const std::size_t which : {start, shift}) bound.nodes.push_back(lower(*made->operands[which], {}));
  if (failed_) return std::nullopt;
  return bound;
}

/// Zero before the start; else what the table without start and shift says.
NodeId ExpressionLowering::read_moved(const Closure::Bound& moved, const std::vector<NodeId>& arguments,
                                      std::uint32_t number, bool is_event) {
  symbolic::Pool& pool = context_.shapes.pool();
  const NodeId start = moved.nodes[0], shift = moved.nodes[1], time = arguments[0];
  const NodeId early = pool.make(Op::less, {time, start});
  const NodeId back = pool.subtract(time, shift);
  if (is_event) return pool.make(Op::choose, {early, start, pool.add(shift, pool.make(Op::call, {back}, number))});
  std::vector<NodeId> inner{back};
  for (std::size_t i = 1; i < arguments.size(); ++i) inner.push_back(pool.subtract(arguments[i], shift));
  // where the next event is the start, the values are those before it
  const NodeId before = arguments.size() > 1
                            ? pool.make(Op::logical_or, {early, pool.make(Op::less_equal, {arguments[1], start})})
                            : early;
  return pool.make(Op::choose, {before, pool.constant(0), pool.make(Op::call, inner, number)});
}

ExpressionLowering::Results ExpressionLowering::call_table(const ir::Function& function,
                                                           const std::vector<std::optional<Closure::Bound>>& given,
                                                           const Expression& at) {
  const std::string& name = function.external;
  const bool is_event = name == "ModelicaStandardTables_CombiTimeTable_nextTimeEvent";
  if (name.starts_with("ModelicaStandardTables_Combi") && name.ends_with("_read")) {  // it is read already
    auto results = std::make_shared<std::vector<Closure::Bound>>(1);
    results->front().nodes.push_back(context_.shapes.pool().constant(1));
    return results;
  }
  const bool is_value = name.starts_with("ModelicaStandardTables_Combi") && name.ends_with("_getValue");
  if (name.starts_with("ModelicaStandardTables_CombiTimeTable_m") && !given.empty() && given[0] && given[0]->known &&
      given[0]->nodes.size() == 2) {  // where the abscissae begin or end, wherever they are moved
    Table::Description described = Table::unpacked(given[0]->known->numbers);
    described.start = 0;
    std::string message;
    const auto table = Table::make(std::move(described), message);
    if (table == nullptr) {
      fail(at, Code::E0208, "the table cannot be read: " + message);
      return nullptr;
    }
    auto results = std::make_shared<std::vector<Closure::Bound>>(1);
    const double end = name.find("_minimum") != std::string::npos ? table->minimum() : table->maximum();
    results->front().nodes.push_back(context_.shapes.pool().constant(end));
    return results;
  }
  if ((!is_event && !is_value) || given.empty() || !given[0] || !given[0]->known) return nullptr;
  if (!Table::is_packed(given[0]->known->numbers)) {
    fail(at, Code::E0301, "an element of an array of tables is not supported yet");
    return nullptr;
  }
  const bool is_moved = given[0]->nodes.size() == 2;
  std::vector<double> numbers = given[0]->known->numbers;
  Table::Description described = Table::unpacked(numbers);
  if (std::isnan(described.start)) {
    if (!is_moved) {
      fail(at, Code::E0208, "the table begins when initialisation says: it cannot be passed on here");
      return nullptr;
    }
    described.start = std::numeric_limits<double>::lowest();
    numbers = Table::packed(described);
  }
  std::shared_ptr<const Table>& table = context_.tables[numbers];
  std::string message;
  if (table == nullptr) table = Table::make(std::move(described), message);
  if (table == nullptr) {
    fail(at, Code::E0208, "the table cannot be read: " + message);
    return nullptr;
  }
  std::size_t first = 1, column = 0;  // of the arguments that vary
  if (is_value && table->kind() != Table::Kind::two) {
    first = 2;
    if (given.size() < 2 || !given[1] || !given[1]->known) {
      fail(at, Code::E0208, "the column of a table must be known at compile time");
      return nullptr;
    }
    column = static_cast<std::size_t>(given[1]->known->number()) - 1;
    if (column >= table->readable()) {
      fail(at, Code::E0302, "the table has " + std::to_string(table->readable()) + " columns that can be read");
      return nullptr;
    }
  }
  std::vector<NodeId> arguments;
  for (std::size_t i = first; i < given.size(); ++i)
    if (given[i]) arguments.insert(arguments.end(), given[i]->nodes.begin(), given[i]->nodes.end());
  const std::string key =
      name + std::to_string(reinterpret_cast<std::uintptr_t>(table.get())) + "." + std::to_string(column);
  const std::uint32_t number = routine(key, [&]() -> std::shared_ptr<const symbolic::Routine> {
    if (is_event) return std::make_shared<symbolic::TableEvent>(table);
    return std::make_shared<symbolic::TableRoutine>(table, column);
  });
  auto results = std::make_shared<std::vector<Closure::Bound>>(1);
  results->front().nodes.push_back(is_moved ? read_moved(*given[0], arguments, number, is_event)
                                            : context_.shapes.pool().make(Op::call, arguments, number));
  return results;
}

}  // namespace sunder::lower

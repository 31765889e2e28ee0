// External functions that run: our own implementations of what the Standard Library takes from C (docs/modelica.md).
#include "base/codes.hpp"
#include "lower/expressions.hpp"
#include "symbolic/random_numbers.hpp"
#include "symbolic/tables.hpp"

namespace sunder::lower {

using ir::Expression;
using symbolic::NodeId;
using symbolic::Op;
using symbolic::Table;

namespace {

using symbolic::RandomRoutine;

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
  return call_table(function, given, at);
}

ExpressionLowering::Results ExpressionLowering::call_table(const ir::Function& function,
                                                           const std::vector<std::optional<Closure::Bound>>& given,
                                                           const Expression& at) {
  const std::string& name = function.external;
  const bool is_event = name == "ModelicaStandardTables_CombiTimeTable_nextTimeEvent";
  const bool is_value = name.starts_with("ModelicaStandardTables_Combi") && name.ends_with("_getValue");
  if ((!is_event && !is_value) || given.empty() || !given[0] || !given[0]->known) return nullptr;
  const std::vector<double>& numbers = given[0]->known->numbers;
  std::shared_ptr<const Table>& table = context_.tables[numbers];
  std::string message;
  if (table == nullptr) table = Table::make(Table::unpacked(numbers), message);
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
  results->front().nodes.push_back(context_.shapes.pool().make(Op::call, arguments, number));
  return results;
}

}  // namespace sunder::lower

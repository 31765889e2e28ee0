#include "ir/shared_place.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "base/arena.hpp"
#include "ir/typed.hpp"

using namespace sunder;

TEST_CASE("Members that share a place read as if each had its own") {
  ir::Expression e;
  CHECK((e.variable == nullptr && e.function_variable == nullptr && e.iterator == nullptr && e.function == nullptr));
  CHECK((e.subscripts.empty() && e.operations.empty() && e.iterators.empty() && e.text.empty()));

  const ir::IteratorSymbol symbol{"i", {}};
  e.iterator = &symbol;
  CHECK((e.iterator == &symbol && e.variable == nullptr && e.function_variable == nullptr && e.function == nullptr));
  e.function = nullptr;  // was not set: nothing changes
  CHECK(e.iterator->name == "i");

  Arena arena;
  e.operations = arena.copy(std::vector{ir::Operation::add, ir::Operation::subtract});
  CHECK((e.operations.size() == 2 && e.operations[1] == ir::Operation::subtract &&
         e.operations.back() == e.operations[1]));
  CHECK((e.subscripts.empty() && e.iterators.empty() && e.text.empty() && e.text == ""));
  e.subscripts.clear();
  CHECK(e.operations.size() == 2);

  const ir::Expression copy = e;
  e.operations.clear();
  e.text = "literal";
  e.iterator = nullptr;
  CHECK((e.operations.empty() && e.text == "literal" && e.iterator == nullptr));
  CHECK((copy.operations.size() == 2 && copy.text.empty() && copy.iterator == &symbol));
}

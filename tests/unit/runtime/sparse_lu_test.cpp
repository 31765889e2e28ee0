#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "runtime/implicit_rows.h"
#include "runtime/pattern.h"

namespace {

using Indices = std::vector<std::uint32_t>;
using Vector = std::vector<double>;

// A dense pattern of n rows.
struct Dense {
  explicit Dense(std::uint32_t n) {
    for (std::uint32_t i = 0; i <= n; ++i) row_start.push_back(i * n);
    for (std::uint32_t e = 0; e < n * n; ++e) column.push_back(e % n);
    pattern = {n, row_start.data(), column.data()};
  }
  Indices row_start, column;
  SunderPattern pattern{};
};

struct Static {
  explicit Static(const SunderPattern& pattern) {
    Vector scratch(sunder_lu_static_plan_memory(&pattern) / sizeof(double));
    SunderLuPlan plan;
    sunder_lu_static_plan(&plan, &pattern, nullptr, scratch.data());
    memory.resize(sunder_lu_static_memory(&plan) / sizeof(double));
    sunder_lu_static_init(&lu, &plan, memory.data());
  }
  int factor(const Vector& a) { return sunder_lu_static_factor(&lu, 0, 1, a.data()); }
  SunderStaticLu lu{};
  Vector memory;
};

struct Pivoted {
  Pivoted(const SunderPattern& pattern, std::size_t capacity)
      : memory(sunder_lu_pivoted_memory(&pattern, capacity) / sizeof(double)) {
    sunder_lu_pivoted_init(&lu, &pattern, nullptr, capacity, memory.data());
  }
  int factor(const Vector& a) { return sunder_lu_pivoted_factor(&lu, 0, 1, a.data()); }
  SunderPivotedLu lu{};
  Vector memory;
};

struct Rows {
  Rows(const SunderPattern& pattern, std::uint32_t states, const std::uint32_t* rows) {
    Vector scratch(sunder_implicit_plan_memory(&pattern, states, rows) / sizeof(double));
    SunderImplicitPlan plan;
    sunder_implicit_plan(&plan, &pattern, states, rows, nullptr, scratch.data());
    memory.resize(sunder_implicit_rows_memory(&plan) / sizeof(double));
    sunder_implicit_rows_init(&factors, &plan, memory.data());
  }
  SunderImplicitRows factors{};
  Vector memory;
};

}  // namespace

TEST_CASE("the static order reports zero pivots, tiny pivots and growth") {
  const Dense two(2);
  Static factors(two.pattern);
  CHECK(factors.factor({2, 1, 1, 3}) == SUNDER_OK);
  Vector b{4, 7};
  sunder_lu_static_solve(&factors.lu, b.data());
  CHECK(b[0] == doctest::Approx(1));
  CHECK(b[1] == doctest::Approx(2));
  CHECK(factors.factor({0, 1, 1, 0}) == SUNDER_GROWN);        // no diagonal
  CHECK(factors.factor({1, 2, 2, 4}) == SUNDER_GROWN);        // singular
  CHECK(factors.factor({1e-9, 1, 1, 1e-9}) == SUNDER_GROWN);  // grows to 1e9
  CHECK(factors.factor({1e-7, 1, 1, 1e-7}) == SUNDER_OK);     // grows to 1e7
  CHECK(factors.factor({std::nan(""), 1, 1, 1}) == SUNDER_GROWN);
  CHECK(factors.factor({HUGE_VAL, 1, 1, 1}) == SUNDER_GROWN);
  CHECK(factors.factor({1e-30, 0, 0, 1e30}) == SUNDER_OK);  // units alone are no reason
}

TEST_CASE("pivoting finds its way where the diagonal is zero, and tells singular from full") {
  const Dense three(3);
  Pivoted factors(three.pattern, 9);
  REQUIRE(factors.factor({0, 2, 0, 0, 0, 4, 8, 0, 0}) == SUNDER_OK);
  Vector b{2, 8, 24};
  sunder_lu_pivoted_solve(&factors.lu, b.data());
  CHECK(b == Vector{3, 1, 2});
  CHECK(factors.factor({1, 2, 3, 2, 4, 6, 1, 0, 1}) == SUNDER_SINGULAR);
  CHECK(factors.lu.singular_row == 1);
  CHECK(factors.factor({0, 0, 0, 0, 1, 0, 0, 0, 1}) == SUNDER_SINGULAR);
  CHECK(factors.lu.singular_row == 0);
  CHECK(factors.factor({std::nan(""), 1, 0, 0, 1, 0, 0, 0, 1}) == SUNDER_SINGULAR);
  Pivoted small(three.pattern, 4);
  CHECK(small.factor({4, 1, 1, 1, 4, 1, 1, 1, 4}) == SUNDER_FULL);
  // 1/3 leaves rounding behind; units of unknowns and equations do not matter
  for (const double unit : {1.0, 1e-12, 1e12}) {
    const double third = 1.0 / 3;
    CHECK(factors.factor({third, 7 * unit, third + 7, 2, unit / 7, 2 + 1.0 / 7, 5, 11 * unit, 16}) == SUNDER_SINGULAR);
    CHECK(factors.lu.singular_row == 2);
  }
}

TEST_CASE("factors of no rows and of one") {
  const std::uint32_t nothing = 0;
  const SunderPattern empty{0, &nothing, nullptr};
  Static none(empty);
  CHECK(none.lu.block_count == 0);
  CHECK(none.factor({}) == SUNDER_OK);
  sunder_lu_static_solve(&none.lu, nullptr);
  const std::uint32_t starts[] = {0, 0};
  const SunderPattern no_entry{1, starts, nullptr};
  Static one(no_entry);
  REQUIRE(sunder_lu_static_factor(&one.lu, 4, 1, nullptr) == SUNDER_OK);
  double b = 2;
  sunder_lu_static_solve(&one.lu, &b);
  CHECK(b == 0.5);
  CHECK(sunder_lu_static_factor(&one.lu, 0, 1, nullptr) == SUNDER_GROWN);
}

TEST_CASE("implicit rows fall back to pivoting for the factorisation that needs it, and count it") {
  const Dense two(2);
  Rows rows(two.pattern, 2, nullptr);
  // I - c J with c = 1 has a zero diagonal
  const Vector crossed{1, -1, -1, 1};
  REQUIRE(sunder_implicit_rows_factor(&rows.factors, 1, crossed.data()) == SUNDER_OK);
  CHECK(rows.factors.is_pivoted == 1);
  Vector b{3, 5};
  REQUIRE(sunder_implicit_rows_solve(&rows.factors, b.data()) == SUNDER_OK);
  CHECK(b == Vector{5, 3});
  REQUIRE(sunder_implicit_rows_factor(&rows.factors, 0.25, crossed.data()) == SUNDER_OK);
  CHECK(rows.factors.is_pivoted == 0);
  CHECK(rows.factors.pivoted_count == 1);
  // [0.75, 0.25; 0.25, 0.75]
  b = {1, 2};
  sunder_implicit_rows_solve(&rows.factors, b.data());
  CHECK(b[0] == doctest::Approx(0.5));
  CHECK(b[1] == doctest::Approx(2.5));
  const Vector identity{1, 0, 0, 1};
  CHECK(sunder_implicit_rows_factor(&rows.factors, 1, identity.data()) == SUNDER_SINGULAR);
}

TEST_CASE("implicit rows take the columns of the rows and leave the others") {
  // rows of states 1 and 3 of four, all columns
  const Indices row_start{0, 4, 8};
  const Indices column{3, 0, 1, 2, 0, 1, 2, 3};
  const Indices rows{1, 3};
  Rows part({2, row_start.data(), column.data()}, 4, rows.data());
  const Vector values{-2, 100, -1, 100, 100, -3, 100, -4};
  REQUIRE(sunder_implicit_rows_factor(&part.factors, 0.5, values.data()) == SUNDER_OK);
  // [1.5, 1; 1.5, 3]
  Vector b{3.5, 7.5};
  sunder_implicit_rows_solve(&part.factors, b.data());
  CHECK(b[0] == doctest::Approx(1));
  CHECK(b[1] == doctest::Approx(2));
}

TEST_CASE("the symmetric pattern has each neighbour once and no diagonal") {
  const Indices row_start{0, 2, 4, 4};
  const Indices column{0, 1, 2, 0};
  const SunderPattern pattern{3, row_start.data(), column.data()};
  Indices start(4);
  Indices neighbour(8);
  Indices mark(3);
  CHECK(sunder_symmetric_pattern(&pattern, start.data(), neighbour.data(), mark.data()) == 4);
  CHECK(start == Indices{0, 1, 3, 4});
  CHECK(neighbour[0] == 1);
  CHECK(neighbour[1] + neighbour[2] == 2);
  CHECK(neighbour[3] == 1);
}

TEST_CASE("blocks of rows are shared out in any order, and need not be") {
  // blocks of 30 rows, each a full matrix of its own: 900 entries
  const std::uint32_t blocks = 40, size = 30;
  Indices row_start{0}, column;
  for (std::uint32_t row = 0; row < blocks * size; ++row) {
    for (std::uint32_t j = 0; j < size; ++j) column.push_back(row / size * size + j);
    row_start.push_back(static_cast<std::uint32_t>(column.size()));
  }
  const SunderPattern pattern{blocks * size, row_start.data(), column.data()};
  Vector jacobian, right_side;
  for (std::size_t e = 0; e < column.size(); ++e) jacobian.push_back(std::sin(static_cast<double>(e)));
  for (std::uint32_t row = 0; row < pattern.row_count; ++row) right_side.push_back(std::cos(row));
  Rows alone(pattern, pattern.row_count, nullptr), shared(pattern, pattern.row_count, nullptr);
  std::vector<std::uint32_t> turns;
  sunder_implicit_rows_share(&shared.factors, {&turns, [](void* told, std::uint32_t count,
                                                          void (*turn)(void* data, std::uint32_t i), void* data) {
                                                 for (std::uint32_t i = count; i-- > 0;) {  // backwards
                                                   static_cast<std::vector<std::uint32_t>*>(told)->push_back(i);
                                                   turn(data, i);
                                                 }
                                               }});
  REQUIRE(shared.factors.share_count > 2);
  CHECK(shared.factors.share_start[0] == 0);
  CHECK(shared.factors.share_start[shared.factors.share_count] == blocks);
  Vector expected = right_side, found = right_side;
  REQUIRE(sunder_implicit_rows_factor(&alone.factors, 0.01, jacobian.data()) == SUNDER_OK);
  REQUIRE(sunder_implicit_rows_factor(&shared.factors, 0.01, jacobian.data()) == SUNDER_OK);
  sunder_implicit_rows_solve(&alone.factors, expected.data());
  sunder_implicit_rows_solve(&shared.factors, found.data());
  CHECK(found == expected);
  CHECK(turns.size() == 2 * shared.factors.share_count);
  // one block that grows: all are factored again, with pivoting
  jacobian[5 * size * size] = 100;  // 1 - 0.01 * 100 on a diagonal
  REQUIRE(sunder_implicit_rows_factor(&alone.factors, 0.01, jacobian.data()) == SUNDER_OK);
  REQUIRE(sunder_implicit_rows_factor(&shared.factors, 0.01, jacobian.data()) == SUNDER_OK);
  CHECK(shared.factors.is_pivoted == alone.factors.is_pivoted);
  expected = found = right_side;
  sunder_implicit_rows_solve(&alone.factors, expected.data());
  sunder_implicit_rows_solve(&shared.factors, found.data());
  CHECK(found == expected);
}

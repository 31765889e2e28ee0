// Factors of random sparse matrices against dense ones; blocks against the whole; orders of elimination.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "runtime/dense_lu.h"
#include "runtime/pattern.h"
#include "runtime/sparse_lu_pivoted.h"
#include "runtime/sparse_lu_static.h"

namespace {

// Numbers below a bound, and a generator for the standard library.
struct Random : std::mt19937 {
  using std::mt19937::mt19937;
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>((*this)() % bound); }
};

struct Sparse {
  std::vector<std::uint32_t> row_start{0}, column;
  std::vector<double> value;
  SunderPattern pattern() const {
    return {static_cast<std::uint32_t>(row_start.size() - 1), row_start.data(), column.data()};
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(row_start.size() - 1); }
};

Sparse from_rows(const std::vector<std::set<std::uint32_t>>& rows, Random& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  Sparse matrix;
  for (const auto& row : rows) {
    std::vector<std::uint32_t> columns(row.begin(), row.end());
    std::shuffle(columns.begin(), columns.end(), random);
    for (const std::uint32_t column : columns) {
      matrix.column.push_back(column);
      matrix.value.push_back(number(random));
    }
    matrix.row_start.push_back(static_cast<std::uint32_t>(matrix.column.size()));
  }
  return matrix;
}

// About `per_row` entries in each row; without diagonal entries of its own.
Sparse random_matrix(std::uint32_t n, double per_row, Random& random) {
  std::uniform_int_distribution<std::uint32_t> place(0, n - 1);
  std::vector<std::set<std::uint32_t>> rows(n);
  const auto entries = static_cast<std::uint32_t>(per_row * n);
  for (std::uint32_t k = 0; k < entries; ++k) rows[place(random)].insert(place(random));
  return from_rows(rows, random);
}

// Neighbours on a square grid: the fill depends on the order.
Sparse grid(std::uint32_t side, Random& random) {
  std::vector<std::set<std::uint32_t>> rows(side * side);
  for (std::uint32_t i = 0; i < side; ++i) {
    for (std::uint32_t j = 0; j < side; ++j) {
      const std::uint32_t at = i * side + j;
      if (i > 0) rows[at].insert(at - side);
      if (j > 0) rows[at].insert(at - 1);
      if (i + 1 < side) rows[at].insert(at + side);
      if (j + 1 < side) rows[at].insert(at + 1);
    }
  }
  return from_rows(rows, random);
}

std::vector<double> random_vector(std::size_t n, Random& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<double> x(n);
  for (double& entry : x) entry = number(random);
  return x;
}

// (shift I + scale A) x
std::vector<double> product(const Sparse& matrix, double shift, double scale, const std::vector<double>& x) {
  std::vector<double> b(x.size());
  for (std::uint32_t i = 0; i < matrix.size(); ++i) {
    b[i] = shift * x[i];
    for (std::uint32_t e = matrix.row_start[i]; e < matrix.row_start[i + 1]; ++e) {
      b[i] += scale * matrix.value[e] * x[matrix.column[e]];
    }
  }
  return b;
}

std::vector<double> dense_solution(const Sparse& matrix, double shift, double scale, std::vector<double> b) {
  const std::size_t n = b.size();
  std::vector<double> a(n * n, 0);
  for (std::uint32_t i = 0; i < n; ++i) {
    a[i * n + i] += shift;
    for (std::uint32_t e = matrix.row_start[i]; e < matrix.row_start[i + 1]; ++e) {
      a[matrix.column[e] * n + i] += scale * matrix.value[e];
    }
  }
  std::vector<std::uint32_t> pivots(n);
  std::vector<double> scratch(2 * n);
  REQUIRE(sunder_lu_factor(n, a.data(), pivots.data(), scratch.data()) == n);
  sunder_lu_solve(n, a.data(), pivots.data(), b.data());
  return b;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::fabs(a[i] - b[i]));
  return largest;
}

double largest(const std::vector<double>& a) { return largest_difference(a, std::vector<double>(a.size(), 0)); }

struct Static {
  explicit Static(const Sparse& matrix, const std::uint32_t* order = nullptr) {
    const SunderPattern pattern = matrix.pattern();
    std::vector<double> scratch(sunder_lu_static_plan_memory(&pattern) / sizeof(double));
    sunder_lu_static_plan(&plan, &pattern, order, scratch.data());
    memory.resize(sunder_lu_static_memory(&plan) / sizeof(double));
    sunder_lu_static_init(&lu, &plan, memory.data());
  }
  SunderLuPlan plan{};
  SunderStaticLu lu{};
  std::vector<double> memory;
};

struct Pivoted {
  explicit Pivoted(const Sparse& matrix, std::size_t capacity = 0) {
    const SunderPattern pattern = matrix.pattern();
    const std::size_t n = matrix.size();
    if (capacity == 0) capacity = n * n;
    memory.resize(sunder_lu_pivoted_memory(&pattern, capacity) / sizeof(double));
    sunder_lu_pivoted_init(&lu, &pattern, nullptr, capacity, memory.data());
  }
  SunderPivotedLu lu{};
  std::vector<double> memory;
};

bool is_permutation_of_all(std::vector<std::uint32_t> order) {
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i] != i) return false;
  }
  return true;
}

std::vector<std::uint32_t> minimum_degree(const Sparse& matrix) {
  const SunderPattern pattern = matrix.pattern();
  std::vector<std::uint32_t> order(matrix.size());
  std::vector<double> scratch(sunder_minimum_degree_memory(&pattern) / sizeof(double));
  sunder_minimum_degree(&pattern, order.data(), scratch.data());
  return order;
}

}  // namespace

TEST_CASE("static factors solve what dense ones solve") {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const std::uint32_t n = 1 + random.below(60);
    const Sparse matrix = random_matrix(n, 0.5 + 0.1 * (random.below(40)), random);
    const std::vector<double> b = random_vector(n, random);
    Static factors(matrix);
    REQUIRE(factors.lu.entry_count <= factors.plan.entry_bound);
    REQUIRE(factors.lu.update_count <= factors.plan.update_bound);
    // the diagonal dominates, as with I - c J for small c
    std::vector<double> x = b;
    REQUIRE(sunder_lu_static_factor(&factors.lu, 8, -1, matrix.value.data()) == SUNDER_OK);
    sunder_lu_static_solve(&factors.lu, x.data());
    CHECK(largest_difference(x, dense_solution(matrix, 8, -1, b)) < 1e-12 * (1 + largest(x)));
  }
}

TEST_CASE("static factors by table and by vector have the same bits") {
  Random random(2);
  const Sparse matrix = grid(12, random);
  const std::vector<double> b = random_vector(matrix.size(), random);
  Static with_table(matrix);
  REQUIRE(with_table.lu.has_table);
  Static without(matrix);
  without.lu.has_table = 0;
  std::vector<double> x = b;
  std::vector<double> y = b;
  REQUIRE(sunder_lu_static_factor(&with_table.lu, 5, 1, matrix.value.data()) == SUNDER_OK);
  REQUIRE(sunder_lu_static_factor(&without.lu, 5, 1, matrix.value.data()) == SUNDER_OK);
  sunder_lu_static_solve(&with_table.lu, x.data());
  sunder_lu_static_solve(&without.lu, y.data());
  CHECK(x == y);
  CHECK(largest_difference(product(matrix, 5, 1, x), b) < 1e-13);
}

TEST_CASE("pivoted factors solve what dense ones solve, whatever the diagonal") {
  Random random(3);
  int solved = 0;
  for (int round = 0; round < 400; ++round) {
    const std::uint32_t n = 1 + random.below(60);
    const Sparse matrix = random_matrix(n, 1 + 0.1 * (random.below(40)), random);
    const double shift = round % 2 == 0 ? 0.05 : 1;
    const std::vector<double> b = random_vector(n, random);
    Pivoted factors(matrix);
    std::vector<double> x = b;
    REQUIRE(sunder_lu_pivoted_factor(&factors.lu, shift, -1, matrix.value.data()) == SUNDER_OK);
    sunder_lu_pivoted_solve(&factors.lu, x.data());
    // backward stable: the residual is small against the solution, however large that is
    const double residual = largest_difference(product(matrix, shift, -1, x), b);
    CHECK(residual < 1e-12 * (1 + largest(x)));
    if (largest(x) > 100) continue;
    ++solved;
    CHECK(largest_difference(x, dense_solution(matrix, shift, -1, b)) < 1e-9);
  }
  CHECK(solved > 200);
}

TEST_CASE("blocks factored apart have the bits of the whole and of a matrix of their own") {
  Random random(4);
  for (int round = 0; round < 100; ++round) {
    // three blocks, rows dealt out at random
    const std::uint32_t n = 45;
    std::vector<std::uint32_t> owner(n);
    for (std::uint32_t& block : owner) block = random.below(3);
    std::vector<std::set<std::uint32_t>> rows(n);
    for (std::uint32_t k = 0; k < 4 * n; ++k) {
      const std::uint32_t i = random.below(n);
      const std::uint32_t j = random.below(n);
      if (owner[i] == owner[j]) rows[i].insert(j);
    }
    const Sparse matrix = from_rows(rows, random);
    const std::vector<double> b = random_vector(n, random);
    Static whole(matrix);
    Static apart(matrix);
    REQUIRE(whole.lu.block_count >= 3);
    std::vector<double> x = b;
    std::vector<double> y = b;
    REQUIRE(sunder_lu_static_factor(&whole.lu, 9, 1, matrix.value.data()) == SUNDER_OK);
    sunder_lu_static_solve(&whole.lu, x.data());
    for (std::uint32_t block = apart.lu.block_count; block-- > 0;) {
      REQUIRE(sunder_lu_static_factor_block(&apart.lu, block, 9, 1, matrix.value.data()) == SUNDER_OK);
    }
    for (std::uint32_t block = apart.lu.block_count; block-- > 0;) {
      sunder_lu_static_solve_block(&apart.lu, block, y.data());
    }
    REQUIRE(x == y);

    // the first block alone, eliminated in the same order
    const std::uint32_t size = whole.lu.block_start[1];
    std::vector<std::uint32_t> members(whole.lu.order, whole.lu.order + size);
    std::vector<std::uint32_t> number(n, n);
    for (std::uint32_t k = 0; k < size; ++k) number[members[k]] = k;
    Sparse alone;
    std::vector<double> part;
    for (const std::uint32_t row : members) {
      for (std::uint32_t e = matrix.row_start[row]; e < matrix.row_start[row + 1]; ++e) {
        REQUIRE(number[matrix.column[e]] < n);
        alone.column.push_back(number[matrix.column[e]]);
        alone.value.push_back(matrix.value[e]);
      }
      alone.row_start.push_back(static_cast<std::uint32_t>(alone.column.size()));
      part.push_back(b[row]);
    }
    std::vector<std::uint32_t> order(size);
    std::iota(order.begin(), order.end(), 0U);
    Static factors(alone, order.data());
    REQUIRE(sunder_lu_static_factor(&factors.lu, 9, 1, alone.value.data()) == SUNDER_OK);
    sunder_lu_static_solve(&factors.lu, part.data());
    for (std::uint32_t k = 0; k < size; ++k) REQUIRE(part[k] == x[members[k]]);
  }
}

TEST_CASE("components are those of a search") {
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    const std::uint32_t n = 1 + random.below(50);
    const Sparse matrix = random_matrix(n, 0.3 + 0.1 * (random.below(10)), random);
    std::vector<std::uint32_t> found(n);
    const SunderPattern pattern = matrix.pattern();
    const std::uint32_t count = sunder_components(&pattern, found.data());
    // spread the smallest number until nothing changes, then number by first rows
    std::vector<std::uint32_t> least(n);
    std::iota(least.begin(), least.end(), 0U);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t i = 0; i < n; ++i) {
        for (std::uint32_t e = matrix.row_start[i]; e < matrix.row_start[i + 1]; ++e) {
          const std::uint32_t j = matrix.column[e];
          const std::uint32_t smaller = std::min(least[i], least[j]);
          changed = changed || least[i] != smaller || least[j] != smaller;
          least[i] = least[j] = smaller;
        }
      }
    }
    std::vector<std::uint32_t> expected(n);
    std::uint32_t expected_count = 0;
    for (std::uint32_t i = 0; i < n; ++i) expected[i] = least[i] == i ? expected_count++ : expected[least[i]];
    CHECK(count == expected_count);
    CHECK(found == expected);
  }
}

TEST_CASE("minimum degree orders every row once, without fill where none is needed, and with little elsewhere") {
  Random random(6);
  for (int round = 0; round < 300; ++round) {
    const std::uint32_t n = 1 + random.below(80);
    CHECK(is_permutation_of_all(minimum_degree(random_matrix(n, 0.2 + 0.1 * (random.below(60)), random))));
  }
  // trees have orders without fill, and minimum degree finds them
  for (int round = 0; round < 50; ++round) {
    const std::uint32_t n = 2 + random.below(200);
    std::vector<std::set<std::uint32_t>> rows(n);
    for (std::uint32_t i = 1; i < n; ++i) {
      const std::uint32_t parent = random.below(i);
      rows[i].insert(parent);
      rows[parent].insert(i);
    }
    Static factors(from_rows(rows, random));
    CHECK(factors.lu.entry_count == n + 2 * (n - 1));
  }
  // an arrow: the hub goes last, and nothing is quadratic
  const std::uint32_t large = 20000;
  std::vector<std::set<std::uint32_t>> arrow(large);
  for (std::uint32_t i = 1; i < large; ++i) {
    arrow[i].insert(0);
    arrow[0].insert(i);
  }
  Static arrow_factors(from_rows(arrow, random));
  CHECK(arrow_factors.lu.entry_count == large + 2 * (large - 1));
  CHECK(arrow_factors.lu.update_count == large - 1);
  // on a grid the natural order fills the band: 2 n^3 entries
  const std::uint32_t side = 60;
  Static by_degree(grid(side, random));
  std::vector<std::uint32_t> natural(side * side);
  std::iota(natural.begin(), natural.end(), 0U);
  Static by_rows(grid(side, random), natural.data());
  CHECK(by_rows.lu.entry_count > 2U * side * side * (side - 1));
  CHECK(by_degree.lu.entry_count * 3 < by_rows.lu.entry_count);
  CHECK_FALSE(by_rows.lu.has_table);
}

TEST_CASE("a large system is solved by the vector") {
  Random random(7);
  const Sparse matrix = grid(60, random);
  Static factors(matrix);
  REQUIRE_FALSE(factors.lu.has_table);
  const std::vector<double> b = random_vector(matrix.size(), random);
  std::vector<double> x = b;
  REQUIRE(sunder_lu_static_factor(&factors.lu, 5, 1, matrix.value.data()) == SUNDER_OK);
  sunder_lu_static_solve(&factors.lu, x.data());
  CHECK(largest_difference(product(matrix, 5, 1, x), b) < 1e-12);
  Pivoted pivoted(matrix, 1U << 20U);
  pivoted.lu.order = factors.lu.order;
  std::vector<double> y = b;
  REQUIRE(sunder_lu_pivoted_factor(&pivoted.lu, 5, 1, matrix.value.data()) == SUNDER_OK);
  sunder_lu_pivoted_solve(&pivoted.lu, y.data());
  CHECK(largest_difference(x, y) < 1e-12);
}

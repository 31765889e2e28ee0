#include <doctest/doctest.h>

#include <cmath>
#include <complex>

#include "algebra/sparse_blocks.hpp"
#include "algebra/sparse_lu.hpp"

using namespace sunder;
using Complex = std::complex<double>;

namespace {

/// [4 1 0; 2 0 3; 0 5 6]: no entry in the middle of the diagonal.
const algebra::SparsePattern pattern{3, 3, {0, 2, 4, 6}, {0, 1, 0, 2, 1, 2}};
const std::vector<double> values{4, 2, 1, 5, 3, 6};

/// A times (1, 2, 3), and A' times it.
const std::vector<double> product{6, 11, 28};
const std::vector<double> transposed_product{8, 16, 24};

template <class T>
double distance(const std::vector<T>& solution) {
  double largest = 0;
  for (std::size_t i = 0; i < 3; ++i)
    largest = std::max(largest, std::abs(solution[i] - T(static_cast<double>(i + 1))));
  return largest;
}

}  // namespace

TEST_CASE("blocks and the transpose of a sparse matrix") {
  const algebra::SparseMatrix matrix{{4, 4, {0, 2, 3, 5, 6}, {0, 2, 3, 0, 2, 1}}, {1, 3, 5, 2, 0, 6}};
  algebra::BlockExtractor extractor(matrix);
  const std::uint32_t keep[] = {0, 2};
  for (int again = 0; again < 2; ++again) {
    const algebra::SparseMatrix block = extractor.block(keep);
    CHECK(block.pattern.column_starts == std::vector<std::int32_t>{0, 2, 3});
    CHECK(block.pattern.row_indices == std::vector<std::int32_t>{0, 1, 0});
    CHECK(block.values == std::vector<double>{1, 3, 2});  // the zero is left out
  }
  CHECK(extractor.diagonal(0) == 1);
  CHECK(extractor.diagonal(1) == 0);
  const algebra::SparseMatrix turned = algebra::transposed(matrix);
  CHECK(turned.values == std::vector<double>{1, 2, 6, 3, 0, 5});
  CHECK(algebra::transposed(turned).values == matrix.values);
  CHECK(algebra::transposed(turned).pattern.row_indices == matrix.pattern.row_indices);
}

TEST_CASE("a pattern with its whole diagonal keeps its entries in order") {
  const algebra::FullDiagonal full = algebra::with_diagonal(pattern);
  CHECK(full.pattern.column_starts == std::vector<std::int32_t>{0, 2, 5, 7});
  CHECK(full.pattern.row_indices == std::vector<std::int32_t>{0, 1, 0, 1, 2, 1, 2});
  CHECK(full.places == std::vector<std::size_t>{0, 1, 2, 4, 5, 6});
  CHECK(full.diagonal == std::vector<std::size_t>{0, 3, 6});
  CHECK(algebra::with_diagonal(full.pattern).pattern.row_indices == full.pattern.row_indices);
}

TEST_CASE("sparse factors solve with a matrix and its transpose, several columns at once") {
  for (const auto scaling : {algebra::SparseLu::Scaling::none, algebra::SparseLu::Scaling::rows}) {
    algebra::SparseLu lu(pattern, scaling);
    CHECK_FALSE(lu.factored());
    REQUIRE(lu.factor(values));
    std::vector<double> x = transposed_product;
    lu.solve(std::span(x), true);
    CHECK(distance(x) < 1e-14);
    std::vector<double> two = product;
    for (const double one : product) two.push_back(-one);
    lu.solve(two);
    CHECK(distance(two) < 1e-14);
    for (std::size_t i = 0; i < 3; ++i) CHECK(two[3 + i] == -two[i]);
    CHECK(lu.entries() >= values.size());
    CHECK(lu.reciprocal_condition() > 0.01);
  }
}

TEST_CASE("complex factors do not conjugate, and real ones may follow") {
  algebra::SparseLu lu(pattern);
  std::vector<Complex> turned(values.begin(), values.end());
  for (Complex& one : turned) one *= Complex(0, 2);
  REQUIRE(lu.factor(turned));
  std::vector<Complex> right(product.begin(), product.end()),
      below(transposed_product.begin(), transposed_product.end());
  for (Complex& one : right) one *= Complex(0, 2);
  for (Complex& one : below) one *= Complex(0, 2);
  lu.solve(std::span(right));
  lu.solve(std::span(below), true);
  CHECK(distance(right) < 1e-14);
  CHECK(distance(below) < 1e-14);
  REQUIRE(lu.factor(values));
  std::vector<double> x = product;
  lu.solve(x);
  CHECK(distance(x) < 1e-14);
}

TEST_CASE("the same pivots serve again, and say when they are bad") {
  algebra::SparseLu lu(pattern, algebra::SparseLu::Scaling::none);
  REQUIRE(lu.factor(values));
  std::vector<double> twice = values;
  for (double& one : twice) one *= 2;
  REQUIRE(lu.refactor(twice));
  CHECK(lu.reciprocal_growth(twice) > 0.1);
  std::vector<double> x = product;
  lu.solve(x);
  for (double& one : x) one *= 2;
  CHECK(distance(x) < 1e-14);
  // a dense matrix whose first pivot nearly vanishes
  algebra::SparseLu dense({2, 2, {0, 2, 4}, {0, 1, 0, 1}}, algebra::SparseLu::Scaling::none);
  REQUIRE(dense.factor(std::vector<double>{10, 1, 1, 10}));
  const std::vector<double> bad{1e-12, 1, 1, 1e-12};
  REQUIRE(dense.refactor(bad));
  CHECK(dense.reciprocal_growth(bad) < 1e-9);
  REQUIRE(dense.factor(bad));
  CHECK(dense.reciprocal_growth(bad) > 0.1);
}

TEST_CASE("a singular matrix names its column, and leaves no factors") {
  algebra::SparseLu lu(pattern);
  CHECK_FALSE(lu.factor(std::vector<double>{4, 2, 0, 0, 3, 6}));  // nothing in the middle column
  CHECK(lu.singular_column() == 1);
  CHECK_FALSE(lu.factored());
  REQUIRE(lu.factor(values));
  // nearly singular: a tiny middle column
  algebra::SparseLu plain(pattern, algebra::SparseLu::Scaling::none);
  REQUIRE(plain.factor(std::vector<double>{4, 2, 1e-18, 5e-18, 3, 6}));
  CHECK(plain.reciprocal_condition() < 1e-16);
  CHECK(plain.weakest_column() == 1);
  algebra::SparseLu none((algebra::SparsePattern()));
  CHECK(none.factor(std::vector<double>()));
}

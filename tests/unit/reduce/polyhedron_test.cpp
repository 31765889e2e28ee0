#include "reduce/polyhedron.hpp"

#include <doctest/doctest.h>

#include <random>

using namespace sunder::reduce;
using Eigen::Vector2d;
using Eigen::VectorXd;

TEST_CASE("the innermost point of simple polyhedra") {
  Polyhedron p;
  CHECK(innermost(p, 2).radius == 1);  // nothing to keep within
  p.add(Vector2d(1, 0), 4);
  p.add(Vector2d(-1, 0), -2);  // 2 <= x <= 4
  const Inside slab = innermost(p, 2, 10);
  CHECK(slab.radius == doctest::Approx(1));
  CHECK(slab.centre[0] == doctest::Approx(3));
  p.add(Vector2d(1, 1), -100);
  CHECK(innermost(p, 2, 10).radius == doctest::Approx(1));
  p.add(Vector2d(0, -2), 0);  // y >= 0: nothing is left
  CHECK(innermost(p, 2).radius < 0);
  CHECK_FALSE(has_interior(p, 2));
}

TEST_CASE("a polyhedron without volume has no interior") {
  Polyhedron p;
  p.add(Vector2d(3, 0), 60);
  p.add(Vector2d(-1, 0), -20);  // x = 20
  CHECK_FALSE(has_interior(p, 2));
  p.limits[1] = -19.999;
  CHECK(has_interior(p, 2));
  Polyhedron nowhere;
  nowhere.add(Vector2d(0, 0), -1);
  CHECK_FALSE(has_interior(nowhere, 2));
  Polyhedron everywhere;
  everywhere.add(Vector2d(0, 0), 1);
  CHECK(has_interior(everywhere, 2));
}

TEST_CASE("random polyhedra: a point that was put inside is found, and centres are inside by their radius") {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (int turn = 0; turn < 300; ++turn) {
    const int dimension = 1 + turn % 5;
    const VectorXd point = VectorXd::NullaryExpr(dimension, [&] { return 10 * normal(random); });
    Polyhedron p;
    for (int i = 0; i < 3 * dimension; ++i) {
      const VectorXd row = VectorXd::NullaryExpr(dimension, [&] { return normal(random); });
      p.add(row, row.dot(point) + 0.01 * row.norm());
    }
    const Inside inside = innermost(p, dimension, 100);
    CHECK(inside.radius >= 0.01 - 1e-9);
    for (std::size_t i = 0; i < p.rows.size(); ++i)
      CHECK(p.rows[i].dot(inside.centre) + inside.radius * p.rows[i].norm() <= p.limits[i] + 1e-8);
    const VectorXd row = p.rows[0];  // beyond the opposite of a row nothing is left
    p.add(-row, -p.limits[0] - 0.02 * row.norm());
    CHECK(innermost(p, dimension).radius < 0);
  }
}

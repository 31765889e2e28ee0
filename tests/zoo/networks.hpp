// Jacobians of networks of every kind, for tests and benchmarks of the cycle analysis. The same seed gives the same
// matrix on every machine.
#pragma once

#include <cmath>
#include <cstdint>
#include <set>

#include "zoo/heat_exchanger.hpp"

namespace sunder::zoo {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ULL + 0x632be59bd9b4e019ULL) {}
  std::uint64_t bits() {  // splitmix64
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  double unit() { return static_cast<double>(bits() >> 11) / 9007199254740992.0; }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(bits() % n); }
  /// Log-uniform around 1 over so many decades.
  double spread(double decades) { return std::pow(10.0, (unit() - 0.5) * decades); }

 private:
  std::uint64_t state_;
};

struct Coupling {
  std::size_t a, b;
  double conductance;
};

/// Heat conduction between capacities: x_a' = sum g (x_b - x_a) / C_a.
inline algebra::SparseMatrix conduction(const std::vector<double>& capacity, const std::vector<Coupling>& couplings) {
  std::vector<Triplet> entries;
  std::vector<double> diagonal(capacity.size(), 0.0);
  for (const Coupling& c : couplings) {
    entries.push_back({c.a, c.b, c.conductance / capacity[c.a]});
    entries.push_back({c.b, c.a, c.conductance / capacity[c.b]});
    diagonal[c.a] -= c.conductance / capacity[c.a];
    diagonal[c.b] -= c.conductance / capacity[c.b];
  }
  for (std::size_t i = 0; i < diagonal.size(); ++i) entries.push_back({i, i, diagonal[i]});
  return from_triplets(capacity.size(), entries);
}

/// A square grid; couplings and capacities spread over so many decades (0: homogeneous).
inline algebra::SparseMatrix grid(std::size_t side, double coupling_decades, double capacity_decades,
                                  std::uint64_t seed) {
  Random random(seed);
  std::vector<double> capacity(side * side);
  for (double& c : capacity) c = random.spread(capacity_decades);
  std::vector<Coupling> couplings;
  for (std::size_t y = 0; y < side; ++y) {
    for (std::size_t x = 0; x < side; ++x) {
      const std::size_t i = y * side + x;
      if (x + 1 < side) couplings.push_back({i, i + 1, random.spread(coupling_decades)});
      if (y + 1 < side) couplings.push_back({i, i + side, random.spread(coupling_decades)});
    }
  }
  return conduction(capacity, couplings);
}

/// Resistors and capacitors in a row.
inline algebra::SparseMatrix ladder(std::size_t cells, double decades, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> capacity(cells);
  for (double& c : capacity) c = random.spread(decades);
  std::vector<Coupling> couplings;
  for (std::size_t i = 0; i + 1 < cells; ++i) couplings.push_back({i, i + 1, random.spread(decades)});
  return conduction(capacity, couplings);
}

/// Masses in a row with springs and dampers between them; position and velocity of each.
inline algebra::SparseMatrix mass_chain(std::size_t masses, double decades, double damping, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> m(masses), k(masses + 1), d(masses + 1);
  for (double& v : m) v = random.spread(decades);
  for (double& v : k) v = 100 * random.spread(decades);
  for (double& v : d) v = damping * random.spread(decades);
  std::vector<Triplet> entries;
  for (std::size_t i = 0; i < masses; ++i) {
    const std::size_t x = 2 * i, v = 2 * i + 1;
    entries.push_back({x, v, 1.0});
    entries.push_back({v, x, -(k[i] + k[i + 1]) / m[i]});
    entries.push_back({v, v, -(d[i] + d[i + 1]) / m[i]});
    if (i > 0) {
      entries.push_back({v, x - 2, k[i] / m[i]});
      entries.push_back({v, v - 2, d[i] / m[i]});
    }
    if (i + 1 < masses) {
      entries.push_back({v, x + 2, k[i + 1] / m[i]});
      entries.push_back({v, v + 2, d[i + 1] / m[i]});
    }
  }
  return from_triplets(2 * masses, entries);
}

/// A random planar network on a square of nodes; some couplings are missing, some are diagonal.
inline std::vector<Coupling> planar_couplings(std::size_t side, double decades, Random& random) {
  std::vector<Coupling> couplings;
  for (std::size_t y = 0; y < side; ++y) {
    for (std::size_t x = 0; x < side; ++x) {
      const std::size_t i = y * side + x;
      if (x + 1 < side && random.unit() < 0.68) couplings.push_back({i, i + 1, random.spread(decades)});
      if (y + 1 < side && random.unit() < 0.68) couplings.push_back({i, i + side, random.spread(decades)});
      if (x + 1 < side && y + 1 < side && random.unit() < 0.2) {
        couplings.push_back({i, i + side + 1, random.spread(decades)});
      }
    }
  }
  return couplings;
}

inline algebra::SparseMatrix planar(std::size_t side, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> capacity(side * side);
  for (double& c : capacity) c = random.spread(2);
  return conduction(capacity, planar_couplings(side, 4, random));
}

/// Swing equations of a power grid: angle and frequency of each machine.
inline algebra::SparseMatrix swing(std::size_t side, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> inertia(side * side), stiffness(side * side, 0.0);
  for (double& m : inertia) m = random.spread(1);
  std::vector<Triplet> entries;
  for (const Coupling& c : planar_couplings(side, 2, random)) {
    entries.push_back({2 * c.a + 1, 2 * c.b, c.conductance / inertia[c.a]});
    entries.push_back({2 * c.b + 1, 2 * c.a, c.conductance / inertia[c.b]});
    stiffness[c.a] += c.conductance / inertia[c.a];
    stiffness[c.b] += c.conductance / inertia[c.b];
  }
  for (std::size_t i = 0; i < inertia.size(); ++i) {
    entries.push_back({2 * i, 2 * i + 1, 1.0});
    if (stiffness[i] > 0) entries.push_back({2 * i + 1, 2 * i, -stiffness[i]});
    entries.push_back({2 * i + 1, 2 * i + 1, -0.1});
  }
  return from_triplets(2 * inertia.size(), entries);
}

/// A random ring through all states and random arcs, `degree` per state on average; strongly connected.
inline algebra::SparseMatrix random_graph(std::size_t n, double degree, double decades, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::size_t> ring(n);
  for (std::size_t i = 0; i < n; ++i) ring[i] = i;
  for (std::size_t i = n; i-- > 1;) std::swap(ring[i], ring[random.below(i + 1)]);
  std::set<std::pair<std::size_t, std::size_t>> arcs;
  for (std::size_t i = 0; i < n; ++i) arcs.insert({ring[i], ring[(i + 1) % n]});
  while (static_cast<double>(arcs.size()) < degree * static_cast<double>(n)) {
    const std::size_t from = random.below(n), to = random.below(n);
    if (from != to) arcs.insert({from, to});
  }
  std::vector<Triplet> entries;
  for (const auto& [from, to] : arcs) entries.push_back({from, to, random.spread(decades)});
  return from_triplets(n, entries);
}

inline algebra::SparseMatrix dense(std::size_t n, double decades, std::uint64_t seed) {
  Random random(seed);
  std::vector<Triplet> entries;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) entries.push_back({i, j, random.spread(decades)});
  }
  return from_triplets(n, entries);
}

}  // namespace sunder::zoo

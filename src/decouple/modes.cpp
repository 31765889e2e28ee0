#include "decouple/modes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "algebra/linear_equations.hpp"
#include "algebra/matrices.hpp"
#include "algebra/sparse_blocks.hpp"
#include "algebra/spectrum.hpp"
#include "decouple/dense.hpp"
#include "decouple/logarithms.hpp"
#include "graph/components.hpp"

namespace sunder::decouple {

namespace {

constexpr double worth_listing = 0.05;
/// Eigenvectors this close to being parallel say nothing about who takes part: a double eigenvalue without two
/// eigenvectors, moved apart by rounding, has a condition of about 1e8.
constexpr double most_condition = 1e6;

Mode mode_of(std::complex<double> eigenvalue, double rounding) {
  // what rounding made of a zero is a zero
  const double real = std::abs(eigenvalue.real()) > rounding ? eigenvalue.real() : 0.0;
  const double imaginary = std::abs(eigenvalue.imag()) > rounding ? std::abs(eigenvalue.imag()) : 0.0;
  Mode mode;
  mode.eigenvalue = {real, imaginary};
  const double modulus = std::abs(mode.eigenvalue);
  mode.time_scale = modulus > 0 ? 1 / modulus : infinite;
  mode.time_constant = real != 0 ? 1 / std::abs(real) : infinite;
  mode.frequency = imaginary / (2 * std::numbers::pi);
  if (modulus > 0) mode.damping = -real / modulus;
  return mode;
}

/// The modes of every strong component; the shares of all states of a mode are kept until each state has chosen.
class ModeFinder {
 public:
  explicit ModeFinder(const algebra::SparseMatrix& jacobian)
      : extractor_(jacobian), best_(jacobian.pattern.columns), doubtful_(jacobian.pattern.columns, 0) {}

  bool explore(std::span<const std::uint32_t> component) {
    if (component.size() == 1) {
      const double entry = extractor_.diagonal(component.front());
      if (entry > 0) growing_.push_back(modes_.size());
      add(mode_of(entry, 0), component, Eigen::VectorXd::Ones(1));
      return true;
    }
    Eigen::MatrixXd block = dense_matrix(extractor_.block(component));
    balance(block);  // a change of units, which shares do not depend on
    const auto system = algebra::eigensystem(block);
    if (!system) return false;
    const double size = block.norm();
    const double rounding = 10 * static_cast<double>(block.rows()) * std::numeric_limits<double>::epsilon() * size;
    const Eigen::MatrixXcd& right = system->vectors;
    const Eigen::MatrixXcd left = algebra::inverse(right);
    for (Eigen::Index i = 0; i < block.rows(); ++i) {
      if (system->values[i].imag() < 0) continue;  // the other of a pair
      Mode mode = mode_of(system->values[i], rounding);
      const double condition = left.row(i).norm() * right.col(i).norm();
      Eigen::VectorXd shares;
      if (condition <= most_condition) {
        shares = (right.col(i).array() * left.row(i).transpose().array()).abs();
        shares /= shares.sum();
      } else {
        mode.note = "nearly the same direction as another mode: who takes part in which cannot be told";
      }
      if (mode.eigenvalue.real() > 1e-8 * size) growing_.push_back(modes_.size());
      add(std::move(mode), component, shares);
    }
    return true;
  }

  Modes finish(const std::vector<CycleBracket>& cycles) {
    std::vector<std::size_t> order(modes_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return modes_[a].time_scale < modes_[b].time_scale; });
    std::vector<std::int32_t> place(modes_.size());
    Modes result;
    for (std::size_t i = 0; i < order.size(); ++i) {
      place[order[i]] = static_cast<std::int32_t>(i);
      result.modes.push_back(std::move(modes_[order[i]]));
    }
    for (const std::size_t index : growing_) {
      const auto at = static_cast<std::size_t>(place[index]);
      if (!result.growing || result.modes[at].eigenvalue.real() > result.modes[*result.growing].eigenvalue.real()) {
        result.growing = at;
      }
    }
    for (std::size_t state = 0; state < best_.size(); ++state) {
      StateMode entry;
      entry.cycle_time_scale = cycles[state].upper;
      // where some shares are missing only a majority is certain to be the largest
      if (best_[state].share > (doubtful_[state] != 0 ? 0.5 : 0.0)) {
        entry.mode = place[best_[state].mode];
        entry.share = best_[state].share;
        entry.time_scale = result.modes[static_cast<std::size_t>(entry.mode)].time_scale;
        entry.agreement = compare(cycles[state], entry.time_scale);
      }
      result.states.push_back(entry);
    }
    return result;
  }

 private:
  struct Best {
    std::size_t mode = 0;
    double share = 0;
  };

  void add(Mode mode, std::span<const std::uint32_t> component, const Eigen::VectorXd& shares) {
    for (std::size_t k = 0; k < component.size(); ++k) {
      if (shares.size() == 0) {
        doubtful_[component[k]] = 1;
        continue;
      }
      const double share = shares[static_cast<Eigen::Index>(k)];
      if (share > worth_listing) mode.states.push_back({model::StateIndex(component[k]), share});
      if (share > best_[component[k]].share) best_[component[k]] = {modes_.size(), share};
    }
    std::stable_sort(mode.states.begin(), mode.states.end(),
                     [](const Participation& a, const Participation& b) { return a.share > b.share; });
    modes_.push_back(std::move(mode));
  }

  static Agreement compare(const CycleBracket& cycle, double mode) {
    constexpr double factor = 3;
    if (cycle.upper * factor < mode) return Agreement::cycle_shorter;
    if (cycle.lower > factor * mode) return Agreement::cycle_longer;
    return Agreement::agree;
  }

  algebra::BlockExtractor extractor_;
  std::vector<Best> best_;
  std::vector<char> doubtful_;  // a mode of the state's component has no shares
  std::vector<Mode> modes_;
  std::vector<std::size_t> growing_;
};

}  // namespace

std::string_view name_of(Agreement agreement) {
  switch (agreement) {
    case Agreement::agree: return "agree";
    case Agreement::cycle_shorter: return "cycle_shorter";
    case Agreement::cycle_longer: return "cycle_longer";
    case Agreement::unknown: break;
  }
  return "unknown";
}

std::optional<Modes> find_modes(const algebra::SparseMatrix& jacobian, const std::vector<CycleBracket>& cycles) {
  ModeFinder finder(jacobian);
  const graph::Rows components = graph::strong_components(influences(jacobian)).members;
  for (std::uint32_t c = 0; c < components.size(); ++c) {
    if (!finder.explore(components[c])) return std::nullopt;
  }
  return finder.finish(cycles);
}

}  // namespace sunder::decouple

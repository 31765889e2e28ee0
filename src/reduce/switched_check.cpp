// Whether the description of a switched system makes sense, and what follows where its guards do not say it.
#include <algorithm>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "reduce/switched.hpp"

namespace sunder::reduce {
namespace {

bool sizes_fit(const SwitchedSystem& s, Diagnostics& diagnostics) {
  const auto n = static_cast<Eigen::Index>(s.states.size());
  const auto m = static_cast<Eigen::Index>(s.inputs.size());
  const auto p = static_cast<Eigen::Index>(s.outputs.size());
  const auto is = [](const MatrixXd& x, Eigen::Index r, Eigen::Index c) {
    return x.rows() == r && x.cols() == c && x.allFinite();
  };
  for (std::size_t i = 0; i < s.dynamics.size(); ++i) {
    const Dynamics& d = s.dynamics[i];
    if (is(d.a, n, n) && is(d.b, n, m) && is(d.c, p, n) && is(d.d, p, m) && is(d.f, n, 1) && is(d.g, p, 1)) continue;
    diagnostics.error(Code::E1101, {},
                      "dynamics " + std::to_string(i + 1) + ": with " + counted(s.states.size(), "state") + ", " +
                          counted(s.inputs.size(), "input") + " and " + counted(s.outputs.size(), "output") +
                          " the matrices do not fit, or hold something that is no finite number");
    return false;
  }
  for (const Mode& mode : s.modes) {
    const bool fits =
        mode.dynamics < s.dynamics.size() &&
        std::all_of(mode.guards.begin(), mode.guards.end(), [&](const Guard& guard) {
          const Eigen::Index k = guard.limits.size();
          return k > 0 && is(guard.on_outputs, k, p) && is(guard.on_inputs, k, m) && guard.limits.allFinite();
        });
    if (fits) continue;
    diagnostics.error(Code::E1101, mode.span, "mode '" + mode.name + "': its guards do not fit the inputs and outputs");
    return false;
  }
  if (s.start.size() != n || !s.start.allFinite()) {
    diagnostics.error(
        Code::E1101, {},
        "the initial state has " + std::to_string(s.start.size()) + " values for " + counted(s.states.size(), "state"));
    return false;
  }
  return true;
}

VectorXd row_of(const Guard& guard, Eigen::Index i) {
  VectorXd row(guard.on_outputs.cols() + guard.on_inputs.cols());
  row << guard.on_outputs.row(i).transpose(), guard.on_inputs.row(i).transpose();
  return row;
}

void violate(const Guard& guard, Polyhedron& polyhedron) {
  for (Eigen::Index i = 0; i < guard.limits.size(); ++i) polyhedron.add(-row_of(guard, i), -guard.limits[i]);
}

Eigen::Index dimension_of(const SwitchedSystem& s) {
  return static_cast<Eigen::Index>(s.outputs.size() + s.inputs.size());
}

/// Whether the guards from `first` on can hold inside of the polyhedron: of each guard one row has to hold, and which
/// one is tried.
bool can_hold(const std::vector<Guard>& guards, Polyhedron& polyhedron, Eigen::Index dimension, std::size_t first = 0) {
  if (first == guards.size()) return has_interior(polyhedron, dimension);
  const Guard& guard = guards[first];
  const bool choice = guard.limits.size() > 1;
  for (Eigen::Index i = 0; i < guard.limits.size(); ++i) {
    polyhedron.add(row_of(guard, i), guard.limits[i]);
    const bool found =
        (!choice || has_interior(polyhedron, dimension)) && can_hold(guards, polyhedron, dimension, first + 1);
    polyhedron.drop_last();
    if (found) return true;
  }
  return false;
}

/// Modes behind guards that name none.
class Followers {
 public:
  Followers(SwitchedSystem& system, Diagnostics& diagnostics)
      : system_(system), diagnostics_(diagnostics), dimension_(dimension_of(system)) {}

  void run() {
    const std::vector<Mode> described = system_.modes;
    for (std::size_t i = 0; i < described.size(); ++i) {
      std::vector<Guard> guards;
      for (const Guard& guard : described[i].guards) {
        if (guard.shift)
          guards.push_back(guard);
        else
          resolve(described, i, guard, guards);
      }
      system_.modes[i].guards = std::move(guards);
    }
  }

 private:
  void resolve(const std::vector<Mode>& modes, std::size_t at, const Guard& guard, std::vector<Guard>& out) {
    Polyhedron behind;
    violate(guard, behind);
    std::vector<std::size_t> found;
    for (std::size_t j = 0; j < modes.size(); ++j)
      if (j != at && can_hold(modes[j].guards, behind, dimension_)) found.push_back(j);
    if (found.empty()) {
      wrong(modes[at], "where mode '" + modes[at].name + "' is left, no mode follows");
      return;
    }
    for (std::size_t a = 0; a < found.size(); ++a) {
      for (std::size_t b = a + 1; b < found.size(); ++b) {
        std::vector<Guard> both = modes[found[a]].guards;
        both.insert(both.end(), modes[found[b]].guards.begin(), modes[found[b]].guards.end());
        if (!can_hold(both, behind, dimension_)) continue;
        wrong(modes[at], "where mode '" + modes[at].name + "' is left, the domains of '" + modes[found[a]].name +
                             "' and '" + modes[found[b]].name + "' overlap: either could follow");
        return;
      }
    }
    for (const std::size_t j : found) {
      Guard to = guard;
      to.shift = static_cast<std::int64_t>(j) - static_cast<std::int64_t>(at);
      if (found.size() > 1) inside(modes[j], to);
      out.push_back(std::move(to));
    }
    if (found.size() > 1) out.push_back(guard);  // left, and nothing follows
  }

  /// Adds that the mode's own guards hold: guards that were described have one row each.
  static void inside(const Mode& mode, Guard& guard) {
    const Eigen::Index more = static_cast<Eigen::Index>(mode.guards.size());
    Eigen::Index at = guard.limits.size();
    guard.on_outputs.conservativeResize(at + more, Eigen::NoChange);
    guard.on_inputs.conservativeResize(at + more, Eigen::NoChange);
    guard.limits.conservativeResize(at + more);
    for (const Guard& one : mode.guards) {
      guard.on_outputs.row(at) = -one.on_outputs.row(0);
      guard.on_inputs.row(at) = -one.on_inputs.row(0);
      guard.limits[at++] = -one.limits[0];
    }
  }

  void wrong(const Mode& mode, const std::string& message) {
    diagnostics_.error(Code::E1111, mode.span, message).help = "say which one follows: next = \"NAME\" in the guard";
  }

  SwitchedSystem& system_;
  Diagnostics& diagnostics_;
  Eigen::Index dimension_;
};

}  // namespace

bool check(const SwitchedSystem& s, Diagnostics& diagnostics) {
  if (s.modes.empty() || s.first_mode >= s.modes.size()) {
    diagnostics.error(Code::E1110, {}, s.modes.empty() ? "there are no modes" : "the first mode does not exist");
    return false;
  }
  if (!sizes_fit(s, diagnostics)) return false;
  const std::map<std::int64_t, std::size_t> by_code = s.modes_by_code();
  if (by_code.size() != s.modes.size()) {
    diagnostics.error(Code::E1110, {}, "two modes have the same code");
    return false;
  }
  bool fine = true;
  for (const Mode& mode : s.modes) {
    // where guards of several groups are left at once, the sum of their shifts decides: that is for the run to see
    for (const Guard& guard : mode.guards) {
      if (!guard.shift || by_code.contains(mode.code + *guard.shift)) continue;
      diagnostics.error(Code::E1111, mode.span, "mode '" + mode.name + "' is left for one that does not exist");
      fine = false;
      break;
    }
  }
  return fine;
}

bool check_domains(SwitchedSystem& system, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.all().size();
  for (const Mode& mode : system.modes) {
    Polyhedron all;
    if (!can_hold(mode.guards, all, dimension_of(system)))
      diagnostics.error(Code::E1111, mode.span, "the domain of mode '" + mode.name + "' is empty");
  }
  Followers(system, diagnostics).run();
  return diagnostics.all().size() == before;
}

}  // namespace sunder::reduce

#include "analysis_text.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>

#include "base/text.hpp"
#include "output.hpp"
#include "report/report.hpp"
#include "report/spectrum_text.hpp"
#include "terminal.hpp"

namespace sunder::cli {
namespace {

std::string cycle_text(const decouple::VariableScale& v, const decouple::Analysis& a) {
  if (v.cycle.empty()) return v.cycle_length == 0 ? "no cycle" : "a cycle of " + counted(v.cycle_length, "state");
  if (v.cycle.size() == 1) return "itself";
  constexpr std::size_t most = 6;
  std::string out;
  for (std::size_t i = 0; i < v.cycle.size() && i < most; ++i) out += a.state_name(v.cycle[i]) + " > ";
  return out +
         (v.cycle.size() > most ? "… (" + std::to_string(v.cycle.size()) + " states)" : a.state_name(v.cycle.front()));
}

/// At most `shown` rows of a list of `count`, from both ends; `skipped` makes the row between them.
template <typename Row, typename Skipped>
void add_rows(std::size_t count, std::size_t shown, const Row& row, const Skipped& skipped) {
  for (std::size_t i = 0; i < count; ++i) {
    if (count > shown && i == shown / 2) {
      skipped(count - 2 * (shown / 2));
      i = count - shown / 2;
    }
    row(i);
  }
}

std::string scale_text(const decouple::VariableScale& v) {
  return v.exact ? report::duration_text(v.time_scale)
                 : report::duration_text(v.lower) + " … " + report::duration_text(v.upper);
}

void print_variables(const decouple::Analysis& a, std::size_t width) {
  Table table{{"time scale", "variable", "limiting cycle"}, {}, {true, false, false}};
  constexpr std::size_t shown = 30;
  add_rows(
      a.variables.size(), shown,
      [&](std::size_t i) {
        const decouple::VariableScale& v = a.variables[i];
        table.rows.push_back({scale_text(v), v.name, cycle_text(v, a)});
      },
      [&](std::size_t skipped) {
        table.rows.push_back({"…", "(" + std::to_string(skipped) + " more)", ""});
      });
  if (!table.rows.empty()) std::cout << "\n" << table.print(width);
}

/// The time scales a cluster reaches over, and some of its states.
void print_clusters(const decouple::Analysis& a, std::size_t width) {
  if (!a.partition || a.partition->partition.clusters.size() < 2) return;
  const decouple::PartitionChoice& choice = *a.partition;
  const auto& clusters = choice.partition.clusters;
  std::vector<const decouple::VariableScale*> by_state(a.states.size());
  for (const decouple::VariableScale& v : a.variables) by_state[v.state.index()] = &v;
  const bool steps = choice.cluster_steps.size() == clusters.size();
  Table table{{"cluster", "time scales", "own step", "solved", "states"}, {}, {true, true, true, false, false}};
  constexpr std::size_t shown = 12;
  add_rows(
      clusters.size(), shown,
      [&](std::size_t k) {
        double first = std::numeric_limits<double>::infinity();
        double last = 0;
        for (const std::size_t state : model::places(clusters[k])) {
          first = std::min(first, by_state[state]->time_scale);
          last = std::max(last, by_state[state]->time_scale);
        }
        const std::vector<std::string> names = a.state_names(clusters[k]);
        std::string range = report::duration_text(first);
        if (report::duration_text(last) != range) range += " … " + report::duration_text(last);
        table.rows.push_back({std::to_string(k + 1), range, steps ? report::duration_text(choice.cluster_steps[k]) : "",
                              k < choice.partition.implicit ? "implicitly" : "explicitly",
                              std::to_string(names.size()) + ": " + name_list(names, 20)});
      },
      [&](std::size_t skipped) {
        table.rows.push_back({"…", "(" + std::to_string(skipped) + " more)", "", "", ""});
      });
  std::cout << "\n" << table.print(width);
}

/// Several operating points: each with its own extremes.
void print_points(const decouple::Analysis& a, std::size_t width) {
  if (a.points.size() < 2) return;
  Table table{{"point", "time", "kind", "fastest", "slowest", ""}, {}, {true, true, false, true, true, false}};
  constexpr std::size_t shown = 12;
  add_rows(
      a.points.size(), shown,
      [&](std::size_t i) {
        const decouple::PointScales& point = a.points[i];
        double fastest = std::numeric_limits<double>::infinity();
        double slowest = 0;
        for (const double scale : point.time_scales) {
          fastest = std::min(fastest, scale);
          if (std::isfinite(scale)) slowest = std::max(slowest, scale);
        }
        table.rows.push_back({std::to_string(i + 1), rounded(point.time), point.kind, report::duration_text(fastest),
                              slowest > 0 ? report::duration_text(slowest) : "none", point.note});
      },
      [&](std::size_t skipped) {
        table.rows.push_back({"…", "", "(" + std::to_string(skipped) + " more)", "", "", ""});
      });
  std::cout << "\n" << table.print(width);
}

std::string behaviour(const decouple::Mode& mode) {
  if (mode.eigenvalue == 0.0) return "stays where it is";
  const std::string decay =
      mode.eigenvalue.real() < 0 ? "decays within " : (mode.eigenvalue.real() > 0 ? "GROWS within " : "");
  const std::string constant = decay.empty() ? "" : decay + report::duration_text(mode.time_constant);
  if (mode.frequency == 0) return constant;
  const std::string swing = "oscillates, period " + report::duration_text(1 / mode.frequency);
  return constant.empty() ? swing + ", undamped" : swing + ", " + constant;
}

/// The second opinion beside the cycles: eigenvalues and the states that take part in them.
void print_modes(const decouple::Analysis& a, std::size_t width) {
  if (a.points.empty() || !a.points.front().modes || a.points.front().modes->modes.empty()) return;
  const decouple::Modes& modes = *a.points.front().modes;
  Table table{{"mode", "pace", a.points.size() > 1 ? "behaviour at the first point" : "behaviour", "mostly in"},
              {},
              {true, true, false, false}};
  constexpr std::size_t shown = 8;
  add_rows(
      modes.modes.size(), shown,
      [&](std::size_t i) {
        const decouple::Mode& mode = modes.modes[i];
        std::vector<std::string> names;
        for (const decouple::Participation& part : mode.states) {
          if (names.size() == 3) break;
          names.push_back(a.state_name(part.state) + " " + std::to_string(std::lround(100 * part.share)) + " %");
        }
        table.rows.push_back({std::to_string(i + 1), report::duration_text(mode.time_scale), behaviour(mode),
                              names.empty() ? mode.note : enumerated(names)});
      },
      [&](std::size_t skipped) {
        table.rows.push_back({"…", "", "(" + std::to_string(skipped) + " more)", ""});
      });
  std::cout << "\n" << table.print(width);
}

void print_indices(const decouple::Analysis& a) {
  const auto index = [](const std::optional<double>& value) {
    return value ? rounded(*value) : std::string("undefined");
  };
  std::cout << "\n  stiffness index      " << index(a.indices.stiffness) << "\n  separability         "
            << index(a.indices.separability) << " linear, " << index(a.indices.separability_log) << " logarithmic\n";
  if (a.indices.stiffness_ratio) std::cout << "  eigenvalue ratio     " << rounded(*a.indices.stiffness_ratio) << "\n";
  if (a.cycle_count) std::cout << "  cycles               " << *a.cycle_count << "\n";
  if (a.parallel_sets.size() > 1) std::cout << "  parallel fast blocks " << a.parallel_sets.size() << "\n";
  std::cout << "\n";
}

}  // namespace

void print_analysis(const decouple::Analysis& a, bool list_cycles) {
  const std::size_t width = std::min<std::size_t>(terminal_width(), 100);
  std::cout << bold(a.model) << ": " << counted(a.states.size(), "state") << " at "
            << (a.points.size() > 1 ? counted(a.points.size(), "operating point")
                                    : "t = " + rounded(a.time) + " (" + a.kind + ")")
            << ", alpha = " << rounded(a.alpha) << ", self loops by " << decouple::name_of(a.self_loop)
            << (a.probe == decouple::Probe::euler ? "" : ", probe " + std::string(decouple::name_of(a.probe))) << "\n";
  print_variables(a, width);
  if (const std::string spectrum = report::spectrum_text(a, width); !spectrum.empty()) std::cout << "\n" << spectrum;
  print_clusters(a, width);
  print_points(a, width);
  print_modes(a, width);
  print_indices(a);
  for (const std::string& sentence : report::explain(a)) std::cout << paragraph(sentence, width);
  if (!list_cycles) return;
  std::cout << "\ncycles of two and more states\n";
  for (const auto& cycle : a.scales.cycles) {
    std::string line;
    for (const model::StateIndex state : cycle) line += a.state_name(state) + " > ";
    std::cout << "  " << line << a.state_name(cycle.front()) << "\n";
  }
}

}  // namespace sunder::cli

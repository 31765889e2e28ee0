#include "analysis_options.hpp"
#include "base/codes.hpp"

namespace sunder::cli {

OptionSpec alpha_option() {
  return {"--alpha",
          OptionKind::number,
          "A",
          "loop gain that is allowed, in (0, 1]; smaller is more cautious; 1 unless given",
          {}};
}

OptionSpec self_loop_option() {
  return {"--self-loop",
          OptionKind::text,
          "NAME",
          "how a state's effect on itself bounds the step: gain (|1+hJ| <= alpha, the default), magnitude (h|J| <= "
          "alpha), or "
          "published (h|1+J| <= alpha, as printed tables were computed)",
          {"gain", "magnitude", "published"}};
}

OptionSpec fast_option() {
  return {"--fast",
          OptionKind::list,
          "NAMES",
          "the states to treat implicitly, separated by commas; an array or a component stands for all of its states",
          {}};
}

OptionSpec parts_option() {
  return {"--parts", OptionKind::count, "K", "cut into this many clusters, fast to slow, in the widest gaps", {}};
}

OptionSpec interest_option() {
  return {
      "--slowest-of-interest",
      OptionKind::number,
      "T",
      "only phenomena slower than this time scale matter: states with a shorter one are fast, and a step is of the "
      "order of T; where a run is planned, the error counts for the slower states alone, and faster ones that repeat "
      "within T may be recorded as means",
      {}};
}

OptionSpec at_option() {
  return {"--at",
          OptionKind::list,
          "WHEN",
          "operating point: initial, steady, a time along a reference run, along (some points along a coarse run, and "
          "the initial one), or several of them separated by commas; of several points the worst bound of each state "
          "counts; along unless given",
          {}};
}

OptionSpec single_at_option() {
  return {"--at",
          OptionKind::list,
          "WHEN",
          "operating point: initial (the default), steady, or a time along a reference run",
          {}};
}

OptionSpec probe_option() {
  return {"--probe",
          OptionKind::text,
          "NAME",
          "the explicit method whose steps the cycles must not amplify: euler (the default), or, for small models, "
          "heun or rk4",
          {"euler", "heun", "rk4"}};
}

std::optional<std::vector<simulate::PointRequest>> read_points(const Arguments& arguments, Diagnostics& diagnostics) {
  std::vector<simulate::PointRequest> points;
  if (!arguments.has("--at")) return points;
  for (const std::string& name : split_names(arguments.list("--at"))) {
    if (name == "initial") {
      points.push_back({simulate::PointKind::initial});
    } else if (name == "steady") {
      points.push_back({simulate::PointKind::steady});
    } else if (name == "along") {
      points.push_back({simulate::PointKind::along});
    } else if (const std::optional<double> time = parse_number(name)) {
      points.push_back({simulate::PointKind::time, *time});
    } else {
      diagnostics.error(Code::E0006, {}, "--at takes 'initial', 'steady', 'along' or times, not '" + name + "'");
      return std::nullopt;
    }
  }
  if (!points.empty()) return points;
  diagnostics.error(Code::E0006, {}, "--at names no operating point");
  return std::nullopt;
}

std::optional<simulate::PointRequest> read_point(const Arguments& arguments, Diagnostics& diagnostics) {
  const auto points = read_points(arguments, diagnostics);
  if (!points) return std::nullopt;
  if (points->empty()) return simulate::PointRequest{};
  if (points->size() == 1 && points->front().kind != simulate::PointKind::along) return points->front();
  diagnostics.error(Code::E0006, {}, "--at: one operating point is needed here");
  return std::nullopt;
}

std::vector<std::string> split_names(const std::vector<std::string>& lists) {
  std::vector<std::string> names;
  for (const std::string& list : lists) {
    int depth = 0;        // commas inside subscripts, x[1,2], do not separate
    bool quoted = false;  // in a name like 'x, y' everything belongs to the name
    bool escaped = false;
    std::string name;
    for (const char c : list) {
      if (c == '\'' && !escaped) quoted = !quoted;
      escaped = quoted && c == '\\' && !escaped;
      if (!quoted) depth += c == '[' ? 1 : (c == ']' ? -1 : 0);
      if (c == ',' && depth == 0 && !quoted) {
        if (!name.empty()) names.push_back(name);
        name.clear();
      } else if (c != ' ' || quoted) {
        name += c;
      }
    }
    if (!name.empty()) names.push_back(name);
  }
  return names;
}

decouple::AnalysisOptions read_analysis_options(const Arguments& arguments) {
  decouple::AnalysisOptions options;
  options.alpha = arguments.number("--alpha").value_or(options.alpha);
  // the names were checked against the choices of the options
  options.self_loop = *decouple::self_loop_named(arguments.text("--self-loop", "gain"));
  options.probe = *decouple::probe_named(arguments.text("--probe", "euler"));
  options.partition.step = arguments.number("--step");
  if (arguments.has("--fast")) options.partition.fast = split_names(arguments.list("--fast"));
  options.partition.parts = arguments.count("--parts");
  options.partition.slowest_of_interest = arguments.number("--slowest-of-interest");
  return options;
}

}  // namespace sunder::cli

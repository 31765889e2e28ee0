#include "report/json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace sunder::report {

using Json = nlohmann::ordered_json;

namespace {

// where detail is not complete
constexpr std::size_t long_list = 40;
constexpr std::size_t long_cycle = 8;

std::string_view proof_name(decouple::Proof proof) {
  switch (proof) {
    case decouple::Proof::exact: return "exact";
    case decouple::Proof::short_cycles: return "short_cycles";
    case decouple::Proof::bracket: break;
  }
  return "bracket";
}

class Writer {
 public:
  Writer(const decouple::Analysis& analysis, const AnalysisDetail& detail) : a_(analysis), detail_(detail) {}

  [[nodiscard]] Json write() const {
    Json out = {{"model", a_.model},
                {"state_count", a_.states.size()},
                {"alpha", a_.alpha},
                {"self_loop", decouple::name_of(a_.self_loop)},
                {"probe", decouple::name_of(a_.probe)},
                {"operating_point", {{"time", number(a_.time)}, {"kind", a_.kind}}},
                {"exact", a_.exact},
                {"cycles", cycles()},
                {"variables", variables()},
                {"indices",
                 {{"stiffness", number(a_.indices.stiffness)},
                  {"separability", number(a_.indices.separability)},
                  {"separability_log", number(a_.indices.separability_log)},
                  {"stiffness_ratio", number(a_.indices.stiffness_ratio)}}},
                {"separability_terms", numbers(a_.separability_terms)},
                {"separability_terms_log", numbers(a_.separability_terms_log)},
                {"partition", partition()},
                {"parallel_sets", name_lists(a_.parallel_sets)},
                {"parallel_set_count", a_.parallel_sets.size()},
                {"cycle_sets", cycle_sets()},
                {"operating_points", points()},
                {"event_feedback", event_feedback()},
                {"ranking_changes", ranking_changes()}};
    return out;
  }

 private:
  [[nodiscard]] Json names(const std::vector<model::StateIndex>& states, std::size_t most = long_list) const {
    Json list = Json::array();
    for (const model::StateIndex state : states) {
      if (!detail_.complete && list.size() == most) break;
      list.push_back(a_.state_name(state));
    }
    return list;
  }

  [[nodiscard]] Json name_lists(const std::vector<model::StateSet>& sets) const {
    Json lists = Json::array();
    for (const model::StateSet& set : sets) {
      if (!detail_.complete && lists.size() == long_list) break;
      lists.push_back(names(set));
    }
    return lists;
  }

  [[nodiscard]] Json cycles() const {
    Json out = {{"count", a_.cycle_count ? Json(*a_.cycle_count) : Json(nullptr)}};
    if (!detail_.list_cycles) return out;
    out["list"] = Json::array();
    for (const auto& cycle : a_.scales.cycles) out["list"].push_back(names(cycle));
    return out;
  }

  [[nodiscard]] std::vector<std::uint32_t> cluster_of_state() const {
    std::vector<std::uint32_t> cluster(a_.states.size(), 0);
    const auto& clusters = a_.partition->partition.clusters;
    for (std::uint32_t k = 0; k < clusters.size(); ++k) {
      for (const std::size_t state : model::places(clusters[k])) cluster[state] = k;
    }
    return cluster;
  }

  [[nodiscard]] Json variables() const {
    const std::vector<std::uint32_t> cluster = a_.partition ? cluster_of_state() : std::vector<std::uint32_t>{};
    const decouple::Modes* modes = !a_.points.empty() && a_.points.front().modes ? &*a_.points.front().modes : nullptr;
    Json list = Json::array();
    for (const decouple::VariableScale& v : a_.variables) {
      Json one = {{"name", v.name}, {"time_scale", number(v.time_scale)}};
      if (detail_.complete || !v.exact) {
        one["lower"] = number(v.lower);
        one["upper"] = number(v.upper);
        one["exact"] = v.exact;
        one["proof"] = proof_name(v.proof);
      }
      one["cycle"] = names(v.cycle, long_cycle);
      if (detail_.complete || v.cycle_length > long_cycle) one["cycle_length"] = v.cycle_length;
      if (a_.partition) one["cluster"] = cluster[v.state.index()];
      if (a_.points.size() > 1) one["point"] = v.point;
      if (modes != nullptr) one["mode"] = state_mode(modes->states[v.state.index()]);
      list.push_back(std::move(one));
    }
    return list;
  }

  [[nodiscard]] Json partition() const {
    if (!a_.partition) return nullptr;
    const decouple::PartitionChoice& choice = *a_.partition;
    Json certificate = nullptr;
    if (const auto& c = choice.certificate) {
      certificate = {{"method", c->method},
                     {"step", number(c->step)},
                     {"spectral_radius", number(c->spectral_radius)},
                     {"growth", number(c->growth)},
                     {"growth_bounded", c->growth_bounded},
                     {"verdict", model::name_of(c->verdict)},
                     {"stable", c->verdict == model::StepVerdict::undecided ? Json(nullptr) : Json(c->acceptable())}};
    }
    const model::StateSet fast = choice.partition.fast();
    const model::StateSet slow = choice.partition.slow();
    Json out = {{"step", number(choice.step)},
                {"fast_count", fast.size()},
                {"slow_count", slow.size()},
                {"cluster_count", choice.partition.clusters.size()},
                {"implicit_clusters", choice.partition.implicit},
                {"cluster_steps", numbers(choice.cluster_steps)},
                {"stepped_over_count", choice.stepped_over.size()},
                {"certificate", certificate},
                {"reason", choice.reason},
                {"automatic", choice.automatic}};
    if (!detail_.complete) return out;  // the clusters of the variables say the rest
    out["fast"] = names(fast);
    out["slow"] = names(slow);
    out["clusters"] = name_lists(choice.partition.clusters);
    out["stepped_over"] = names(choice.stepped_over);
    return out;
  }

  /// Of the first point.
  [[nodiscard]] static Json state_mode(const decouple::StateMode& mode) {
    return {{"index", mode.mode < 0 ? Json(nullptr) : Json(mode.mode)},
            {"share", number(mode.share)},
            {"time_scale", number(mode.time_scale)},
            {"agreement", decouple::name_of(mode.agreement)}};
  }

  [[nodiscard]] Json mode(const decouple::Mode& mode) const {
    Json states = Json::array();
    for (const decouple::Participation& part : mode.states)
      states.push_back({{"name", a_.state_name(part.state)}, {"share", part.share}});
    return {{"re", number(mode.eigenvalue.real())},
            {"im", number(mode.eigenvalue.imag())},
            {"time_scale", number(mode.time_scale)},
            {"time_constant", number(mode.time_constant)},
            {"frequency", number(mode.frequency)},
            {"damping", number(mode.damping)},
            {"states", states},
            {"note", mode.note.empty() ? Json(nullptr) : Json(mode.note)}};
  }

  /// Time scales are in the order of `variables`.
  [[nodiscard]] Json points() const {
    Json list = Json::array();
    for (const decouple::PointScales& point : a_.points) {
      Json one = {{"time", number(point.time)},
                  {"kind", point.kind},
                  {"note", point.note.empty() ? Json(nullptr) : Json(point.note)},
                  {"cycle_count", point.cycle_count ? Json(*point.cycle_count) : Json(nullptr)},
                  {"stiffness_ratio", number(point.stiffness_ratio)},
                  {"modes", nullptr}};
      if (a_.points.size() > 1) {  // of a single point they stand with the variables
        std::vector<double> scales;
        std::vector<double> lower;
        for (const decouple::VariableScale& v : a_.variables) {
          scales.push_back(point.time_scales[v.state.index()]);
          lower.push_back(point.lower[v.state.index()]);
        }
        one["time_scales"] = numbers(scales);
        one["lower"] = numbers(lower);
      }
      if (point.modes) {
        one["modes"] = Json::array();
        for (const decouple::Mode& m : point.modes->modes) one["modes"].push_back(mode(m));
      }
      list.push_back(std::move(one));
    }
    return list;
  }

  [[nodiscard]] Json event_feedback() const {
    Json list = Json::array();
    for (const model::EventFeedback& one : a_.event_feedback)
      list.push_back({{"states", names(one.states)},
                      {"through", one.through},
                      {"sampled", one.sampled},
                      {"delayed", one.delayed}});
    return list;
  }

  [[nodiscard]] Json ranking_changes() const {
    Json list = Json::array();
    for (const decouple::RankingChange& change : a_.ranking_changes) {
      list.push_back({{"faster", a_.state_name(change.faster)},
                      {"slower", a_.state_name(change.slower)},
                      {"first", change.first},
                      {"second", change.second}});
    }
    return list;
  }

  [[nodiscard]] Json cycle_sets() const {
    Json list = Json::array();
    if (!a_.partition) return list;
    for (const decouple::CycleSets& sets : a_.partition->cycle_sets) {
      if (!detail_.complete && list.size() == long_list) break;
      list.push_back(
          {{"shared", names(sets.shared)}, {"block_count", sets.blocks.size()}, {"blocks", name_lists(sets.blocks)}});
    }
    return list;
  }

  const decouple::Analysis& a_;
  const AnalysisDetail& detail_;
};

}  // namespace

Json number(double value) {
  if (std::isnan(value)) return nullptr;
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json number(const std::optional<double>& value) { return value ? number(*value) : Json(nullptr); }

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

void append(Json& object, const std::string& name, Json value) {
  object.get_ref<Json::object_t&>().emplace_back(name, std::move(value));
}

Json statistics_json(const integrate::Statistics& s) {
  return {{"steps", s.steps},
          {"rejected", s.rejected},
          {"function_evaluations", s.function_evaluations},
          {"jacobian_evaluations", s.jacobian_evaluations},
          {"function_evaluations_in_jacobian", s.function_evaluations_in_jacobian},
          {"newton_iterations", s.newton_iterations},
          {"newton_failures", s.newton_failures},
          {"factorisations", s.factorisations},
          {"events", s.events},
          {"full_rhs_evaluations", s.full_rhs_evaluations},
          {"restricted_rhs_evaluations", s.restricted_rhs_evaluations},
          {"slow_steps", s.slow_steps},
          {"rows_added", s.rows_added},
          {"kernel_operations", s.kernel_operations},
          {"solver_operations", s.solver_operations}};
}

Json status_json(const simulate::RunStatus& status) {
  return {{"ok", status.ok}, {"reason", status.reason}, {"time", number(status.time)}};
}

Json analysis_json(const decouple::Analysis& analysis, const AnalysisDetail& detail) {
  return Writer(analysis, detail).write();
}

namespace {

Json state_numbers(const decouple::Cycle& cycle) {
  Json numbers = Json::array();
  for (const model::StateIndex state : cycle) numbers.push_back(state.value);
  return numbers;
}

}  // namespace

Json envelopes_json(const decouple::Analysis& analysis) {
  std::unordered_map<std::uint32_t, std::size_t> kept;  // cycles that bound some state, by their number
  Json cycles = Json::array();
  Json variables = Json::array();
  for (std::size_t state = 0; state < analysis.states.size(); ++state) {
    Json lines = Json::array();
    for (const decouple::CycleLine& line : analysis.scales.states[state].lines) {
      Json cycle = nullptr;  // the states of very long ones are not kept
      if (line.cycle < analysis.scales.cycles.size()) {
        const auto [at, fresh] = kept.emplace(line.cycle, kept.size());
        if (fresh) cycles.push_back(state_numbers(analysis.scales.cycles[line.cycle]));
        cycle = at->second;
      }
      lines.push_back({line.length, number(line.weight), cycle});
    }
    variables.push_back({{"diagonal", number(analysis.scales.diagonal[state])},
                         {"complete", analysis.scales.states[state].complete},
                         {"lines", lines}});
  }
  return {{"order", analysis.states}, {"variables", variables}, {"cycles", cycles}};
}

Json plan_json(const choose::Plan& plan) {
  Json candidates = Json::array();
  for (const choose::Candidate& one : plan.candidates) {
    Json measured = nullptr;
    if (one.measured)
      measured = {{"steps", one.measured->steps},
                  {"seconds", one.measured->seconds},
                  {"error", number(one.measured->error)},
                  {"failure", one.measured->failure.empty() ? Json(nullptr) : Json(one.measured->failure)}};
    candidates.push_back({{"method", one.method},
                          {"states", one.what},
                          {"tolerance", one.tolerance > 0 ? Json(one.tolerance) : Json(nullptr)},
                          {"step", number(one.step)},
                          {"period", number(one.period)},
                          {"steps", number(one.steps)},
                          {"seconds", number(one.seconds)},
                          {"error", number(one.error)},
                          {"chosen", one.chosen},
                          {"refused", one.refused},
                          {"why", one.why},
                          {"measured", measured}});
  }
  return {{"max_error", plan.purpose.max_error},
          {"audit", choose::name_of(plan.purpose.audit)},
          {"only", plan.purpose.only},
          {"slowest_of_interest", number(plan.purpose.slowest_of_interest)},
          {"real_time", number(plan.purpose.real_time)},
          {"coarse",
           {{"tolerance", plan.coarse.tolerance},
            {"steps", plan.coarse.steps},
            {"events", plan.coarse.events},
            {"until", number(plan.coarse.until)},
            {"seconds", plan.coarse.seconds},
            {"fast_states", plan.coarse.fast_states},
            {"failure", plan.coarse.failure.empty() ? Json(nullptr) : Json(plan.coarse.failure)}}},
          {"made_fast", plan.swinging},
          {"candidates", candidates}};
}

Json audit_json(const choose::AuditResult& audit) {
  Json shift = nullptr;
  if (audit.shift)
    shift = {{"shape", number(audit.shift->shape)},
             {"shift", number(audit.shift->shift)},
             {"time", number(audit.shift->time)},
             {"power", audit.shift->power ? Json(*audit.shift->power) : Json(nullptr)}};
  Json runs = Json::array();
  for (const choose::AuditRun& run : audit.runs)
    runs.push_back({{"method", run.method},
                    {"tolerance", run.tolerance > 0 ? Json(run.tolerance) : Json(nullptr)},
                    {"steps", run.statistics.steps},
                    {"rejected", run.statistics.rejected},
                    {"function_evaluations", run.statistics.function_evaluations},
                    {"seconds", run.seconds},
                    {"difference_to_next", number(run.difference)}});
  return {{"verdict", choose::name_of(audit.verdict)},
          {"error", number(audit.error)},
          {"worst", {{"variable", audit.worst_variable}, {"time", number(audit.worst_time)}}},
          {"time_shift", shift},
          {"agree_until", number(audit.agree_until)},
          {"not_compared", audit.not_compared},
          {"replanned", audit.replanned},
          {"note", audit.note},
          {"runs", runs}};
}

}  // namespace sunder::report

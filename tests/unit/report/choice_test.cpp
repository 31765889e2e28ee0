#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "report/report.hpp"

using namespace sunder;

namespace {

struct Planned {
  choose::Plan plan;
  choose::AuditResult audit;
  simulate::Simulation run;
};

Planned planned() {
  Planned out;
  choose::Candidate chosen{.method = "rosenbrock", .what = "all", .tolerance = 1e-4, .steps = 50, .seconds = 1e-3};
  chosen.error = 6e-5;
  chosen.chosen = true;
  chosen.measured = choose::Measured{.steps = 61, .seconds = 2e-3, .error = 2e-5, .failure = ""};
  out.plan.candidates = {chosen, {.method = "cvode", .what = "all", .tolerance = 1e-6, .why = "its coarse run failed"}};
  out.audit.verdict = choose::Verdict::estimated;
  out.audit.error = 2.1e-5;
  out.audit.worst_variable = "omega";
  out.audit.worst_time = 0.25;
  out.run.method = "rosenbrock";
  out.run.status.ok = true;
  out.run.statistics.steps = 61;
  out.run.simulate_seconds = 2e-3;
  return out;
}

std::string told(const Planned& p) {
  std::string all;
  for (const std::string& sentence : report::explain_choice(p.plan, p.audit, p.run)) all += sentence + "\n";
  return all;
}

bool says(const Planned& p, const std::string& piece) { return told(p).find(piece) != std::string::npos; }

}  // namespace

TEST_CASE("choice: method, cost, error and where it is largest are told") {
  const Planned p = planned();
  CHECK(
      told(p) ==
      "Run by rosenbrock with all states implicit, the cheapest of 2 candidates by forecast, in 61 steps.\n"
      "Its error is estimated as 2.1e-05 of the range or less (largest in omega, at t = 0.25), below 0.001, which was "
      "asked for.\n");
}

TEST_CASE("choice: what is not as it should be is told as such") {
  Planned p = planned();
  p.audit.verdict = choose::Verdict::above;
  p.audit.error = 0.02;
  CHECK(says(p, "estimated as 0.02 of the range (largest in omega, at t = 0.25), ABOVE 0.001"));
  CHECK(says(p, "--max-error 0.001 goes on"));
  p.audit.verdict = choose::Verdict::unfinished;
  CHECK(says(p, "error is not known"));
  p.audit.replanned = true;
  p.audit.note = "the first run took 900 steps where 50 were forecast: planned again";
  CHECK(says(p, "not the first choice"));
  CHECK(says(p, "900 steps"));
  p.plan.coarse.failure = "division by zero";
  CHECK(says(p, "failed (division by zero)"));
  p.run.status = {.ok = false, .started = true, .reason = "the step became too small", .time = 0.5, .fault = {}};
  CHECK(told(p) == "The chosen run (rosenbrock) ended at t = 0.5: the step became too small.\n");
}

TEST_CASE("choice: the data of the page hold plan and audit, or null") {
  report::ReportData data;
  CHECK(report::report_json(data)["plan"].is_null());
  CHECK(report::report_json(data)["audit"].is_null());
  CHECK(report::report_json(data)["command"].is_null());
  const Planned p = planned();
  data.plan = p.plan;
  data.audit = p.audit;
  data.command = "sunder simulate M.mo";
  data.choice = {"One."};
  const nlohmann::ordered_json out = report::report_json(data);
  CHECK(out["choice"] == nlohmann::ordered_json::array({"One."}));
  CHECK(out["command"] == "sunder simulate M.mo");
  CHECK(out["plan"]["max_error"] == 1e-3);
  CHECK(out["plan"]["candidates"][0]["measured"]["steps"] == 61);
  CHECK(out["plan"]["candidates"][0]["chosen"] == true);
  CHECK(out["plan"]["candidates"][1]["seconds"].is_null());
  CHECK(out["plan"]["candidates"][1]["measured"].is_null());
  CHECK(out["audit"]["verdict"] == "estimated");
  CHECK(out["audit"]["worst"]["variable"] == "omega");
}

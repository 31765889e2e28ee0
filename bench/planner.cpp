// Whether the planner keeps what it says, and what it costs.
//
//   bench_planner [--random COUNT] [--seed FIRST] [--max-error E] [MODEL.mo…]
//
// Every model is run by the method auto in its three ways of auditing and held against a reference: rosenbrock at a
// tolerance of 1e-10, where CVODE at 1e-11 agrees with it to a hundredth of the error asked for; other models (chaos)
// have none and are listed. Random models are stiff networks (random_stiff.hpp) and, every second one, the smooth
// hybrid models of the laws; seeds are not those that the constants of the planner were chosen with (1…99).
//
//   promise   verdict, number of runs, and the true error of the run delivered
//   estimate  the estimate, and the true error of the coarser run, whose error it is the estimate of
//   off       forecast and measured steps, the true error, and the processor time of the coarse run and the run
//             together; how many times that is the time of CVODE at the tolerance that gives the same error (a
//             hundredth of the error asked for where ours is smaller); in the summary also with the audit of the
//             default
//   forecast  the error that `choose` tells in advance of the candidate it takes, and the true one
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "choose/agreement.hpp"
#include "choose/choose.hpp"
#include "choose/forecast.hpp"
#include "driver/pipeline.hpp"
#include "laws/random_hybrid/generator.hpp"
#include "processor_time.hpp"
#include "random_stiff.hpp"

namespace {

using namespace sunder;

struct Finished {
  results::Trajectory trajectory;
  double seconds = 0;
  bool ok = false;
};

/// One model and what is asked of it.
class Subject {
 public:
  Subject(std::string name, driver::Source source, std::string model, double error,
          std::optional<double> stop = std::nullopt)
      : name_(std::move(name)), error_(error), stop_(stop) {
    driver::CompileRequest request;
    request.sources = {std::move(source)};
    request.model = std::move(model);
    driver::Workspace workspace;
    const auto outcome = driver::compile(workspace, request);
    if (outcome.ok()) model_ = outcome->model;
  }

  [[nodiscard]] bool compiled() const { return model_ != nullptr; }

  [[nodiscard]] Finished finish(const choose::Candidate& candidate, double tolerance) const {
    simulate::SimulateOptions options;
    options.method = candidate.method;
    options.tolerance = tolerance;
    options.stop = stop_;
    if (candidate.rows) options.partition = model::Partition::two_way(*candidate.rows, model_->state_count());
    Finished out;
    results::MemoryWriter memory;
    const auto context = model_->create_context();
    const bench::ProcessorTime time;
    const auto made = simulate::simulate(*model_, *context, options, &memory);
    out.seconds = time.seconds();
    out.ok = made.has_value() && made->status.ok;
    out.trajectory = memory.take();
    return out;
  }
  [[nodiscard]] Finished finish(const char* method, double tolerance) const {
    choose::Candidate candidate;
    candidate.method = method;
    return finish(candidate, tolerance);
  }

  [[nodiscard]] double distance(const results::Trajectory& run, const results::Trajectory& reference) const {
    const double span = reference.times.back() - reference.times.front();
    return choose::agreement(run, reference, error_, error_ * span, {}).difference;
  }

  [[nodiscard]] Outcome<choose::ChosenRun> chosen(choose::Audit audit) const {
    choose::Purpose purpose;
    purpose.max_error = error_;
    purpose.audit = audit;
    simulate::SimulateOptions options;
    options.stop = stop_;
    return choose::simulate_chosen(
        *model_, [this] { return model_->create_context(); }, options, purpose);
  }

  /// What `choose` tells without making the run.
  [[nodiscard]] Outcome<choose::Plan> planned() const {
    choose::Purpose purpose;
    purpose.max_error = error_;
    purpose.explain = true;
    purpose.forecast_errors = true;
    simulate::SimulateOptions options;
    options.stop = stop_;
    return choose::make_plan(
        *model_, [this] { return model_->create_context(); }, options, purpose);
  }

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] double error() const { return error_; }

 private:
  std::string name_;
  double error_;
  std::optional<double> stop_;
  std::shared_ptr<const model::Model> model_;
};

struct Row {
  choose::Verdict verdict = choose::Verdict::unfinished;
  double promised = 0, estimate = 0, estimated = 0, speed = 0, seconds = 0;
  double audited = 0;              ///< speed with the audit of the default, of two runs
  std::optional<double> forecast;  ///< of the error
  double forecast_true = 0;
};

/// Seconds of CVODE at an error, between runs that bracket it; nothing where it never gets there.
std::optional<double> cvode_seconds(const Subject& subject, const results::Trajectory& reference, double error) {
  std::optional<std::pair<double, double>> before;  // error, seconds
  for (double tolerance = 1e-2; tolerance > 0.5e-10; tolerance /= 10) {
    Finished run = subject.finish("cvode", tolerance);
    if (!run.ok) continue;
    run.seconds = std::min(run.seconds, subject.finish("cvode", tolerance).seconds);
    const double here = subject.distance(run.trajectory, reference);
    if (here <= error) {
      if (!before || here <= 0 || before->first <= here) return run.seconds;
      const double part = std::log(before->first / error) / std::log(before->first / here);
      return std::exp(std::log(before->second) + part * std::log(run.seconds / before->second));
    }
    before = {here, run.seconds};
  }
  return std::nullopt;
}

std::optional<Row> examine(const Subject& subject) {
  const Finished reference = subject.finish("rosenbrock", 1e-10);
  const Finished other = subject.finish("cvode", 1e-11);
  if (!reference.ok || !other.ok) {
    std::printf("%-24s no reference: a run failed\n", subject.name().c_str());
    return std::nullopt;
  }
  const double doubt = subject.distance(other.trajectory, reference.trajectory);
  if (doubt > 0.01 * subject.error()) {
    std::printf("%-24s no reference: two fine runs differ by %.2g\n", subject.name().c_str(), doubt);
    return std::nullopt;
  }
  Row row;
  const auto promise = subject.chosen(choose::Audit::promise);
  if (!promise.has_value()) return std::nullopt;
  row.verdict = promise->audit.verdict;
  row.promised = subject.distance(promise->trajectory, reference.trajectory);
  const auto estimate = subject.chosen(choose::Audit::estimate);
  if (!estimate.has_value() || !estimate->audit.error) return std::nullopt;
  row.estimate = *estimate->audit.error;
  const choose::AuditRun& coarser = estimate->audit.runs.front();
  choose::Candidate candidate;
  candidate.method = coarser.method;
  candidate.rows = coarser.rows;
  row.estimated = subject.distance(subject.finish(candidate, coarser.tolerance).trajectory, reference.trajectory);

  const auto planned = subject.planned();
  if (planned.has_value() && planned->chosen() != nullptr && planned->chosen()->error) {
    row.forecast = planned->chosen()->error;
    const Finished run = subject.finish(*planned->chosen(), planned->chosen()->tolerance);
    row.forecast_true = run.ok ? subject.distance(run.trajectory, reference.trajectory) : HUGE_VAL;
  }

  double seconds = HUGE_VAL;
  auto off = subject.chosen(choose::Audit::off);
  for (int i = 0; i < 2; ++i) {
    const bench::ProcessorTime time;
    off = subject.chosen(choose::Audit::off);
    seconds = std::min(seconds, time.seconds());
  }
  if (!off.has_value() || !off->run.status.ok) return std::nullopt;
  const double true_error = subject.distance(off->trajectory, reference.trajectory);
  // below a hundredth of what was asked for nobody waits for more
  const auto cvode = cvode_seconds(subject, reference.trajectory, std::max(true_error, 0.01 * subject.error()));
  row.seconds = seconds;
  row.speed = cvode ? *cvode / seconds : 0;
  const bench::ProcessorTime audit_time;
  const auto audited = subject.chosen(choose::Audit::estimate);
  const double audit_seconds = audit_time.seconds();
  if (audited.has_value())
    if (const auto same = cvode_seconds(
            subject, reference.trajectory,
            std::max(subject.distance(audited->trajectory, reference.trajectory), 0.01 * subject.error())))
      row.audited = *same / audit_seconds;
  const choose::Candidate& best = *off->plan.chosen();
  std::printf("%-24s %-9s %zu %8.1e | %8.1e %8.1e | %8.1e %8.1e | %-10s %-10s %7.0f %7.0f %8.1e %9.3g ms %6.2f\n",
              subject.name().c_str(), std::string(choose::name_of(row.verdict)).c_str(), promise->audit.runs.size(),
              row.promised, row.estimate, row.estimated, row.forecast.value_or(NAN), row.forecast_true,
              best.method.c_str(), best.what.c_str(), best.steps.value_or(0),
              static_cast<double>(off->run.statistics.steps + off->run.statistics.rejected), true_error, seconds * 1e3,
              row.speed);
  std::fflush(stdout);
  return row;
}

double quantile(std::vector<double> values, double part) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<std::size_t>(part * static_cast<double>(values.size())))];
}

void summarise(const std::vector<Row>& rows, double error) {
  std::size_t kept = 0, said = 0, near = 0;
  std::vector<double> forecasts;  // forecast error per true error
  std::vector<double> speeds, audited;
  for (const Row& row : rows) {
    kept += row.verdict == choose::Verdict::kept && row.promised <= error ? 1 : 0;
    said += row.verdict == choose::Verdict::not_kept ? 1 : 0;
    // below a thousandth of what was asked for nobody cares whether it is twice as small
    const double floor = 1e-3 * error;
    const double ratio = std::max(row.estimate, floor) / std::max(row.estimated, floor);
    near += ratio <= 2 && ratio >= 0.5 ? 1 : 0;
    if (row.forecast) forecasts.push_back(std::max(*row.forecast, floor) / std::max(row.forecast_true, floor));
    if (row.seconds > 1e-3 && row.speed > 0) speeds.push_back(row.speed);
    if (row.seconds > 1e-3 && row.audited > 0) audited.push_back(row.audited);
  }
  const double n = static_cast<double>(std::max<std::size_t>(rows.size(), 1));
  std::printf("\n%zu models: promise kept %.1f %%, its failure announced %.1f %%, broken in silence %zu\n", rows.size(),
              100 * static_cast<double>(kept) / n, 100 * static_cast<double>(said) / n, rows.size() - kept - said);
  std::printf("estimates within a factor of 2: %.1f %%\n", 100 * static_cast<double>(near) / n);
  std::printf(
      "%zu errors forecast, forecast per true error: least %.2g, of 5 %% less than %.2g, of 20 %% less than %.2g, "
      "median "
      "%.2g, of 20 %% more than %.2g, of 5 %% more than %.2g, largest %.2g\n",
      forecasts.size(), quantile(forecasts, 0), quantile(forecasts, 0.05), quantile(forecasts, 0.2),
      quantile(forecasts, 0.5), quantile(forecasts, 0.8), quantile(forecasts, 0.95), quantile(forecasts, 1));
  std::printf(
      "%zu runs of more than 1 ms: times as fast as CVODE at the same error: least %.2f, of 20 %% less than %.2f, "
      "median %.2f\n",
      speeds.size(), quantile(speeds, 0), quantile(speeds, 0.2), quantile(speeds, 0.5));
  std::printf("with the audit of two runs: least %.2f, of 20 %% less than %.2f, median %.2f\n", quantile(audited, 0),
              quantile(audited, 0.2), quantile(audited, 0.5));
}

}  // namespace

int main(int count, char** words) {
  std::size_t random = 0;
  std::uint64_t seed = 1000;
  double error = 1e-3;
  std::vector<std::string> files;
  for (int i = 1; i < count; ++i) {
    const auto is = [&](const char* option) { return std::strcmp(words[i], option) == 0 && i + 1 < count; };
    if (is("--random")) {
      random = std::strtoull(words[++i], nullptr, 10);
    } else if (is("--seed")) {
      seed = std::strtoull(words[++i], nullptr, 10);
    } else if (is("--max-error")) {
      error = std::strtod(words[++i], nullptr);
    } else {
      files.emplace_back(words[i]);
    }
  }
  std::printf("%-24s %-9s %s %8s | %8s %8s | %8s %8s | %-10s %-10s %7s %7s %8s %12s %6s\n", "model", "promise", "n",
              "error", "estimate", "true", "forecast", "true", "method", "implicit", "steps", "taken", "error",
              "with coarse", "speed");
  std::vector<Row> rows;
  const auto add = [&](const Subject& subject) {
    if (!subject.compiled()) {
      std::printf("%-24s does not compile\n", subject.name().c_str());
      return;
    }
    if (const auto row = examine(subject)) rows.push_back(*row);
  };
  for (const std::string& file : files) {
    const std::string name = file.substr(file.rfind('/') + 1);
    add(Subject(name.substr(0, name.rfind('.')), driver::Source::file(file), "", error));
  }
  for (std::uint64_t i = 0; i < random; ++i) {
    const bool stiff = i % 2 == 0;
    const std::string text = stiff ? bench::random_stiff_model(seed + i)
                                   : random_hybrid::generate(seed + i, random_hybrid::Style::smooth).text;
    add(Subject((stiff ? "stiff " : "hybrid ") + std::to_string(seed + i), driver::Source::from_text(text), "Random",
                error, stiff ? std::nullopt : std::optional(20.0)));
  }
  summarise(rows, error);
  return 0;
}

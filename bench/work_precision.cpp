// Work against precision of our methods and of CVODE, in one process.
//
//   bench_work_precision [--examples DIR] [--json FILE] [--patience SECONDS] [--method NAME]… [MODEL…]
//
// MODEL is one of the names in `cases()`; default: all. With --method only those beside CVODE. Every method runs with a
// row of tolerances or steps. The error is the range measure over all states (largest error of a state over the run, of
// the range it passes through) against CVODE at 1e-11; "slow" is the same over the slow states of the partition alone.
// Times are processor times of whole runs of a compiled model, the least of up to three. The last table tells, for
// errors of 1e-2 … 1e-6, how many times faster the fastest run of each method that is at least so accurate is than the
// fastest of CVODE's.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "driver/pipeline.hpp"
#include "processor_time.hpp"
#include "results/compare.hpp"
#include "simulate/linearise.hpp"
#include "simulate/simulate.hpp"

namespace {

using namespace sunder;

struct Case {
  std::string name;
  std::string file;
  std::vector<std::pair<std::string, std::string>> settings;
  std::optional<double> stop;
  std::size_t outputs = 100;
  std::vector<std::string> methods;  ///< beside CVODE
  std::optional<double> interest;    ///< slowest time scale of interest: what is faster is fast
};

/// rosenbrock with the fast states implicit only.
const std::string by_rows = "rosenbrock --fast";
const std::vector<std::string> usual = {"rosenbrock", by_rows, "multirate", "mixed-euler", "mixed-heun-lobatto"};

std::vector<Case> cases() {
  const auto with_averaging = [] {
    std::vector<std::string> methods = usual;
    methods.emplace_back("averaging");
    return methods;
  };
  std::vector<Case> all = {
      {"PowerSupply", "PowerSupply.mo", {}, 5.0, 50, with_averaging(), {}},
      {"SmartGrid", "SmartGrid.mo", {}, {}, 100, usual, {}},
      {"MechanicalBrake", "MechanicalBrake.mo", {}, {}, 100, usual, {}},
  };
  for (const char* n : {"10", "100", "1000", "10000"})
    all.push_back({std::string("HeatExchanger-") + n, "HeatExchanger004.mo", {{"N", n}}, {}, 50, usual, {}});
  all.push_back({"DistrictHeating", "DistrictHeating.mo", {}, 7200.0, 50, usual, 20.0});
  all.push_back({"DistrictHeatingPulses", "DistrictHeating.mo", {{"draw", "0.1"}}, 400.0, 25, with_averaging(), 20.0});
  all.push_back({"DistrictHeatingOnOff", "DistrictHeatingOnOff.mo", {}, 60.0, 25, usual, 20.0});
  return all;
}

struct Point {
  std::string setting;
  double error = 0, slow_error = 0;
  double seconds = 0;
  std::uint64_t steps = 0;
  std::string failure;
};

struct Timed {
  simulate::Simulation summary;
  results::Trajectory trajectory;
  std::string failure;
};

Timed run(const model::Model& model, simulate::SimulateOptions options, std::chrono::seconds limit) {
  Timed best;
  std::mutex mutex;
  std::condition_variable_any over;
  const std::jthread watch([&](const std::stop_token& stop) {
    std::unique_lock lock(mutex);
    if (!over.wait_for(lock, stop, limit, [&] { return stop.stop_requested(); })) options.cancel.request();
  });
  double spent = 0;
  for (int repeat = 0; repeat < 3 && (repeat == 0 || spent < 1); ++repeat) {
    results::MemoryWriter memory;
    const bench::ProcessorTime clock;
    Outcome<simulate::Simulation> made = simulate::simulate(model, options, &memory);
    const double seconds = clock.seconds();
    spent += seconds;
    if (!made.ok() || !made->status.ok) {
      best.failure = made.diagnostics().all().empty() ? "failed" : made.diagnostics().all().back().message;
      return best;
    }
    if (repeat > 0 && seconds >= best.summary.simulate_seconds) continue;
    best.summary = made.take();
    best.summary.simulate_seconds = seconds;
    best.trajectory = memory.take();
  }
  return best;
}

class Study {
 public:
  Study(const Case& what, const model::Model& model, std::chrono::seconds longest_run)
      : what_(what), model_(model), longest_run_(longest_run) {
    const auto context = model.create_context();
    decouple::AnalysisOptions options;
    if (what.interest) options.partition.slowest_of_interest = what.interest;
    const Outcome<decouple::Analysis> analysis = simulate::analyze(model, *context, {}, options);
    if (!analysis.ok() || !analysis->partition) {
      for (const Diagnostic& d : analysis.diagnostics().all()) std::fprintf(stderr, "%s\n", d.message.c_str());
      std::exit(1);
    }
    choice_ = *analysis->partition;
    partition_ = choice_.partition;
    suggested_ = choice_.step;
    stop_ = what.stop.value_or(model.description().experiment.stop.value_or(1));
    names_ = model::state_names(model);
    simulate::SimulateOptions reference = common();
    reference.tolerance = 1e-11;
    reference_ = run(model, reference, std::chrono::hours(1));
    if (!reference_.failure.empty()) {
      std::fprintf(stderr, "%s: the reference failed: %s\n", what.name.c_str(), reference_.failure.c_str());
      std::exit(1);
    }
  }

  void go() {
    std::printf("%s: %zu states, %zu of them fast, %.4g s; reference %.3g s, %llu events\n", what_.name.c_str(),
                names_.size(), partition_.fast().size(), stop_, reference_.summary.simulate_seconds,
                static_cast<unsigned long long>(reference_.summary.statistics.events));
    tolerances("cvode");
    cvode_total_ = 0;
    for (const Point& p : points_["cvode"]) cvode_total_ = std::max(cvode_total_, p.seconds);
    for (const std::string& method : what_.methods)
      if (method != by_rows && integrate::find_method(method)->fixed_step)
        steps(method);
      else
        tolerances(method);
    summarise();
  }

  [[nodiscard]] nlohmann::json as_json() const {
    nlohmann::json made = {{"model", what_.name}, {"states", names_.size()}, {"fast", partition_.fast().size()}};
    for (const auto& [method, points] : points_)
      for (const Point& p : points)
        made["methods"][method].push_back(
            {{"setting", p.setting}, {"error", p.error}, {"slow_error", p.slow_error}, {"seconds", p.seconds}});
    return made;
  }

 private:
  [[nodiscard]] simulate::SimulateOptions common() const {
    simulate::SimulateOptions options;
    options.stop = stop_;
    options.intervals = what_.outputs;
    return options;
  }

  [[nodiscard]] double error_of(const results::Trajectory& trajectory, const model::StateSet& states) const {
    double worst = 0;
    for (const model::StateIndex state : states) {
      const std::string& name = names_[state.index()];
      const std::vector<double>& x = trajectory.columns[*trajectory.find(name)];
      const std::vector<double>& y = reference_.trajectory.columns[*reference_.trajectory.find(name)];
      const auto [low, high] = std::ranges::minmax(y);
      const double range =
          high - low > 1e-9 * std::max(std::abs(low), std::abs(high)) ? high - low : model_.state_nominal(state);
      std::size_t k = 0;  // both may have rows at events
      for (std::size_t i = 0; i < x.size(); ++i) {
        while (k + 1 < y.size() && reference_.trajectory.times[k] < trajectory.times[i] - 1e-9 * stop_) ++k;
        if (std::abs(reference_.trajectory.times[k] - trajectory.times[i]) > 1e-9 * stop_) continue;
        worst = std::max(worst, std::abs(x[i] - y[k]) / range);
      }
    }
    return std::isfinite(worst) ? worst : 1e300;
  }

  Point& measure(const std::string& method, const simulate::SimulateOptions& options, std::string setting) {
    Timed timed = run(model_, options, longest_run_);
    Point point;
    point.setting = std::move(setting);
    point.failure = timed.failure;
    if (timed.failure.empty()) {
      const model::StateSet slow = partition_.slow();
      point.error = error_of(timed.trajectory, model::all_states(names_.size()));
      point.slow_error = slow.empty() ? point.error : error_of(timed.trajectory, slow);
      point.seconds = timed.summary.simulate_seconds;
      point.steps = timed.summary.statistics.steps;
      std::printf("  %-20s %-12s %10.3g %10.3g %10.4f s %10llu steps\n", method.c_str(), point.setting.c_str(),
                  point.error, point.slow_error, point.seconds, static_cast<unsigned long long>(point.steps));
      points_[method].push_back(point);
    } else {
      std::printf("  %-20s %-12s %s\n", method.c_str(), point.setting.c_str(), point.failure.c_str());
      std::fflush(stdout);
      failed_ = point;
      return failed_;
    }
    std::fflush(stdout);
    return points_[method].back();
  }

  void tolerances(const std::string& method) {
    for (double tolerance = 1e-2; tolerance > 2e-9; tolerance /= std::sqrt(10.0)) {
      simulate::SimulateOptions options = common();
      options.method = method == by_rows ? "rosenbrock" : method;
      options.tolerance = tolerance;
      if (method == by_rows || integrate::find_method(method)->mixed) options.partition = partition_;
      char setting[32];
      std::snprintf(setting, sizeof setting, "tol %.1e", tolerance);
      const Point& point = measure(method, options, setting);
      if (point.failure.starts_with("cancelled")) break;
      if (!point.failure.empty()) continue;
      if (point.error < 3e-7 || (method != "cvode" && point.seconds > patience())) break;
    }
  }

  /// From steps well above the suggested one, which only has to be stable, downwards; whole parts of the output
  /// interval.
  void steps(const std::string& method) {
    constexpr double longer = 64;
    const double interval = stop_ / static_cast<double>(what_.outputs);
    const double first = longer * suggested_.value_or(interval / 10);
    long parts = std::max(1L, std::lround(interval / first));
    for (int i = 0; i < 30; ++i, parts *= 2) {
      simulate::SimulateOptions options = common();
      options.method = method;
      options.step = interval / static_cast<double>(parts);
      options.partition = partition_;
      char setting[32];
      std::snprintf(setting, sizeof setting, "h %.3g", *options.step);
      const Point& point = measure(method, options, setting);
      if (point.failure.starts_with("cancelled")) break;
      if (point.failure.empty() && (point.error < 3e-7 || point.seconds > patience())) break;
    }
  }

  /// A run that takes longer than this tells nothing that the one before did not.
  [[nodiscard]] double patience() const { return std::max(1.5 * cvode_total_, 0.2); }

  static double least_time(const std::vector<Point>& points, double error, bool slow) {
    double least = INFINITY;
    for (const Point& p : points)
      if ((slow ? p.slow_error : p.error) <= error) least = std::min(least, p.seconds);
    return least;
  }

  void summarise() {
    std::printf("\n  times faster than cvode at an error of at most      (slow: of the slow states only)\n  %-20s", "");
    for (int digits = 2; digits <= 6; ++digits) std::printf("      1e-%d", digits);
    for (int digits = 2; digits <= 6; ++digits) std::printf(" slow 1e-%d", digits);
    std::printf("\n");
    for (const std::string& method : what_.methods) {
      std::printf("  %-20s", method.c_str());
      for (const bool slow : {false, true})
        for (int digits = 2; digits <= 6; ++digits) {
          const double error = std::pow(10, -digits);
          const double ratio = least_time(points_["cvode"], error, slow) / least_time(points_[method], error, slow);
          if (std::isfinite(ratio) && ratio > 0)
            std::printf(" %9.3g", ratio);
          else
            std::printf(" %9s", "-");
        }
      std::printf("\n");
    }
    std::printf("\n");
  }

  const Case& what_;
  const model::Model& model_;
  std::chrono::seconds longest_run_;
  decouple::PartitionChoice choice_;
  model::Partition partition_;
  std::optional<double> suggested_;
  double stop_ = 1;
  double cvode_total_ = 0;
  std::vector<std::string> names_;
  Timed reference_;
  std::map<std::string, std::vector<Point>> points_;
  Point failed_;
};

}  // namespace

int main(int count, char** arguments) {
  std::string examples = "examples", json;
  std::chrono::seconds longest_run(60);  // the reference is waited for
  std::vector<std::string> wanted, methods;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--examples" && i + 1 < count)
      examples = arguments[++i];
    else if (argument == "--json" && i + 1 < count)
      json = arguments[++i];
    else if (argument == "--patience" && i + 1 < count)
      longest_run = std::chrono::seconds(std::atol(arguments[++i]));
    else if (argument == "--method" && i + 1 < count)
      methods.emplace_back(arguments[++i]);
    else
      wanted.push_back(argument);
  }
  nlohmann::json all = nlohmann::json::array();
  std::vector<Case> studied = cases();
  for (Case& one : studied) {
    if (!methods.empty())
      std::erase_if(one.methods,
                    [&](const std::string& method) { return std::ranges::find(methods, method) == methods.end(); });
    if (!wanted.empty() && std::ranges::find(wanted, one.name) == wanted.end()) continue;
    driver::Workspace workspace;
    driver::CompileRequest request;
    request.sources = {driver::Source::file(examples + "/" + one.file)};
    request.settings = one.settings;
    const Outcome<driver::Compilation> compiled = driver::compile(workspace, request);
    if (!compiled.ok()) {
      for (const Diagnostic& d : compiled.diagnostics().all()) std::fputs(render(d, compiled->sources).c_str(), stderr);
      return 1;
    }
    Study study(one, *compiled->model, longest_run);
    study.go();
    all.push_back(study.as_json());
    if (!json.empty()) std::ofstream(json) << all.dump(1) << "\n";
  }
  return 0;
}

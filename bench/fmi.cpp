// What it costs to evaluate an FMU: direct calls of its functions, as a model in this process, as a model in a process
// of its own. FMUs are exported here: 1000 states that cost little, and some that cost half a millisecond.
//
//   bench_fmi [ROUNDS]
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>

#include "fmi/fmu.hpp"
#include "fmi/interface_two.hpp"
#include "publish/fmu_package.hpp"
#include "text_model.hpp"

namespace {

using namespace sunder;
using Numbers = std::vector<double>;

/// A chain of n cells, with so many functions of each.
std::string chain(int n, int functions) {
  std::string work = "0";
  for (int k = 1; k <= functions; ++k) work += " + sin(x[i] + " + std::to_string(k) + ")";
  return "model Chain\n  parameter Real k = 1;\n  Real x[" + std::to_string(n) +
         "](each start = 1, each fixed = true);\nequation\n  der(x[1]) = -k * x[1];\n  for i in 2:" +
         std::to_string(n) + " loop\n    der(x[i]) = k * (x[i-1] - x[i]) + 1e-9 * (" + work +
         ");\n  end for;\nend Chain;\n";
}

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

template <class T>
T& checked(Outcome<T>& outcome) {
  if (!outcome.ok()) fail(outcome.diagnostics().all().front().message);
  return *outcome;
}

void must(const model::Status& status) {
  if (!status) fail(status.fault().message);
}

void say_nothing(void* /*environment*/, const char* /*instance*/, fmi::two::Status /*status*/, const char* /*category*/,
                 const char* /*message*/, ...) {}

/// The functions of the standard, called as a program would that knows nothing else.
class Direct {
 public:
  Direct(const std::string& folder, const fmi::FmuDescription& description) {
    const std::string path = folder + "/binaries/linux64/" + description.model_exchange->model_identifier + ".so";
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) fail(dlerror());
#define SUNDER_FMI_LOAD(who, name, result, parameters) \
  f_.name = reinterpret_cast<decltype(f_.name)>(dlsym(library, "fmi2" #name));
    SUNDER_FMI2_FUNCTIONS(SUNDER_FMI_LOAD)
#undef SUNDER_FMI_LOAD
    callbacks_ = {say_nothing, std::calloc, std::free, nullptr, nullptr};
    component_ = f_.Instantiate("direct", fmi::two::model_exchange, description.token.c_str(), "", &callbacks_, 0, 0);
    fmi::two::EventInfo info{};
    if (component_ == nullptr || f_.SetupExperiment(component_, 0, 0, 0, 0, 0) != 0 ||
        f_.EnterInitializationMode(component_) != 0 || f_.ExitInitializationMode(component_) != 0 ||
        f_.NewDiscreteStates(component_, &info) != 0 || f_.EnterContinuousTimeMode(component_) != 0)
      fail("the FMU cannot be initialised");
  }
  ~Direct() { f_.FreeInstance(component_); }
  Direct(const Direct&) = delete;
  Direct& operator=(const Direct&) = delete;

  void evaluate(double time, const Numbers& x, Numbers& dx) {
    if (f_.SetTime(component_, time) != 0 || f_.SetContinuousStates(component_, x.data(), x.size()) != 0 ||
        f_.GetDerivatives(component_, dx.data(), dx.size()) != 0)
      fail("the FMU cannot be evaluated");
  }

 private:
  fmi::two::Functions f_;
  fmi::two::CallbackFunctions callbacks_{};
  fmi::two::Component component_ = nullptr;
};

/// The FMU as everybody else here sees it.
class AsModel {
 public:
  AsModel(const std::shared_ptr<const fmi::Fmu>& fmu, bool in_process) {
    fmi::FmuOptions options;
    options.in_process = in_process;
    options.use = fmi::Use::model_exchange;
    Outcome<std::shared_ptr<const model::Model>> made = fmi::make_fmu_model(fmu, options);
    model_ = checked(made);
    context_ = model_->create_context();
    must(model_->initialise(*context_, 0));
    evaluator_ = model::full_evaluator(*model_, *context_);
  }
  void evaluate(double time, const Numbers& x, Numbers& dx) {
    must(evaluator_->freeze(time, x));
    must(evaluator_->evaluate({x, {}}, {dx, {}}));
  }

 private:
  std::shared_ptr<const model::Model> model_;
  std::unique_ptr<model::Context> context_;
  std::unique_ptr<model::Evaluator> evaluator_;
};

using Evaluate = std::function<void(double, const Numbers&, Numbers&)>;

double microseconds(const Evaluate& evaluate, Numbers& x, Numbers& dx, int count) {
  const auto began = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) {
    x[static_cast<std::size_t>(i) % x.size()] += 1e-6;  // nobody may remember the answer
    evaluate(1e-3 * i, x, dx);
  }
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - began).count() / count;
}

void measure(const std::string& folder, int states, int functions, int rounds) {
  driver::Workspace workspace;
  driver::CompileRequest request;
  request.sources = {driver::Source::from_text(chain(states, functions))};
  Outcome<driver::Compilation> compiled = driver::compile(workspace, request);
  const driver::Compilation& made = checked(compiled);
  publish::FmuExport wanted;
  wanted.output = folder + "/Chain.fmu";
  {
    const auto lock = made.model->lock_shapes();
    Outcome<publish::FmuPackage> package = publish::write_fmu(*made.plan, wanted);
    checked(package);
  }
  SourceMap sources;
  Outcome<std::shared_ptr<const fmi::Fmu>> read = fmi::read_fmu(wanted.output, {}, sources);
  const std::shared_ptr<const fmi::Fmu> fmu = checked(read);
  Outcome<std::shared_ptr<const fmi::UnpackedFmu>> unpacked = fmi::unpack(wanted.output);
  Direct direct(checked(unpacked)->folder().string(), fmu->description);
  AsModel here(fmu, true);
  AsModel apart(fmu, false);
  const Evaluate ways[] = {[&](double t, const Numbers& x, Numbers& dx) { direct.evaluate(t, x, dx); },
                           [&](double t, const Numbers& x, Numbers& dx) { here.evaluate(t, x, dx); },
                           [&](double t, const Numbers& x, Numbers& dx) { apart.evaluate(t, x, dx); }};
  Numbers x(static_cast<std::size_t>(states), 1.0), dx(x.size()), wanted_dx(x.size());
  ways[0](0.5, x, wanted_dx);
  for (const Evaluate& way : ways) {
    way(0.5, x, dx);
    if (dx != wanted_dx) fail("the derivatives differ");
  }
  const int count = std::max(3, static_cast<int>(3000 / microseconds(ways[0], x, dx, 20)));
  double times[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
  for (int round = 0; round < rounds; ++round)  // by turns; what other programs do only makes them longer
    for (int way = 0; way < 3; ++way) times[way] = std::min(times[way], microseconds(ways[way], x, dx, count));
  std::printf("%6d %10d %12.2f %14.2f %10.1f %% %12.2f %10.1f %% %14.2f\n", states, functions, times[0], times[1],
              100 * (times[1] / times[0] - 1), times[2], 100 * (times[2] / times[0] - 1), times[2] - times[1]);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 200;
  std::string folder = (std::filesystem::temp_directory_path() / "sunder-bench-XXXXXX").string();
  if (rounds <= 0 || mkdtemp(folder.data()) == nullptr) return 2;
  std::printf("Microseconds for one evaluation of all derivatives; the shortest of %d rounds.\n\n", rounds);
  std::printf("%6s %10s %12s %14s %12s %12s %12s %14s\n", "states", "sines each", "direct", "in process", "more",
              "isolated", "more", "a round trip");
  for (const auto& [states, functions] : {std::pair(10, 0), {1000, 0}, {1000, 1}, {1000, 5}, {2000, 25}})
    measure(folder, states, functions, rounds);
  std::filesystem::remove_all(folder);
  return 0;
}

#include <cstdlib>

#include "base/codes.hpp"
#include "fmi/calls_shared.hpp"
#include "fmi/interface_two.hpp"

namespace sunder::fmi {

namespace {

using namespace two;  // NOLINT(google-build-using-namespace): the names of the standard, in this file only

void log_two(void* environment, String /*instance*/, two::Status status, String category, String message, ...) {
  if (environment == nullptr || message == nullptr) return;
  std::va_list arguments;
  va_start(arguments, message);
  char text[4096];
  std::vsnprintf(text, sizeof text, message, arguments);  // NOLINT: the format is the FMU's
  va_end(arguments);
  static_cast<Log*>(environment)->add(status, category, text);
}

void* allocate(std::size_t count, std::size_t size) {
  return std::calloc(count == 0 ? 1 : count, size == 0 ? 1 : size);
}

class CallsTwo final : public SharedCalls<'2', Functions> {
 public:
  CallsTwo(const FmuDescription& description, const FmuFiles& files, std::shared_ptr<SharedLibrary> library,
           const Functions& functions)
      : SharedCalls(description, files, std::move(library), functions) {
    callbacks_ = {log_two, allocate, std::free, nullptr, &log_};
  }

  model::Status instantiate(Use use, const std::string& instance) override {
    expect("fmi2Instantiate", {Phase::none});
    announce("fmi2Instantiate");
    instance_ = f_.Instantiate(instance.c_str(), use == Use::model_exchange ? model_exchange : co_simulation,
                               description_.token.c_str(), files_.resources.c_str(), &callbacks_, 0, 1);
    if (instance_ == nullptr) return refused("fmi2Instantiate", "gave no instance");
    phase_ = Phase::instantiated;
    return {};
  }
  model::Status enter_initialisation(double start, std::optional<double> stop,
                                     std::optional<double> tolerance) override {
    expect("fmi2EnterInitializationMode", {Phase::instantiated});
    time_ = start;
    if (model::Status done = ask("fmi2SetupExperiment",
                                 [&] {
                                   return f_.SetupExperiment(instance_, tolerance ? 1 : 0, tolerance.value_or(0), start,
                                                             stop ? 1 : 0, stop.value_or(0));
                                 });
        !done)
      return done;
    model::Status done = ask("fmi2EnterInitializationMode", [&] { return f_.EnterInitializationMode(instance_); });
    if (done) phase_ = Phase::initialisation;
    return done;
  }
  model::Status update_discrete_states(DiscreteUpdate& update) override {
    expect("fmi2NewDiscreteStates", {Phase::event});
    EventInfo info{};
    model::Status done = ask("fmi2NewDiscreteStates", [&] { return f_.NewDiscreteStates(instance_, &info); });
    update = {info.new_discrete_states_needed != 0, info.terminate_simulation != 0, info.nominals_changed != 0,
              info.states_changed != 0,
              info.next_event_time_defined != 0 ? std::optional(info.next_event_time) : std::nullopt};
    return done;
  }
  model::Status completed_step(bool& events, bool& terminate) override {
    expect("fmi2CompletedIntegratorStep", {Phase::continuous});
    Boolean enter = 0;
    Boolean end = 0;
    model::Status done =
        ask("fmi2CompletedIntegratorStep", [&] { return f_.CompletedIntegratorStep(instance_, 0, &enter, &end); });
    events = enter != 0;
    terminate = end != 0;
    return done;
  }
  model::Status do_step(double time, double length, CommunicationStep& step) override {
    expect("fmi2DoStep", {Phase::step});
    time_ = time;
    announce("fmi2DoStep");
    const two::Status status = f_.DoStep(instance_, time, length, 0);
    step = {time + length, false, false};
    if (status != discard) return answered("fmi2DoStep", status);
    Boolean terminated = 0;
    step.reached = time;
    constexpr int last_successful_time = 2;
    constexpr int terminated_kind = 3;
    if (f_.GetRealStatus != nullptr) f_.GetRealStatus(instance_, last_successful_time, &step.reached);
    if (f_.GetBooleanStatus != nullptr && f_.GetBooleanStatus(instance_, terminated_kind, &terminated) == ok)
      step.terminate = terminated != 0;
    return step.terminate ? model::Status() : step_refused("fmi2DoStep", time + length, step.reached);
  }
  model::Status enter_step_mode() override { return {}; }
  [[nodiscard]] bool uses_event_mode() const override { return false; }
  model::Status get_derivatives(std::span<double> dx) override {
    return ask("fmi2GetDerivatives", [&] { return f_.GetDerivatives(instance_, dx.data(), dx.size()); });
  }
  model::Status get(Type type, std::span<const std::uint32_t> references, std::span<double> values) override {
    if (type == Type::float64)
      return ask("fmi2GetReal",
                 [&] { return f_.GetReal(instance_, references.data(), references.size(), values.data()); });
    whole_.resize(references.size());
    model::Status done =
        type == Type::boolean
            ? ask("fmi2GetBoolean",
                  [&] { return f_.GetBoolean(instance_, references.data(), references.size(), whole_.data()); })
            : ask("fmi2GetInteger",
                  [&] { return f_.GetInteger(instance_, references.data(), references.size(), whole_.data()); });
    for (std::size_t i = 0; i < whole_.size(); ++i)
      values[i] = type == Type::boolean ? static_cast<double>(whole_[i] != 0) : whole_[i];
    return done;
  }
  model::Status set(Type type, std::span<const std::uint32_t> references, std::span<const double> values) override {
    if (type == Type::float64)
      return ask("fmi2SetReal",
                 [&] { return f_.SetReal(instance_, references.data(), references.size(), values.data()); });
    whole_.assign(values.begin(), values.end());
    return type == Type::boolean
               ? ask("fmi2SetBoolean",
                     [&] { return f_.SetBoolean(instance_, references.data(), references.size(), whole_.data()); })
               : ask("fmi2SetInteger",
                     [&] { return f_.SetInteger(instance_, references.data(), references.size(), whole_.data()); });
  }
  model::Status get_texts(Type /*type*/, std::span<const std::uint32_t> references,
                          std::span<std::string> values) override {
    if (f_.GetString == nullptr) return missing("fmi2GetString");
    std::vector<String> texts(references.size(), nullptr);
    model::Status done = ask(
        "fmi2GetString", [&] { return f_.GetString(instance_, references.data(), references.size(), texts.data()); });
    for (std::size_t i = 0; done && i < texts.size(); ++i) values[i] = texts[i] == nullptr ? "" : texts[i];
    return done;
  }
  model::Status set_texts(Type /*type*/, std::span<const std::uint32_t> references,
                          std::span<const std::string> values) override {
    if (f_.SetString == nullptr) return missing("fmi2SetString");
    std::vector<String> texts;
    for (const std::string& value : values) texts.push_back(value.c_str());
    return ask("fmi2SetString",
               [&] { return f_.SetString(instance_, references.data(), references.size(), texts.data()); });
  }
  model::Status directional_derivative(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                                       std::span<const double> seed, std::span<double> result) override {
    if (f_.GetDirectionalDerivative == nullptr) return missing("fmi2GetDirectionalDerivative");
    return ask("fmi2GetDirectionalDerivative", [&] {
      return f_.GetDirectionalDerivative(instance_, unknowns.data(), unknowns.size(), knowns.data(), knowns.size(),
                                         seed.data(), result.data());
    });
  }
  model::Status get_state(void*& state) override { return ask_if_there("fmi2GetFMUstate", f_.GetFMUstate, &state); }
  model::Status set_state(void* state) override { return ask_if_there("fmi2SetFMUstate", f_.SetFMUstate, state); }
  model::Status free_state(void*& state) override { return ask_if_there("fmi2FreeFMUstate", f_.FreeFMUstate, &state); }

 private:
  [[nodiscard]] Phase after_initialisation() const override {
    return f_.NewDiscreteStates != nullptr ? Phase::event : Phase::step;
  }
  CallbackFunctions callbacks_{};
  std::vector<int> whole_;
};

}  // namespace

std::unique_ptr<Calls> make_calls_two(const FmuDescription& description, const FmuFiles& files,
                                      std::shared_ptr<SharedLibrary> library, Use use, Diagnostics& diagnostics) {
  Functions functions;
  NeededFunctions need(files, use, diagnostics);
#define SUNDER_FMI_LOAD(who, name, result, parameters) \
  functions.name = reinterpret_cast<decltype(functions.name)>(need(#who[0], "fmi2" #name, library->find("fmi2" #name)));
  SUNDER_FMI2_FUNCTIONS(SUNDER_FMI_LOAD)
#undef SUNDER_FMI_LOAD
  if (use == Use::co_simulation) functions.NewDiscreteStates = nullptr;  // one binary may serve both
  return std::make_unique<CallsTwo>(description, files, std::move(library), functions);
}

}  // namespace sunder::fmi

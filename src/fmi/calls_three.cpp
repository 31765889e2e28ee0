#include "base/codes.hpp"
#include "fmi/calls_shared.hpp"
#include "fmi/interface_three.hpp"

namespace sunder::fmi {

namespace {

using namespace three;  // NOLINT(google-build-using-namespace): the names of the standard, in this file only

void log_three(void* environment, int status, String category, String message) {
  if (environment != nullptr && message != nullptr) static_cast<Log*>(environment)->add(status, category, message);
}

class CallsThree final : public SharedCalls<'3', Functions> {
 public:
  CallsThree(const FmuDescription& description, const FmuFiles& files, std::shared_ptr<SharedLibrary> library,
             const Functions& functions, Use use)
      : SharedCalls(description, files, std::move(library), functions), use_(use) {}

  model::Status instantiate(Use use, const std::string& instance) override {
    expect("fmi3Instantiate", {Phase::none});
    const char* resources = files_.resources.empty() ? nullptr : files_.resources.c_str();
    announce(use == Use::model_exchange ? "fmi3InstantiateModelExchange" : "fmi3InstantiateCoSimulation");
    const auto co_simulation = [&] {
      return f_.InstantiateCoSimulation(instance.c_str(), description_.token.c_str(), resources, false, true,
                                        uses_event_mode(), description_.co_simulation->can_return_early, nullptr, 0,
                                        &log_, log_three, nullptr);
    };
    instance_ = use == Use::model_exchange ? f_.InstantiateModelExchange(instance.c_str(), description_.token.c_str(),
                                                                         resources, false, true, &log_, log_three)
                                           : co_simulation();
    if (instance_ == nullptr && uses_event_mode()) {  // some declare it and refuse it
      has_event_mode_ = false;
      instance_ = co_simulation();
    }
    if (instance_ == nullptr)
      return refused(use == Use::model_exchange ? "fmi3InstantiateModelExchange" : "fmi3InstantiateCoSimulation",
                     "gave no instance");
    phase_ = Phase::instantiated;
    return {};
  }
  model::Status enter_initialisation(double start, std::optional<double> stop,
                                     std::optional<double> tolerance) override {
    expect("fmi3EnterInitializationMode", {Phase::instantiated});
    time_ = start;
    model::Status done = ask("fmi3EnterInitializationMode", [&] {
      return f_.EnterInitializationMode(instance_, tolerance.has_value(), tolerance.value_or(0), start,
                                        stop.has_value(), stop.value_or(0));
    });
    if (done) phase_ = Phase::initialisation;
    return done;
  }
  model::Status update_discrete_states(DiscreteUpdate& update) override {
    expect("fmi3UpdateDiscreteStates", {Phase::event});
    update = {};
    bool next = false;
    double at = 0;
    model::Status done = ask("fmi3UpdateDiscreteStates", [&] {
      return f_.UpdateDiscreteStates(instance_, &update.again, &update.terminate, &update.nominals_changed,
                                     &update.states_changed, &next, &at);
    });
    if (next) update.next_event = at;
    return done;
  }
  model::Status completed_step(bool& events, bool& terminate) override {
    expect("fmi3CompletedIntegratorStep", {Phase::continuous});
    return ask("fmi3CompletedIntegratorStep",
               [&] { return f_.CompletedIntegratorStep(instance_, false, &events, &terminate); });
  }
  model::Status do_step(double time, double length, CommunicationStep& step) override {
    expect("fmi3DoStep", {Phase::step});
    time_ = time;
    announce("fmi3DoStep");
    bool early = false;
    step = {time, false, false};
    const int status = f_.DoStep(instance_, time, length, false, &step.event, &step.terminate, &early, &step.reached);
    if (status == discard) return step_refused("fmi3DoStep", time + length, time);
    // FMUs that do not return early need not say how far they came
    if (!early && !step.terminate) step.reached = time + length;
    return answered("fmi3DoStep", status);
  }
  model::Status enter_step_mode() override {
    expect("fmi3EnterStepMode", {Phase::event});
    if (f_.EnterStepMode == nullptr) return missing("fmi3EnterStepMode");
    model::Status done = ask("fmi3EnterStepMode", [&] { return f_.EnterStepMode(instance_); });
    if (done) phase_ = Phase::step;
    return done;
  }
  [[nodiscard]] bool uses_event_mode() const override {
    return use_ == Use::co_simulation && description_.co_simulation->has_event_mode && has_event_mode_ &&
           f_.EnterEventMode != nullptr && f_.UpdateDiscreteStates != nullptr;
  }
  model::Status get_derivatives(std::span<double> dx) override {
    return ask("fmi3GetContinuousStateDerivatives",
               [&] { return f_.GetContinuousStateDerivatives(instance_, dx.data(), dx.size()); });
  }
  model::Status get(Type type, std::span<const std::uint32_t> references, std::span<double> values) override;
  model::Status set(Type type, std::span<const std::uint32_t> references, std::span<const double> values) override;
  model::Status get_texts(Type type, std::span<const std::uint32_t> references, std::span<std::string> values) override;
  model::Status set_texts(Type type, std::span<const std::uint32_t> references,
                          std::span<const std::string> values) override;
  model::Status directional_derivative(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                                       std::span<const double> seed, std::span<double> result) override {
    if (f_.GetDirectionalDerivative == nullptr) return missing("fmi3GetDirectionalDerivative");
    return ask("fmi3GetDirectionalDerivative", [&] {
      return f_.GetDirectionalDerivative(instance_, unknowns.data(), unknowns.size(), knowns.data(), knowns.size(),
                                         seed.data(), seed.size(), result.data(), result.size());
    });
  }
  model::Status get_state(void*& state) override { return ask_if_there("fmi3GetFMUState", f_.GetFMUState, &state); }
  model::Status set_state(void* state) override { return ask_if_there("fmi3SetFMUState", f_.SetFMUState, state); }
  model::Status free_state(void*& state) override { return ask_if_there("fmi3FreeFMUState", f_.FreeFMUState, &state); }

 private:
  [[nodiscard]] Phase after_initialisation() const override {
    return use_ == Use::model_exchange || uses_event_mode() ? Phase::event : Phase::step;
  }
  template <class T, class Call>
  model::Status get_as(const char* name, Call call, std::span<const std::uint32_t> references,
                       std::span<double> values) {
    if (call == nullptr) return missing(name);
    bytes_.resize(values.size() * sizeof(T));
    T* own = reinterpret_cast<T*>(bytes_.data());
    model::Status done =
        ask(name, [&] { return call(instance_, references.data(), references.size(), own, values.size()); });
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(own[i]);
    return done;
  }
  template <class T, class Call>
  model::Status set_as(const char* name, Call call, std::span<const std::uint32_t> references,
                       std::span<const double> values) {
    if (call == nullptr) return missing(name);
    bytes_.resize(values.size() * sizeof(T));
    T* own = reinterpret_cast<T*>(bytes_.data());
    for (std::size_t i = 0; i < values.size(); ++i) own[i] = static_cast<T>(values[i]);
    return ask(name, [&] { return call(instance_, references.data(), references.size(), own, values.size()); });
  }

  Use use_;
  bool has_event_mode_ = true;        ///< where it is declared
  std::vector<unsigned char> bytes_;  // from operator new: aligned for every number
};

#define SUNDER_FMI_BY_TYPE(direction, prefix)                                                                          \
  switch (type) {                                                                                                      \
    case Type::float32:                                                                                                \
        return direction<float>("fmi3" prefix "Float32", SUNDER_FMI_CALL(Float32), references, values);                \
    case Type::float64:                                                                                                \
        return direction<double>("fmi3" prefix "Float64", SUNDER_FMI_CALL(Float64), references, values);               \
    case Type::int8: return direction<std::int8_t>("fmi3" prefix "Int8", SUNDER_FMI_CALL(Int8), references, values);   \
    case Type::uint8:                                                                                                  \
        return direction<std::uint8_t>("fmi3" prefix "UInt8", SUNDER_FMI_CALL(UInt8), references, values);             \
    case Type::int16:                                                                                                  \
        return direction<std::int16_t>("fmi3" prefix "Int16", SUNDER_FMI_CALL(Int16), references, values);             \
    case Type::uint16:                                                                                                 \
      return direction<std::uint16_t>("fmi3" prefix "UInt16", SUNDER_FMI_CALL(UInt16), references, values);            \
    case Type::int32:                                                                                                  \
        return direction<std::int32_t>("fmi3" prefix "Int32", SUNDER_FMI_CALL(Int32), references, values);             \
    case Type::uint32:                                                                                                 \
      return direction<std::uint32_t>("fmi3" prefix "UInt32", SUNDER_FMI_CALL(UInt32), references, values);            \
    case Type::int64:                                                                                                  \
    case Type::enumeration:                                                                                            \
      return direction<std::int64_t>("fmi3" prefix "Int64", SUNDER_FMI_CALL(Int64), references, values);               \
    case Type::uint64:                                                                                                 \
      return direction<std::uint64_t>("fmi3" prefix "UInt64", SUNDER_FMI_CALL(UInt64), references, values);            \
    case Type::boolean: return direction<bool>("fmi3" prefix "Boolean", SUNDER_FMI_CALL(Boolean), references, values); \
    case Type::string:                                                                                                 \
    case Type::binary:                                                                                                 \
    case Type::clock: break;                                                                                           \
  }                                                                                                                    \
  return missing("a call for variables that are no numbers")

model::Status CallsThree::get(Type type, std::span<const std::uint32_t> references, std::span<double> values) {
#define SUNDER_FMI_CALL(name) f_.Get##name
  SUNDER_FMI_BY_TYPE(get_as, "Get");
#undef SUNDER_FMI_CALL
}

model::Status CallsThree::set(Type type, std::span<const std::uint32_t> references, std::span<const double> values) {
#define SUNDER_FMI_CALL(name) f_.Set##name
  SUNDER_FMI_BY_TYPE(set_as, "Set");
#undef SUNDER_FMI_CALL
}

model::Status CallsThree::get_texts(Type type, std::span<const std::uint32_t> references,
                                    std::span<std::string> values) {
  if (type == Type::string) {
    if (f_.GetString == nullptr) return missing("fmi3GetString");
    std::vector<String> texts(values.size(), nullptr);
    model::Status done = ask("fmi3GetString", [&] {
      return f_.GetString(instance_, references.data(), references.size(), texts.data(), texts.size());
    });
    for (std::size_t i = 0; done && i < texts.size(); ++i) values[i] = texts[i] == nullptr ? "" : texts[i];
    return done;
  }
  if (f_.GetBinary == nullptr) return missing("fmi3GetBinary");
  std::vector<std::size_t> sizes(values.size(), 0);
  std::vector<Binary> bytes(values.size(), nullptr);
  model::Status done = ask("fmi3GetBinary", [&] {
    return f_.GetBinary(instance_, references.data(), references.size(), sizes.data(), bytes.data(), bytes.size());
  });
  for (std::size_t i = 0; done && i < bytes.size(); ++i)
    values[i] = bytes[i] == nullptr ? "" : std::string(reinterpret_cast<const char*>(bytes[i]), sizes[i]);
  return done;
}

model::Status CallsThree::set_texts(Type type, std::span<const std::uint32_t> references,
                                    std::span<const std::string> values) {
  if (type == Type::string) {
    if (f_.SetString == nullptr) return missing("fmi3SetString");
    std::vector<String> texts;
    for (const std::string& value : values) texts.push_back(value.c_str());
    return ask("fmi3SetString", [&] {
      return f_.SetString(instance_, references.data(), references.size(), texts.data(), texts.size());
    });
  }
  if (f_.SetBinary == nullptr) return missing("fmi3SetBinary");
  std::vector<std::size_t> sizes;
  std::vector<Binary> bytes;
  for (const std::string& value : values) {
    sizes.push_back(value.size());
    bytes.push_back(reinterpret_cast<Binary>(value.data()));
  }
  return ask("fmi3SetBinary", [&] {
    return f_.SetBinary(instance_, references.data(), references.size(), sizes.data(), bytes.data(), bytes.size());
  });
}

}  // namespace

std::unique_ptr<Calls> make_calls_three(const FmuDescription& description, const FmuFiles& files,
                                        std::shared_ptr<SharedLibrary> library, Use use, Diagnostics& diagnostics) {
  Functions functions;
  NeededFunctions need(files, use, diagnostics);
#define SUNDER_FMI_LOAD(who, name, result, parameters) \
  functions.name = reinterpret_cast<decltype(functions.name)>(need(#who[0], "fmi3" #name, library->find("fmi3" #name)));
  SUNDER_FMI3_FUNCTIONS(SUNDER_FMI_LOAD)
#undef SUNDER_FMI_LOAD
  return std::make_unique<CallsThree>(description, files, std::move(library), functions, use);
}

}  // namespace sunder::fmi

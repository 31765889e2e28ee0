// Calls that both versions of the standard have with the same arguments.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "base/codes.hpp"
#include "fmi/calls_base.hpp"

namespace sunder::fmi {

/// The name of a function without its prefix, as a parameter of a template.
template <std::size_t length>
struct FunctionName {
  consteval FunctionName(const char (&text)[length]) { std::copy_n(text, length, name.begin()); }  // NOLINT: implicit
  std::array<char, length> name{};
};

/// `version`: the digit in the names. `Functions`: those of the version.
template <char version, class Functions>
class SharedCalls : public CallsBase {
 public:
  SharedCalls(const FmuDescription& description, const FmuFiles& files, std::shared_ptr<SharedLibrary> library,
              const Functions& functions)
      : CallsBase(description, files, std::move(library)), f_(functions) {}
  ~SharedCalls() override {
    if (instance_ == nullptr) return;
    if (phase_ == Phase::event || phase_ == Phase::continuous || phase_ == Phase::step) f_.Terminate(instance_);
    f_.FreeInstance(instance_);
  }

  model::Status reset() override {
    expect(full<"Reset">(),
           {Phase::instantiated, Phase::initialisation, Phase::event, Phase::continuous, Phase::step, Phase::failed});
    failure_.reset();
    return enter<"Reset">(f_.Reset, Phase::instantiated);
  }
  model::Status exit_initialisation() override {
    expect(full<"ExitInitializationMode">(), {Phase::initialisation});
    return enter<"ExitInitializationMode">(f_.ExitInitializationMode, after_initialisation());
  }
  model::Status enter_event_mode() override {
    expect(full<"EnterEventMode">(), {Phase::continuous, Phase::step});
    return enter<"EnterEventMode">(f_.EnterEventMode, Phase::event);
  }
  model::Status enter_continuous_time_mode() override {
    expect(full<"EnterContinuousTimeMode">(), {Phase::event});
    return enter<"EnterContinuousTimeMode">(f_.EnterContinuousTimeMode, Phase::continuous);
  }
  model::Status set_time(double time) override {
    expect(full<"SetTime">(), {Phase::event, Phase::continuous});
    time_ = time;
    return ask(full<"SetTime">(), [&] { return f_.SetTime(instance_, time); });
  }
  model::Status set_states(std::span<const double> x) override {
    expect(full<"SetContinuousStates">(), {Phase::event, Phase::continuous});
    return ask(full<"SetContinuousStates">(), [&] { return f_.SetContinuousStates(instance_, x.data(), x.size()); });
  }
  model::Status get_states(std::span<double> x) override {
    return ask(full<"GetContinuousStates">(), [&] { return f_.GetContinuousStates(instance_, x.data(), x.size()); });
  }
  model::Status get_nominals(std::span<double> nominals) override {
    return ask(full<"GetNominalsOfContinuousStates">(),
               [&] { return f_.GetNominalsOfContinuousStates(instance_, nominals.data(), nominals.size()); });
  }
  model::Status get_indicators(std::span<double> z) override {
    return ask(full<"GetEventIndicators">(), [&] { return f_.GetEventIndicators(instance_, z.data(), z.size()); });
  }

 protected:
  [[nodiscard]] virtual Phase after_initialisation() const = 0;

  /// "fmi2SetTime"
  template <FunctionName function>
  [[nodiscard]] static const char* full() {
    static constexpr auto text = [] {
      std::array<char, function.name.size() + 4> made{'f', 'm', 'i', version};
      std::ranges::copy(function.name, made.begin() + 4);
      return made;
    }();
    return text.data();
  }
  /// A call that leads to another phase.
  template <FunctionName function, class Call>
  model::Status enter(Call call, Phase phase) {
    if (call == nullptr) return missing(full<function>());
    model::Status done = ask(full<function>(), [&] { return call(instance_); });
    if (done) phase_ = phase;
    return done;
  }
  /// A call that not every FMU offers.
  template <class Call, class... Arguments>
  model::Status ask_if_there(const char* name, Call call, Arguments... arguments) {
    if (call == nullptr) return missing(name);
    return ask(name, [&] { return call(instance_, arguments...); });
  }

  Functions f_;
  void* instance_ = nullptr;
};

/// Tells what the binary lacks of what this use needs: `who` is C (both kinds), M (Model Exchange) or S
/// (Co-Simulation).
class NeededFunctions {
 public:
  NeededFunctions(const FmuFiles& files, Use use, Diagnostics& diagnostics)
      : files_(files), use_(use), diagnostics_(diagnostics) {}
  void* operator()(char who, const char* name, void* found) {
    const bool needed =
        who == 'C' || (who == 'M' && use_ == Use::model_exchange) || (who == 'S' && use_ == Use::co_simulation);
    if (needed && found == nullptr)
      diagnostics_.error(Code::E1207, {}, files_.name + ": the binary has no function " + name);
    return found;
  }

 private:
  const FmuFiles& files_;
  Use use_;
  Diagnostics& diagnostics_;
};

}  // namespace sunder::fmi

// What both versions of the calls share: the loaded binary, the log, faults, and the table of what may be called when.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <initializer_list>
#include <optional>

#include "fmi/calls.hpp"

namespace sunder::fmi {

class SharedLibrary {
 public:
  /// Null handle after a fault, which `problem` tells.
  explicit SharedLibrary(const std::string& path);
  ~SharedLibrary();
  SharedLibrary(const SharedLibrary&) = delete;
  SharedLibrary& operator=(const SharedLibrary&) = delete;

  [[nodiscard]] bool loaded() const { return handle_ != nullptr; }
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] void* find(const char* symbol) const;

 private:
  void* handle_ = nullptr;
  std::string problem_;
};

/// Shared with the logger of the FMU, which may speak from a thread of its own.
class Log {
 public:
  /// By the status that the FMU gave with it: the numbers up to error are those of both versions.
  void add(int status, const char* category, std::string text);
  std::vector<LogMessage> take();
  [[nodiscard]] std::string last_problem() const;

 private:
  static constexpr std::size_t most_kept = 1000;
  mutable std::mutex mutex_;
  std::vector<LogMessage> messages_;
  std::string last_problem_;
};

class CallsBase : public Calls {
 public:
  CallsBase(const FmuDescription& description, FmuFiles files, std::shared_ptr<SharedLibrary> library)
      : description_(description), files_(std::move(files)), library_(std::move(library)) {}
  std::vector<LogMessage> take_log() override { return log_.take(); }
  void trace(char* memory) override { trace_ = memory; }

 protected:
  /// Our own mistake where a call does not belong to the present phase.
  void expect(const char* call, std::initializer_list<Phase> phases) const;
  /// Makes the call, and says before which one it is.
  template <class Call>
  [[nodiscard]] model::Status ask(const char* name, const Call& call) {
    if (failure_ && phase_ == Phase::failed) return *failure_;
    announce(name);
    return answered(name, call());
  }
  void announce(const char* name) {
    if (trace_ != nullptr) std::snprintf(trace_, trace_size, "%s", name);
  }
  /// What the FMU answered: ok and warning are fine.
  [[nodiscard]] model::Status answered(const char* call, int status);
  [[nodiscard]] model::Status refused(const char* call, const std::string& why);
  [[nodiscard]] model::Status missing(const char* call);
  [[nodiscard]] model::Status step_refused(const char* call, double end, double reached);

  const FmuDescription& description_;
  FmuFiles files_;
  std::shared_ptr<SharedLibrary> library_;
  Log log_;
  Phase phase_ = Phase::none;
  double time_ = 0;
  char* trace_ = nullptr;
  std::optional<model::Fault> failure_;  ///< after an error the standard allows nothing but to begin again
};

std::unique_ptr<Calls> make_calls_two(const FmuDescription& description, const FmuFiles& files,
                                      std::shared_ptr<SharedLibrary> library, Use use, Diagnostics& diagnostics);
std::unique_ptr<Calls> make_calls_three(const FmuDescription& description, const FmuFiles& files,
                                        std::shared_ptr<SharedLibrary> library, Use use, Diagnostics& diagnostics);

}  // namespace sunder::fmi

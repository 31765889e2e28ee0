#include "fmi/calls.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "fmi/calls_base.hpp"

namespace sunder::fmi {

FmuFiles files_of(const FmuDescription& description, const std::string& name, const std::string& folder) {
  // 2.0 wants a URI, 3.0 a path with a separator at its end
  return {name, folder,
          description.version == Version::two ? "file://" + folder + "/resources" : folder + "/resources/"};
}

std::string binary_of(const FmuDescription& description, const std::string& folder, Use use) {
  const InterfaceKind& kind = use == Use::model_exchange ? *description.model_exchange : *description.co_simulation;
  const char* platform = description.version == Version::two ? "linux64" : "x86_64-linux";
  return folder + "/binaries/" + platform + "/" + kind.model_identifier + ".so";
}

SharedLibrary::SharedLibrary(const std::string& path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ != nullptr) return;
  const char* why = dlerror();
  problem_ = why == nullptr ? "unknown reason" : why;
}

SharedLibrary::~SharedLibrary() {
  if (handle_ != nullptr) dlclose(handle_);
}

void* SharedLibrary::find(const char* symbol) const { return dlsym(handle_, symbol); }

void Log::add(int status, const char* category, std::string text) {
  constexpr int ok = 0;
  constexpr int discard = 2;
  const LogMessage::Level level = status == ok        ? LogMessage::Level::note
                                  : status <= discard ? LogMessage::Level::warning
                                                      : LogMessage::Level::error;
  const std::lock_guard lock(mutex_);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  if (level == LogMessage::Level::error) last_problem_ = text;
  if (level != LogMessage::Level::note && messages_.size() < most_kept)
    messages_.push_back({category == nullptr ? "" : category, std::move(text), level});
}

std::vector<LogMessage> Log::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(messages_, {});
}

std::string Log::last_problem() const {
  const std::lock_guard lock(mutex_);
  return last_problem_;
}

const char* name_of(Use use) { return use == Use::model_exchange ? "me" : "cs"; }

void CallsBase::expect(const char* call, std::initializer_list<Phase> phases) const {
  if (phase_ != Phase::failed && std::ranges::find(phases, phase_) == phases.end())
    throw std::logic_error(std::string(call) + " is not allowed in phase " + std::to_string(static_cast<int>(phase_)));
}

model::Status CallsBase::answered(const char* call, int status) {
  static constexpr std::array<const char*, 6> names{"OK", "Warning", "Discard", "Error", "Fatal", "Pending"};
  if (status == 0 || status == 1) return {};
  const bool known = status >= 0 && status < static_cast<int>(names.size());
  model::Status refusal = refused(call, known ? std::string("returned ") + names[static_cast<std::size_t>(status)]
                                              : "returned " + std::to_string(status) + ", which is no status");
  if (status != 2) {
    phase_ = Phase::failed;
    failure_ = refusal.fault();
  }
  return refusal;
}

model::Status CallsBase::refused(const char* call, const std::string& why) {
  model::Fault fault;
  fault.code = Code::E1210;
  fault.time = time_;
  fault.message = files_.name + ": " + call + " " + why + " at time " + rounded(time_);
  if (const std::string said = log_.last_problem(); !said.empty()) fault.message += ": " + printable(said);
  return fault;
}

model::Status CallsBase::step_refused(const char* call, double end, double reached) {
  model::Fault fault;
  fault.code = Code::E1218;
  fault.time = reached;
  fault.message = files_.name + ": " + call + " refused the step from " + rounded(time_, 9) + " to " + rounded(end, 9) +
                  " and came to " + rounded(reached, 9);
  if (const std::string said = log_.last_problem(); !said.empty()) fault.message += ": " + printable(said);
  return fault;
}

model::Status CallsBase::missing(const char* call) { return refused(call, "is not there"); }

Outcome<std::unique_ptr<Calls>> load_calls(const FmuDescription& description, const FmuFiles& files, Use use) {
  using Result = Outcome<std::unique_ptr<Calls>>;
  Diagnostics diagnostics;
  const std::string path = binary_of(description, files.folder, use);
  auto library = std::make_shared<SharedLibrary>(path);
  if (!library->loaded()) {
    diagnostics.error(Code::E1207, {}, files.name + ": the binary cannot be loaded: " + library->problem());
    return Result(std::move(diagnostics));
  }
  std::unique_ptr<Calls> calls = description.version == Version::two
                                     ? make_calls_two(description, files, std::move(library), use, diagnostics)
                                     : make_calls_three(description, files, std::move(library), use, diagnostics);
  if (diagnostics.has_errors()) return Result(std::move(diagnostics));
  return {std::move(calls), std::move(diagnostics)};
}

}  // namespace sunder::fmi

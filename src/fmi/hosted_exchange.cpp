#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "base/codes.hpp"
#include "base/sanitized.hpp"
#include "base/text.hpp"
#include "fmi/host.hpp"
#include "fmi/host_channel.hpp"

namespace sunder::fmi {

namespace {

bool hosted_by_ourselves = false;

void here() {}

/// The program itself, or the one installed beside the library that this is part of.
std::string find_program() {
  if (const char* given = std::getenv("SUNDER_EXECUTABLE"); given != nullptr && *given != '\0') return given;
  std::error_code unknown;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (!unknown && hosted_by_ourselves) return self.string();
  Dl_info place{};
  if (dladdr(reinterpret_cast<void*>(&here), &place) != 0 && place.dli_fname != nullptr) {
    const std::filesystem::path folder = std::filesystem::absolute(place.dli_fname, unknown).parent_path();
    for (const std::filesystem::path& candidate : {folder / "../bin/sunder", folder / "../sunder", folder / "sunder"})
      if (access(candidate.c_str(), X_OK) == 0) return candidate.string();
  }
  return {};
}

/// The memory, and the process that serves it.
class HostProcess {
 public:
  ~HostProcess() {
    end();
    if (header_ != nullptr) munmap(header_, size_);
  }

  /// What is wrong, or nothing.
  std::string start(const std::string& program, const FmuFiles& files, Use use, std::size_t size,
                    std::uint64_t memory) {
    size_ = size;
    const int descriptor = memfd_create("sunder-fmu", 0);
    if (descriptor < 0 || ftruncate(descriptor, static_cast<off_t>(size)) != 0) {
      if (descriptor >= 0) close(descriptor);
      return "no memory to share";
    }
    void* mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (mapped == MAP_FAILED) {
      close(descriptor);
      return "no memory to share";
    }
    header_ = static_cast<HostHeader*>(mapped);
    header_->size = size;
    sem_init(&header_->request, 1, 0);
    sem_init(&header_->answer, 1, 0);
    const std::string number = std::to_string(descriptor);
    char* const arguments[] = {const_cast<char*>(program.c_str()),
                               const_cast<char*>("fmu-host"),
                               const_cast<char*>(number.c_str()),
                               const_cast<char*>(files.folder.c_str()),
                               const_cast<char*>(files.name.c_str()),
                               const_cast<char*>(name_of(use)),
                               nullptr};
    process_ = fork();
    if (process_ == 0) {  // only calls that are safe between fork and exec
      const rlimit address{memory, memory};
      const rlimit none{0, 0};
      if (!sanitized) setrlimit(RLIMIT_AS, &address);
      setrlimit(RLIMIT_CORE, &none);
      dup2(STDERR_FILENO, STDOUT_FILENO);  // what an FMU prints is no answer of ours
      execv(program.c_str(), arguments);
      _exit(127);
    }
    close(descriptor);
    return process_ < 0 ? "no process could be started" : "";
  }

  [[nodiscard]] HostHeader* header() const { return header_; }

  /// Hands over the request and waits. What went wrong, or nothing.
  std::string ask(double seconds) {
    sem_post(&header_->request);
    if (patience_.look_for(header_->answer)) return {};
    const auto began = std::chrono::steady_clock::now();
    for (;;) {
      timespec until{};
      clock_gettime(CLOCK_REALTIME, &until);
      until.tv_nsec += 50'000'000;
      if (until.tv_nsec >= 1'000'000'000) {
        until.tv_nsec -= 1'000'000'000;
        ++until.tv_sec;
      }
      if (sem_timedwait(&header_->answer, &until) == 0) return {};
      if (std::string died = how_it_died(); !died.empty()) return died;
      if (std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() > seconds) {
        end();
        return "did not return within " + shortest(seconds) + " s";
      }
    }
  }

 private:
  std::string how_it_died() {
    int status = 0;
    if (process_ <= 0 || waitpid(process_, &status, WNOHANG) != process_) return {};
    process_ = -1;
    if (WIFSIGNALED(status)) return std::string("crashed (") + strsignal(WTERMSIG(status)) + ")";
    return "ended its process with exit(" + std::to_string(WEXITSTATUS(status)) + ")";
  }

  void end() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
  }

  HostHeader* header_ = nullptr;
  std::size_t size_ = 0;
  pid_t process_ = -1;
  Patience patience_;
};

class HostedExchange final : public ExchangeInstance {
 public:
  HostedExchange(std::unique_ptr<HostProcess> process, std::string name, std::size_t texts, double time_limit)
      : process_(std::move(process)),
        message_(process_->header()),
        name_(std::move(name)),
        texts_(texts),
        time_limit_(time_limit) {}

  model::Status initialise(double start, std::optional<double> stop, const Settings& settings,
                           std::span<const double> u, std::span<double> x, EventResult& result) override {
    begin(HostRequest::initialise, start);
    message_.put(start);
    message_.put(stop.has_value());
    message_.put(stop.value_or(0));
    message_.put_all(std::span<const Setting>(settings.numbers));
    message_.put(static_cast<std::uint64_t>(settings.texts.size()));
    for (const TextSetting& one : settings.texts) {
      message_.put(one.element);
      message_.put_text(one.value);
    }
    message_.put_all(u);
    return finish([&] {
      message_.get_all(x);
      get(result);
    });
  }
  model::Status evaluate(const Point& at, const Values& values) override {
    begin(HostRequest::evaluate, at);
    const std::uint64_t sizes[3] = {values.derivatives.size(), values.outputs.size(), values.indicators.size()};
    message_.put(sizes);
    return finish([&] {
      message_.get_all(values.derivatives);
      message_.get_all(values.outputs);
      message_.get_all(values.indicators);
    });
  }
  model::Status jacobian(const Point& at, const JacobianColours& colours, std::span<double> values) override {
    if (known_colours_ != colours.number) {
      if (model::Status defined = define(colours); !defined) return defined;
      known_colours_ = colours.number;
    }
    begin(HostRequest::jacobian, at);
    message_.put(static_cast<std::uint64_t>(values.size()));
    return finish([&] { message_.get_all(values); });
  }
  model::Status record(const Point& at, std::span<double> values) override {
    begin(HostRequest::record, at);
    return finish([&] { message_.get_all(values); });
  }
  model::Status texts(std::vector<std::string>& values) override {
    begin(HostRequest::texts, time_);
    return finish([&] {
      values.clear();
      for (std::size_t i = 0; i < texts_; ++i) values.push_back(message_.get_text());
    });
  }
  std::vector<LogMessage> take_log() override { return std::exchange(log_, {}); }
  model::Status handle_event(double time, std::span<const double> u, std::span<double> x,
                             EventResult& result) override {
    begin(HostRequest::handle_event, {time, x, u});
    return finish([&] {
      message_.get_all(x);
      get(result);
    });
  }
  model::Status completed_step(const Point& at, StepResult& result) override {
    begin(HostRequest::completed_step, at);
    return finish([&] { result = message_.get<StepResult>(); });
  }
  model::Status advance(double time, double end, std::span<const double> u, StepResult& result) override {
    begin(HostRequest::advance, Point{time, {}, u});
    message_.put(end);
    return finish([&] { result = message_.get<StepResult>(); });
  }
  model::Status save(std::size_t& ticket) override {
    begin(HostRequest::save, time_);
    return finish([&] { ticket = message_.get<std::uint64_t>(); });
  }
  model::Status restore(std::size_t ticket) override {
    begin(HostRequest::restore, time_);
    message_.put(static_cast<std::uint64_t>(ticket));
    return finish([] {});
  }
  void forget(std::size_t ticket) override {
    begin(HostRequest::forget, time_);
    message_.put(static_cast<std::uint64_t>(ticket));
    static_cast<void>(finish([] {}).ok());
  }

 private:
  void begin(HostRequest kind, double time) {
    time_ = time;
    process_->header()->kind = kind;
    message_.rewind();
  }
  void begin(HostRequest kind, const Point& at) {
    begin(kind, at.time);
    message_.put(at.time);
    message_.put_all(at.x);
    message_.put_all(at.u);
  }
  void get(EventResult& result) {
    result.terminate = message_.get<bool>();
    const bool given = message_.get<bool>();
    const auto next = message_.get<double>();
    result.next_event = given ? std::optional(next) : std::nullopt;
  }

  template <class Read>
  model::Status finish(const Read& read) {
    if (!failure_.empty()) return failed();
    failure_ = process_->ask(time_limit_);
    if (!failure_.empty()) {
      failure_time_ = time_;
      failure_ = std::string(process_->header()->call) + " " + failure_;
      return failed();
    }
    message_.rewind();
    model::Status status;
    if (message_.get<bool>()) {
      read();
    } else {
      model::Fault fault;
      fault.code = message_.get<Code>();
      fault.time = message_.get<double>();
      fault.message = message_.get_text();
      status = fault;
    }
    message_.get_log(log_);
    return status;
  }

  [[nodiscard]] model::Status failed() const {
    model::Fault fault;
    fault.code = Code::E1213;
    fault.time = failure_time_;
    fault.message = name_ + ": " + failure_ + " at time " + rounded(failure_time_);
    return fault;
  }

  model::Status define(const JacobianColours& colours) {
    begin(HostRequest::define_colours, time_);
    message_.put(static_cast<std::uint64_t>(colours.colours.size()));
    for (const std::vector<JacobianColours::Column>& colour : colours.colours) {
      message_.put(static_cast<std::uint64_t>(colour.size()));
      for (const JacobianColours::Column& column : colour) {
        message_.put(static_cast<std::uint64_t>(column.place));
        message_.put_all(std::span<const JacobianColours::Entry>(column.entries));
      }
    }
    return finish([] {});
  }

  std::unique_ptr<HostProcess> process_;
  HostMessage message_;
  std::string name_;
  std::size_t texts_;  // how many there are
  double time_limit_;
  double time_ = 0;
  std::vector<LogMessage> log_;
  std::string failure_;  // of the process: it answers no more
  double failure_time_ = 0;
  std::uint64_t known_colours_ = 0;
};

}  // namespace

void this_program_hosts_fmus() { hosted_by_ourselves = true; }

Outcome<std::unique_ptr<ExchangeInstance>> start_hosted_exchange(const FmuDescription& description,
                                                                 const Layout& layout, const FmuFiles& files, Use use,
                                                                 const HostOptions& options) {
  using Result = Outcome<std::unique_ptr<ExchangeInstance>>;
  Diagnostics diagnostics;
  const std::string program = options.program.empty() ? find_program() : options.program;
  if (program.empty()) {
    diagnostics
        .error(Code::E1213, {},
               files.name + ": the program sunder, which runs FMUs in a process of their own, was not found")
        .help = "SUNDER_EXECUTABLE names it; or run the FMU in this process";
    return Result(std::move(diagnostics));
  }
  // patterns of Jacobians are the largest message; pages that nobody touches take no memory
  const std::size_t numbers = layout.recorded.size() +
                              4 * (layout.states.size() + layout.inputs.size() + layout.outputs.size()) +
                              description.event_indicator_count;
  const std::size_t size = (std::size_t{256} << 20) + 64 * numbers;
  auto process = std::make_unique<HostProcess>();
  if (const std::string wrong = process->start(program, files, use, size, options.memory + size); !wrong.empty()) {
    diagnostics.error(Code::E1213, {}, files.name + ": " + wrong);
    return Result(std::move(diagnostics));
  }
  return {std::make_unique<HostedExchange>(std::move(process), files.name, layout.texts.size(), options.time_limit),
          std::move(diagnostics)};
}

}  // namespace sunder::fmi

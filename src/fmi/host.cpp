// The side of the FMU: unpacks requests, asks, packs answers.
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "fmi/host.hpp"

#include "base/codes.hpp"
#include "fmi/host_channel.hpp"

namespace sunder::fmi {

namespace {

class Server {
 public:
  Server(HostHeader* header, const FmuDescription& description, const Layout& layout,
         std::unique_ptr<ExchangeInstance> instance)
      : header_(header), message_(header), description_(description), layout_(layout), instance_(std::move(instance)) {}

  [[noreturn]] void serve() {
    Patience patience;
    for (;;) {
      while (!patience.look_for(header_->request) && sem_wait(&header_->request) != 0) {
      }
      message_.rewind();
      answer();
      sem_post(&header_->answer);
    }
  }

 private:
  Point point() {
    time_ = message_.get<double>();
    x_ = message_.get_vector<double>();
    u_ = message_.get_vector<double>();
    return {time_, x_, u_};
  }

  void answer() {
    switch (header_->kind) {
      case HostRequest::initialise: return initialise();
      case HostRequest::evaluate: return evaluate();
      case HostRequest::define_colours: return define_colours();
      case HostRequest::jacobian: {
        const Point at = point();
        values_.assign(message_.get<std::uint64_t>(), 0.0);
        return reply(instance_->jacobian(at, colours_, values_),
                     [&] { message_.put_all(std::span<const double>(values_)); });
      }
      case HostRequest::record: {
        const Point at = point();
        values_.resize(layout_.recorded.size());
        return reply(instance_->record(at, values_), [&] { message_.put_all(std::span<const double>(values_)); });
      }
      case HostRequest::texts: {
        std::vector<std::string> texts;
        return reply(instance_->texts(texts), [&] {
          for (const std::string& text : texts) message_.put_text(text);
        });
      }
      case HostRequest::handle_event: {
        const Point at = point();
        EventResult result;
        return reply(instance_->handle_event(at.time, u_, x_, result), [&] {
          message_.put_all(std::span<const double>(x_));
          put(result);
        });
      }
      case HostRequest::completed_step: {
        const Point at = point();
        StepResult result;
        return reply(instance_->completed_step(at, result), [&] { message_.put(result); });
      }
      case HostRequest::advance: {
        const Point at = point();
        const auto end = message_.get<double>();
        StepResult result;
        return reply(instance_->advance(at.time, end, u_, result), [&] { message_.put(result); });
      }
      case HostRequest::save: {
        std::size_t ticket = 0;
        return reply(instance_->save(ticket), [&] { message_.put(static_cast<std::uint64_t>(ticket)); });
      }
      case HostRequest::restore: return reply(instance_->restore(message_.get<std::uint64_t>()), [] {});
      case HostRequest::forget: instance_->forget(message_.get<std::uint64_t>()); return reply({}, [] {});
    }
  }

  void initialise() {
    const auto start = message_.get<double>();
    const bool has_stop = message_.get<bool>();
    const auto stop = message_.get<double>();
    Settings settings;
    settings.numbers = message_.get_vector<Setting>();
    for (auto left = message_.get<std::uint64_t>(); left > 0; --left) {
      const auto element = message_.get<Element>();
      settings.texts.push_back({element, message_.get_text()});
    }
    u_ = message_.get_vector<double>();
    x_.resize(layout_.states.size());
    EventResult result;
    reply(instance_->initialise(start, has_stop ? std::optional(stop) : std::nullopt, settings, u_, x_, result), [&] {
      message_.put_all(std::span<const double>(x_));
      put(result);
    });
  }

  void evaluate() {
    const Point at = point();
    std::uint64_t sizes[3];
    for (std::uint64_t& size : sizes) size = message_.get<std::uint64_t>();
    derivatives_.resize(sizes[0]);
    outputs_.resize(sizes[1]);
    indicators_.resize(sizes[2]);
    reply(instance_->evaluate(at, {derivatives_, outputs_, indicators_}), [&] {
      message_.put_all(std::span<const double>(derivatives_));
      message_.put_all(std::span<const double>(outputs_));
      message_.put_all(std::span<const double>(indicators_));
    });
  }

  void define_colours() {
    colours_.colours.clear();
    const auto count = message_.get<std::uint64_t>();
    for (std::uint64_t i = 0; i < count; ++i) {
      std::vector<JacobianColours::Column>& colour = colours_.colours.emplace_back();
      const auto columns = message_.get<std::uint64_t>();
      for (std::uint64_t k = 0; k < columns; ++k) {
        const auto place = message_.get<std::uint64_t>();
        colour.push_back({place, message_.get_vector<JacobianColours::Entry>()});
      }
    }
    reply({}, [] {});
  }

  void put(const EventResult& result) {
    message_.put(result.terminate);
    message_.put(result.next_event.has_value());
    message_.put(result.next_event.value_or(0));
  }

  template <class Write>
  void reply(const model::Status& status, const Write& write) {
    message_.rewind();
    message_.put(status.ok());
    if (status.ok()) {
      write();
    } else {
      message_.put(status.fault().code);
      message_.put(status.fault().time);
      message_.put_text(status.fault().message);
    }
    message_.put_log(instance_->take_log());
  }

  HostHeader* header_;
  HostMessage message_;
  const FmuDescription& description_;
  const Layout& layout_;
  std::unique_ptr<ExchangeInstance> instance_;
  JacobianColours colours_;
  double time_ = 0;
  std::vector<double> x_, u_, derivatives_, outputs_, indicators_, values_;
};

/// Ends with whoever asked for it, also while the FMU hangs.
void watch_parent() {
  const pid_t parent = getppid();
  std::thread([parent] {
    while (getppid() == parent) std::this_thread::sleep_for(std::chrono::milliseconds(500));
    _exit(0);
  }).detach();
}

int complain(const std::string& text) {
  std::fprintf(stderr, "sunder fmu-host: %s\n", text.c_str());
  return 1;
}

/// An instance that answers every request with what is wrong.
class Unusable final : public ExchangeInstance {
 public:
  explicit Unusable(const Diagnostics& diagnostics) {
    const Diagnostic& first = diagnostics.all().front();
    fault_.code = first.code;
    fault_.message = first.message;
  }
  model::Status initialise(double, std::optional<double>, const Settings&, std::span<const double>, std::span<double>,
                           EventResult&) override {
    return fault_;
  }
  model::Status evaluate(const Point&, const Values&) override { return fault_; }
  model::Status jacobian(const Point&, const JacobianColours&, std::span<double>) override { return fault_; }
  model::Status record(const Point&, std::span<double>) override { return fault_; }
  model::Status texts(std::vector<std::string>&) override { return fault_; }
  std::vector<LogMessage> take_log() override { return {}; }
  model::Status handle_event(double, std::span<const double>, std::span<double>, EventResult&) override {
    return fault_;
  }
  model::Status completed_step(const Point&, StepResult&) override { return fault_; }
  model::Status advance(double, double, std::span<const double>, StepResult&) override { return fault_; }
  model::Status save(std::size_t&) override { return fault_; }
  model::Status restore(std::size_t) override { return fault_; }
  void forget(std::size_t) override {}

 private:
  model::Fault fault_;
};

}  // namespace

int serve_fmu(const std::vector<std::string>& arguments) {
  if (arguments.size() != 4) return complain("this command is for the program itself");
  const int descriptor = std::atoi(arguments[0].c_str());
  const off_t size = lseek(descriptor, 0, SEEK_END);
  if (size < static_cast<off_t>(sizeof(HostHeader))) return complain("this command is for the program itself");
  void* mapped = mmap(nullptr, static_cast<std::size_t>(size), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (mapped == MAP_FAILED) return complain("no shared memory");
  auto* header = static_cast<HostHeader*>(mapped);
  std::signal(SIGINT, SIG_IGN);  // whoever asked decides when to stop
  watch_parent();
  std::ifstream file(arguments[1] + "/modelDescription.xml", std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  SourceMap sources;
  const Outcome<FmuDescription> description = read_description(text.str(), arguments[2], false, sources);
  if (!description.ok()) return complain("the description of " + arguments[2] + " cannot be read");
  const Use use = arguments[3] == name_of(Use::co_simulation) ? Use::co_simulation : Use::model_exchange;
  const Layout layout(*description, use);
  Outcome<std::unique_ptr<Calls>> calls =
      load_calls(*description, files_of(*description, arguments[2], arguments[1]), use);
  if (!calls.ok()) Server(header, *description, layout, std::make_unique<Unusable>(calls.diagnostics())).serve();
  (*calls)->trace(header->call);
  Server(header, *description, layout, make_local_exchange(*description, layout, calls.take(), use)).serve();
}

}  // namespace sunder::fmi

#include "invoke.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

#include "guarded_main.hpp"

namespace sunder::fuzz {
namespace {

constexpr unsigned looks_per_second = 10;

/// After so many seconds, and from then on several times a second. 0: no more.
void set_timer(unsigned seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = seconds;
  if (seconds > 0) timer.it_interval.tv_usec = 1'000'000 / looks_per_second;
  setitimer(ITIMER_PROF, &timer, nullptr);
}

// A signal handler reaches nothing else.
unsigned looks_left = 0;
bool interrupted = false;

// A run listens to SIGINT as soon as it is under way, and may be long, but must answer. Everything else has no excuse.
void on_timer(int) {
  if (looks_left-- == 0) _exit(static_cast<int>(LimitExit::too_long));
  if (interrupted) return;
  struct sigaction listener {};
  sigaction(SIGINT, nullptr, &listener);
  if (listener.sa_handler == SIG_DFL) return;
  interrupted = true;
  raise(SIGINT);
}

/// While it lives, what is written to a descriptor goes to a file.
class Redirection {
 public:
  Redirection(int descriptor, const std::string& path) : descriptor_(descriptor), path_(path), kept_(dup(descriptor)) {
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || kept_ < 0) throw std::runtime_error("cannot write " + path);
    dup2(file, descriptor);
    close(file);
  }
  ~Redirection() {
    dup2(kept_, descriptor_);
    close(kept_);
  }
  Redirection(const Redirection&) = delete;
  Redirection& operator=(const Redirection&) = delete;

  [[nodiscard]] std::string text() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  int descriptor_;
  std::string path_;
  int kept_;
};

}  // namespace

void limit_memory(const Limits& limits) {
  if (limits.megabytes == 0) return;
  const rlimit limit{limits.megabytes << 20U, limits.megabytes << 20U};
  setrlimit(RLIMIT_AS, &limit);
}

Answer invoke(const std::vector<std::string>& words, const std::string& folder, const Limits& limits) {
  Answer answer;
  const Redirection out(STDOUT_FILENO, folder + "/out"), err(STDERR_FILENO, folder + "/err");
  looks_left = looks_per_second * (limits.seconds - limits.run_seconds);
  interrupted = false;
  std::signal(SIGPROF, on_timer);
  set_timer(limits.run_seconds);
  answer.status = cli::guarded_main(words);
  set_timer(0);
  std::cout.flush();
  std::cerr.flush();
  std::fflush(nullptr);
  answer.out = out.text();
  answer.err = err.text();
  return answer;
}

}  // namespace sunder::fuzz

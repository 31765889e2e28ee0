#include "fmi/compiler.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/codes.hpp"
#include "base/text.hpp"

extern char** environ;

namespace sunder::fmi {

namespace {

/// What a program writes to standard error, and how it ends.
struct Ended {
  int error = 0;   ///< it could not be started
  int status = 0;  ///< of waitpid
  std::string said;
};

Ended run(const std::vector<std::string>& words) {
  constexpr std::size_t most_kept = 4000;
  Ended ended;
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) {
    ended.error = errno;
    return ended;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  ended.error = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  char buffer[4096];
  while (ended.error == 0) {
    const ssize_t got = read(ends[0], buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    if (ended.said.size() < most_kept) ended.said.append(buffer, static_cast<std::size_t>(got));
  }
  close(ends[0]);
  if (ended.error == 0)
    while (waitpid(child, &ended.status, 0) < 0 && errno == EINTR) continue;
  return ended;
}

}  // namespace

bool compile_library(const CompileJob& job, Diagnostics& diagnostics) {
  const char* given = std::getenv("CC");
  const std::string compiler = given != nullptr && *given != '\0' ? given : "cc";
  std::vector<std::string> words{compiler, "-shared", "-fPIC", "-o", job.output, "-I", job.folder};
  words.insert(words.end(), job.arguments.begin(), job.arguments.end());
  for (const std::string& file : job.files) words.push_back(job.folder + "/" + file);
  words.emplace_back("-lm");
  const Ended ended = run(words);
  if (ended.error != 0) {
    diagnostics
        .error(Code::E1214, {},
               job.name + ": the C compiler '" + printable(compiler) + "' cannot be started (" +
                   std::strerror(ended.error) + ")")
        .help =
        "install a C compiler, or name one by the environment variable CC; sunder export --sources-only needs none";
    return false;
  }
  if (WIFEXITED(ended.status) && WEXITSTATUS(ended.status) == 0) return true;
  diagnostics.error(Code::E1214, {}, job.name + ": the C compiler refused the sources: " + printable(ended.said));
  return false;
}

}  // namespace sunder::fmi

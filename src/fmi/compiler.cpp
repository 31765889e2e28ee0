#include "fmi/compiler.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::fmi {

namespace {

/// What a program writes to standard error, and how it ends.
struct Ended {
  int error = 0;   ///< it could not be started
  int status = 0;  ///< of waitpid
  std::string said;
};

/// In that folder.
Ended run(const std::string& folder, const std::vector<std::string>& words) {
  constexpr std::size_t most_kept = 4000;
  Ended ended;
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) {
    ended.error = errno;
    return ended;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
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
  const auto command = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{compiler, "-fPIC"};
    words.insert(words.end(), job.arguments.begin(), job.arguments.end());
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const std::string output = std::filesystem::absolute(job.output).string();
  // every file by itself, as many at a time as there are processors
  std::vector<std::string> objects;
  for (std::size_t i = 0; i < job.files.size(); ++i) objects.push_back(output + "." + std::to_string(i) + ".o");
  std::vector<Ended> ends(job.files.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < job.files.size(); i = next++)
      ends[i] = run(job.folder, command({"-I", ".", "-c", "-o", objects[i], job.files[i]}));
  };
  std::vector<std::thread> others;
  for (unsigned k = 1; k < std::min<std::size_t>(std::thread::hardware_concurrency(), job.files.size()); ++k)
    others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  bool fine = !job.files.empty();
  const auto accept = [&](const Ended& ended) {
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
  };
  if (!fine) diagnostics.error(Code::E1214, {}, job.name + ": there are no sources to compile");
  for (std::size_t i = 0; fine && i < ends.size(); ++i) fine = accept(ends[i]);
  if (fine) {
    std::vector<std::string> last{"-shared", "-o", output};
    last.insert(last.end(), objects.begin(), objects.end());
    last.emplace_back("-lm");
    fine = accept(run(job.folder, command(last)));
  }
  std::error_code ignored;  // nobody could do anything about it
  for (const std::string& object : objects) std::filesystem::remove(object, ignored);
  return fine;
}

}  // namespace sunder::fmi

#include "base/program.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string_view>

namespace sunder {

EndedProgram run_program(const std::string& folder, const std::vector<std::string>& words) {
  constexpr std::size_t most_kept = 4000;
  EndedProgram ended;
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
  std::vector<char*> arguments, environment;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  static char english[] = "LC_ALL=C";
  for (char** one = environ; *one != nullptr; ++one)
    if (!std::string_view(*one).starts_with("LC_ALL=")) environment.push_back(*one);
  environment.push_back(english);
  environment.push_back(nullptr);
  pid_t child = 0;
  ended.error = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environment.data());
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

std::string c_compiler() {
  const char* given = std::getenv("CC");
  return given != nullptr && *given != '\0' ? given : "cc";
}

}  // namespace sunder

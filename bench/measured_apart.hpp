// Runs that do not share their peak of memory.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace sunder::bench {

/// What `measure` finds, a plain struct, in a child process: its peak memory is its own. `n` is told when it fails.
template <class Measure>
auto measured_apart(long n, Measure measure) {
  using Figures = decltype(measure());
  int channel[2];
  if (pipe(channel) != 0) std::exit(1);
  const pid_t child = fork();
  if (child == 0) {
    const Figures figures = measure();
    const bool written = write(channel[1], &figures, sizeof figures) == static_cast<ssize_t>(sizeof figures);
    std::_Exit(written ? 0 : 1);
  }
  Figures figures;
  close(channel[1]);
  if (read(channel[0], &figures, sizeof figures) != static_cast<ssize_t>(sizeof figures)) {
    std::fprintf(stderr, "the run with N = %ld failed\n", n);
    std::exit(1);
  }
  close(channel[0]);
  waitpid(child, nullptr, 0);
  return figures;
}

}  // namespace sunder::bench

#include <csignal>

#include "guarded_main.hpp"

int main(int count, char** words) {
  // a file that may not grow any more is an error to be told, not a reason to die
  std::signal(SIGXFSZ, SIG_IGN);
  return sunder::cli::guarded_main({words + 1, words + count});
}

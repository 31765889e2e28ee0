#include <csignal>
#include <string_view>

#include "fmi/host.hpp"
#include "guarded_main.hpp"
#include "join_ranks.hpp"

int main(int count, char** words) {
  // a file that may not grow any more is an error to be told, not a reason to die
  std::signal(SIGXFSZ, SIG_IGN);
  // what this program calls itself as, to run a foreign FMU
  if (count > 1 && std::string_view(words[1]) == "fmu-host") return sunder::fmi::serve_fmu({words + 2, words + count});
  sunder::fmi::this_program_hosts_fmus();
  const std::vector<std::string> rest(words + 1, words + count);
  return sunder::cli::started_as_ranks() ? sunder::cli::ranked_main(rest) : sunder::cli::guarded_main(rest);
}

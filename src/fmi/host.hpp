// A foreign FMU in a process of its own: a crash, a hang or an exit() inside it is an error here, and nothing more.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fmi/exchange.hpp"

namespace sunder::fmi {

struct HostOptions {
  std::string program;                            ///< that serves `fmu-host`; empty: found by itself
  double time_limit = 60;                         ///< seconds for one request
  std::uint64_t memory = std::uint64_t{8} << 30;  ///< bytes the process may have
};

/// The description and the layout outlive it.
Outcome<std::unique_ptr<ExchangeInstance>> start_hosted_exchange(const FmuDescription& description,
                                                                 const Layout& layout, const FmuFiles& files, Use use,
                                                                 const HostOptions& options);

/// Said once by a program that serves `fmu-host`, whatever it is called: it hosts its own FMUs.
void this_program_hosts_fmus();
/// What the program does when it is called as `sunder fmu-host FD FOLDER NAME USE`: serves requests until it is killed.
int serve_fmu(const std::vector<std::string>& arguments);

}  // namespace sunder::fmi

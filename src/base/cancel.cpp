#include "base/cancel.hpp"

#include "base/interruption.hpp"

#include <csignal>
#include <cstdlib>

namespace sunder {
namespace {

// A signal handler can only reach objects with static storage: this is the one place that has such variables.
std::atomic<const CancelToken*> active_token{nullptr};
std::atomic<int> routed{0};

void on_signal(int signal) {
  const CancelToken* token = active_token.load(std::memory_order_relaxed);
  if (token == nullptr || token->requested()) std::_Exit(128 + signal);
  routed.store(signal, std::memory_order_relaxed);
  token->request();
}

}  // namespace

SignalScope::SignalScope(const CancelToken& token) {
  active_token.store(&token, std::memory_order_relaxed);
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

SignalScope::~SignalScope() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  active_token.store(nullptr, std::memory_order_relaxed);
}

int received_signal() { return routed.load(std::memory_order_relaxed); }

}  // namespace sunder

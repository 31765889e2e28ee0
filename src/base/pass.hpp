// Passes as data, and the one loop that runs them: order, times, cancellation, contracts.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.hpp"
#include "base/stop_point.hpp"

namespace sunder {

struct PassInfo {
  std::string_view id;
  std::string_view summary;             ///< one sentence
  std::vector<std::string_view> needs;  ///< products that must be there
  std::vector<std::string_view> gives;  ///< products that are there afterwards
  bool optional = false;                ///< results do not depend on it, but for rounding
};

/// `State` is what the passes hand to each other. Its member `diagnostics` tells what they found wrong.
template <class State>
struct Pass : PassInfo {
  std::function<void(State&)> run;
};

/// What a pass gives and others need.
template <class State>
struct Product {
  std::string_view id;
  std::function<std::string(const State&)> print;                ///< empty: it has no text
  std::function<std::vector<std::string>(const State&)> verify;  ///< how it breaks its contract; empty: it has none
};

template <class State>
struct PassList {
  std::vector<std::string_view> given;  ///< products that are there before the first pass
  std::vector<Product<State>> products;
  std::vector<Pass<State>> passes;  ///< in the order in which they run

  [[nodiscard]] const Product<State>& product(std::string_view id) const {
    return *std::ranges::find(products, id, &Product<State>::id);
  }
};

struct PassOptions {
  std::vector<std::string> without;  ///< ids of optional passes to leave out
  std::string until;                 ///< the product to stop at; empty: all passes run
  CancelToken cancel;
};

struct PassTiming {
  std::string pass;
  double seconds = 0;
};

/// Builds with assertions verify what passes give; a broken contract is our bug, never the user's.
#ifdef NDEBUG
inline constexpr bool verifies_products = false;
#else
inline constexpr bool verifies_products = true;
#endif

/// Throws std::logic_error unless every pass finds what it needs given by an earlier one, and every product is declared
/// and given once; std::invalid_argument, with the valid ones, when `without` names a pass that is not optional.
void check_passes(const std::vector<PassInfo>& passes, const std::vector<std::string_view>& products,
                  const std::vector<std::string_view>& given, const std::vector<std::string>& without);
/// Throws std::logic_error when there are violations.
void check_contract(const PassInfo& pass, std::string_view product, const std::vector<std::string>& violations);

/// Runs the passes until one finds errors, the product asked for is there, or the work is cancelled, which may be in
/// the middle of a pass: then nobody reads what it has made. Each product that a pass gives is verified once, outside
/// of the time taken.
template <class State>
std::vector<PassTiming> run_passes(const PassList<State>& list, State& state, const PassOptions& options) {
  std::vector<std::string_view> products;
  for (const Product<State>& product : list.products) products.push_back(product.id);
  check_passes({list.passes.begin(), list.passes.end()}, products, list.given, options.without);
  std::vector<PassTiming> timing;
  const Stoppable stoppable(options.cancel);
  try {
    for (const Pass<State>& pass : list.passes) {
      if (state.diagnostics.has_errors() || options.cancel.requested()) break;
      if (std::ranges::find(options.without, pass.id) != options.without.end()) continue;
      const auto begin = std::chrono::steady_clock::now();
      pass.run(state);
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
      timing.push_back({std::string(pass.id), elapsed.count()});
      if (state.diagnostics.has_errors()) break;
      if constexpr (verifies_products) {
        for (const std::string_view given : pass.gives)
          if (const auto& verify = list.product(given).verify) check_contract(pass, given, verify(state));
      }
      if (std::ranges::find(pass.gives, options.until) != pass.gives.end()) break;
    }
  } catch (const Stopped&) {
    // whoever asked for it knows
  }
  return timing;
}

}  // namespace sunder

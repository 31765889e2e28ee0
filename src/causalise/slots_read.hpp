// Which slots expressions read, in order of occurrence: looked up once for each expression, however many equations
// share it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "symbolic/walk.hpp"

namespace sunder::causalise {

class SlotsRead {
 public:
  explicit SlotsRead(const symbolic::Pool& pool) : pool_(pool) {}

  [[nodiscard]] const std::vector<std::uint32_t>& of(symbolic::NodeId node) {
    const auto [at, added] = slots_.try_emplace(node);
    if (added) at->second = symbolic::slots_in_order(pool_, node);
    return at->second;
  }

 private:
  const symbolic::Pool& pool_;
  std::unordered_map<symbolic::NodeId, std::vector<std::uint32_t>> slots_;
};

}  // namespace sunder::causalise

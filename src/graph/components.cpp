#include "graph/components.hpp"

#include <algorithm>
#include <cassert>

namespace sunder::graph {

Components strong_components(const Rows& successors) {
  const std::uint32_t count = successors.size();
  Components result;
  result.of_node.assign(count, none);
  std::vector<std::uint32_t> number(count, none);  // order of discovery
  std::vector<std::uint32_t> lowest(count, 0);     // smallest number reachable inside the open part
  std::vector<std::uint32_t> next(successors.starts.begin(), successors.starts.end() - 1);
  std::vector<std::uint32_t> path;
  std::vector<std::uint32_t> open;
  std::uint32_t discovered = 0;
  const auto discover = [&](std::uint32_t node) {
    number[node] = lowest[node] = discovered++;
    path.push_back(node);
    open.push_back(node);
  };
  const auto close = [&](std::uint32_t node) {
    const std::uint32_t component = result.members.size();
    auto& members = result.members.entries;
    const auto begin = static_cast<std::ptrdiff_t>(members.size());
    std::uint32_t member = none;
    while (member != node) {
      member = open.back();
      open.pop_back();
      result.of_node[member] = component;
      members.push_back(member);
    }
    std::sort(members.begin() + begin, members.end());
    result.members.end_row();
  };
  for (std::uint32_t root = 0; root < count; ++root) {
    if (number[root] != none) continue;
    discover(root);
    while (!path.empty()) {
      const std::uint32_t node = path.back();
      if (next[node] < successors.starts[node + 1]) {
        const std::uint32_t to = successors.entries[next[node]++];
        if (number[to] == none) {
          discover(to);
        } else if (result.of_node[to] == none) {
          lowest[node] = std::min(lowest[node], number[to]);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty()) lowest[path.back()] = std::min(lowest[path.back()], lowest[node]);
      if (lowest[node] == number[node]) close(node);
    }
  }
  return result;
}

std::vector<std::uint32_t> levels(const Rows& successors) {
  std::vector<std::uint32_t> level(successors.size(), 0);
  for (std::uint32_t node = 0; node < successors.size(); ++node) {
    for (const std::uint32_t to : successors[node]) {
      assert(to < node);
      level[node] = std::max(level[node], level[to] + 1);
    }
  }
  return level;
}

}  // namespace sunder::graph

// What verifiers find, a bounded number: one mistake of ours easily repeats a million times.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sunder::ir {

class Complaints {
 public:
  void expect(bool holds, std::string_view complaint) {
    if (!holds) add(std::string(complaint));
  }
  void add(std::string complaint) {
    if (list_.size() < most) list_.push_back(std::move(complaint));
  }
  [[nodiscard]] bool empty() const { return list_.empty(); }
  std::vector<std::string> take() { return std::move(list_); }

 private:
  static constexpr std::size_t most = 20;
  std::vector<std::string> list_;
};

}  // namespace sunder::ir

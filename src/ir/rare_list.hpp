// A list that is empty in most of its owners, and takes no more than a pointer there.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace sunder::ir {

template <class T>
class RareList {
 public:
  RareList() = default;
  RareList(const RareList& other) : items_(other.items_ ? std::make_unique<std::vector<T>>(*other.items_) : nullptr) {}
  RareList(RareList&&) noexcept = default;
  RareList& operator=(const RareList& other) {
    if (this != &other) *this = RareList(other);
    return *this;
  }
  RareList& operator=(RareList&&) noexcept = default;
  ~RareList() = default;

  /// To add to.
  std::vector<T>& all() {
    if (items_ == nullptr) items_ = std::make_unique<std::vector<T>>();
    return *items_;
  }
  void push_back(T item) { all().push_back(std::move(item)); }
  template <class... Arguments>
  void emplace_back(Arguments&&... arguments) {
    all().emplace_back(std::forward<Arguments>(arguments)...);
  }
  void clear() { items_.reset(); }

  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::size_t size() const { return items_ != nullptr ? items_->size() : 0; }
  T* begin() { return items_ != nullptr ? items_->data() : nullptr; }
  T* end() { return begin() + size(); }
  const T* begin() const { return items_ != nullptr ? items_->data() : nullptr; }
  const T* end() const { return begin() + size(); }
  T& operator[](std::size_t i) { return (*items_)[i]; }
  const T& operator[](std::size_t i) const { return (*items_)[i]; }
  const T& back() const { return items_->back(); }

 private:
  std::unique_ptr<std::vector<T>> items_;
};

}  // namespace sunder::ir

// Members of a node of which at most one is set share one place.
//
// Is:    what keeps a typed expression small: of a variable, an iterator and a function it has one, of subscripts,
//        operations, iterators and a text as well. Models of a million nodes are mostly such nodes.
// Holds: a mark beside the value says which member stands there; every other one reads as null or empty, as if each had
//        a place of its own. To set a second one is a defect (asserted).
// Never: two at a time. Copying a member copies the place, so it must be that of a node of the same kind.
//
// Members of one place are the members of an anonymous union; all of them access it through types that may alias.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace sunder::ir {

/// One of up to four pointers, marked in its lowest bits.
template <class T, std::uintptr_t mark>
class SharedPointer {
 public:
  SharedPointer& operator=(const T* to) {
    if (to != nullptr) {
      assert(word_ == 0 || (word_ & marks) == mark);
      word_ = reinterpret_cast<std::uintptr_t>(to) | mark;
    } else if ((word_ & marks) == mark) {
      word_ = 0;
    }
    return *this;
  }
  [[nodiscard]] const T* get() const {
    return (word_ & marks) == mark ? reinterpret_cast<const T*>(word_ & ~marks) : nullptr;
  }
  operator const T*() const { return get(); }
  const T* operator->() const { return get(); }

 private:
  static constexpr std::uintptr_t marks = 3;
  static_assert(mark <= marks);
  using Word [[gnu::may_alias]] = std::uintptr_t;
  Word word_;  // a union zeroes it
};

/// One of several lists in an arena.
template <class T, std::uint32_t mark>
class SharedList {
 public:
  SharedList& operator=(std::span<T> items) {
    if (!items.empty()) {
      assert(size_ == 0 || mark_ == mark);
      assert(items.size() <= UINT32_MAX);
      data_ = reinterpret_cast<std::uintptr_t>(items.data());
      size_ = static_cast<std::uint32_t>(items.size());
      mark_ = mark;
    } else if (mark_ == mark) {
      size_ = 0;
    }
    return *this;
  }
  void clear() { *this = std::span<T>(); }
  operator std::span<T>() const { return {data(), size()}; }

  [[nodiscard]] T* data() const {
    return size() != 0 ? reinterpret_cast<T*>(static_cast<std::uintptr_t>(data_)) : nullptr;
  }
  [[nodiscard]] std::size_t size() const { return mark_ == mark ? size_ : 0; }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] T* begin() const { return data(); }
  [[nodiscard]] T* end() const { return data() + size(); }
  T& operator[](std::size_t i) const { return data()[i]; }
  [[nodiscard]] T& front() const { return *data(); }
  [[nodiscard]] T& back() const { return data()[size() - 1]; }

 private:
  using Word [[gnu::may_alias]] = std::uintptr_t;
  using Half [[gnu::may_alias]] = std::uint32_t;
  Word data_;
  Half size_, mark_;
};

/// A text among such lists.
template <std::uint32_t mark>
class SharedText : public SharedList<const char, mark> {
 public:
  SharedText& operator=(std::string_view text) {
    SharedList<const char, mark>::operator=(std::span<const char>(text));
    return *this;
  }
  operator std::string_view() const { return {this->data(), this->size()}; }
  friend bool operator==(const SharedText& a, std::string_view b) { return std::string_view(a) == b; }
};

}  // namespace sunder::ir

// The result of a verb that works on user input: a value (possibly partial) and what there is to say about it.
#pragma once

#include <cassert>
#include <optional>
#include <utility>

#include "base/diagnostic.hpp"

namespace sunder {

/// User mistakes never throw. `ok()` means: there is a value and no error was diagnosed.
template <class T>
class Outcome {
 public:
  Outcome() = default;
  Outcome(T value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor): a value is an outcome
  Outcome(T value, Diagnostics diagnostics) : value_(std::move(value)), diagnostics_(std::move(diagnostics)) {}
  explicit Outcome(Diagnostics diagnostics) : diagnostics_(std::move(diagnostics)) {}

  [[nodiscard]] bool ok() const { return value_.has_value() && !diagnostics_.has_errors(); }
  [[nodiscard]] bool has_value() const { return value_.has_value(); }
  T& operator*() {
    assert(value_);
    return *value_;
  }
  const T& operator*() const {
    assert(value_);
    return *value_;
  }
  T* operator->() {
    assert(value_);
    return &*value_;
  }
  const T* operator->() const {
    assert(value_);
    return &*value_;
  }
  [[nodiscard]] T take() {
    assert(value_);
    return std::move(*value_);
  }

  Diagnostics& diagnostics() { return diagnostics_; }
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  std::optional<T> value_;
  Diagnostics diagnostics_;
};

}  // namespace sunder

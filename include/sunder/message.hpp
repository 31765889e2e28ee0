// What there is to say about an answer, and the two ways to hear it: a Result to ask, an Error to catch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <sunder/export.hpp>

namespace sunder {

enum class MessageKind { error, warning, note };

/// One diagnostic. docs/diagnostics.md explains the codes.
struct Message {
  MessageKind kind = MessageKind::error;
  std::string code;  ///< "E0204"
  std::string text;
  std::string file;  ///< empty: it has no place in a source, and line and column are 0
  std::uint32_t line = 0, column = 0;
  std::string help;      ///< what to write instead; may be empty
  std::string rendered;  ///< all of it in lines, with the source line, a caret, notes and help
};

/// Thrown where a value is taken that is not there. `what()` is all errors as rendered.
class SUNDER_API Error : public std::runtime_error {
 public:
  explicit Error(std::vector<Message> messages);
  Error(const Error&);
  Error& operator=(const Error&);
  ~Error() override;

  [[nodiscard]] const std::vector<Message>& messages() const { return messages_; }

 private:
  std::vector<Message> messages_;
};

/// An answer and what there is to say about it. A question that failed half-way (a run that ended early) has errors and
/// yet a value: `partial()`.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(std::optional<T> value, std::vector<Message> messages)
      : value_(std::move(value)), messages_(std::move(messages)) {}

  /// There is a value and no error.
  [[nodiscard]] bool ok() const {
    return value_.has_value() && std::none_of(messages_.begin(), messages_.end(),
                                              [](const Message& m) { return m.kind == MessageKind::error; });
  }
  /// Throws Error unless ok().
  [[nodiscard]] const T& value() const& {
    if (!ok()) throw Error(messages_);
    return *value_;
  }
  [[nodiscard]] T value() && {
    if (!ok()) throw Error(messages_);
    return std::move(*value_);
  }
  /// What there is, also after errors; null: nothing.
  [[nodiscard]] const T* partial() const { return value_ ? &*value_ : nullptr; }
  /// Errors, warnings and notes.
  [[nodiscard]] const std::vector<Message>& messages() const { return messages_; }

 private:
  std::optional<T> value_;
  std::vector<Message> messages_;
};

}  // namespace sunder

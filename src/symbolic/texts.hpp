// Texts in the run. All values of a run are numbers: a text is known by its number in a table, and texts that are made
// of numbers are made by routines.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "symbolic/routine.hpp"

namespace sunder::symbolic {

/// All texts of a compilation and of its runs; the empty one is 0. Grows, and is shared by threads: equal texts have
/// equal numbers, whoever comes first.
class Texts {
 public:
  Texts() { static_cast<void>(number({})); }

  double number(std::string_view text);
  /// Empty for a number that is none of a text.
  [[nodiscard]] std::string at(double number) const;

 private:
  mutable std::mutex mutex_;
  std::deque<std::string> list_;  // keeps its elements where they are
  std::unordered_map<std::string_view, std::size_t> numbers_;
};

/// How String() writes a value.
struct TextFormat {
  enum class Kind : unsigned char { real, integer, boolean, enumeration, text };
  Kind kind = Kind::real;
  std::vector<std::string> literals{};  ///< enumeration
  int digits = 6;                       ///< real: significant ones
  std::size_t length = 0;               ///< at least so long, filled with blanks …
  bool left = true;                     ///< … behind it
  std::string format{};                 ///< real, integer: a format of C, with or without its percent sign; empty: none
};

/// `texts` may be null where no text is written.
std::string written(const TextFormat& format, double number, const Texts* texts);

/// What is fixed of a text, and the values in between.
struct TextPattern {
  std::vector<std::string> parts{{}};  ///< one more than formats
  std::vector<TextFormat> formats{};

  [[nodiscard]] std::string fill(const double* numbers, const Texts& texts) const;
};

/// The number of a text that is made of its arguments.
class TextRoutine final : public Routine {
 public:
  /// `only_said`: it goes into a message, and where nobody reads messages it need not be made.
  TextRoutine(std::shared_ptr<Texts> texts, TextPattern pattern, bool only_said)
      : texts_(std::move(texts)), pattern_(std::move(pattern)), only_said_(only_said) {}

  [[nodiscard]] std::string name() const override { return "String"; }
  [[nodiscard]] double value(std::span<const double> arguments) const override {
    return texts_->number(pattern_.fill(arguments.data(), *texts_));
  }
  [[nodiscard]] std::shared_ptr<const Routine> partial(Pool&, std::uint32_t) const override { return nullptr; }
  [[nodiscard]] bool only_said() const { return only_said_; }

 private:
  std::shared_ptr<Texts> texts_;
  TextPattern pattern_;
  bool only_said_;
};

/// Which of two texts comes first: negative, zero or positive.
class TextOrder final : public Routine {
 public:
  explicit TextOrder(std::shared_ptr<Texts> texts) : texts_(std::move(texts)) {}

  [[nodiscard]] std::string name() const override { return "compare"; }
  [[nodiscard]] double value(std::span<const double> arguments) const override {
    const int order = texts_->at(arguments[0]).compare(texts_->at(arguments[1]));
    return order < 0 ? -1 : order > 0 ? 1 : 0;
  }
  [[nodiscard]] std::shared_ptr<const Routine> partial(Pool&, std::uint32_t) const override { return nullptr; }

 private:
  std::shared_ptr<Texts> texts_;
};

}  // namespace sunder::symbolic

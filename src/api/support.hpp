// What every function of the public interface does: diagnostics become messages, progress is passed on, results are
// kept for `json()`.
#pragma once

#include <sunder/answer.hpp>
#include <sunder/compare.hpp>
#include <sunder/message.hpp>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/outcome.hpp"
#include "base/source.hpp"
#include "results/trajectory.hpp"
#include "verbs/control.hpp"
#include "verbs/json.hpp"

namespace sunder {

/// How an answer becomes text.
class Answer::Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;
  [[nodiscard]] virtual std::string json() const = 0;
};

namespace api {

/// The texts that diagnostics point into.
class Texts {
 public:
  explicit Texts(SourceMap sources) : sources_(std::move(sources)) {}

  /// In the order of the source.
  [[nodiscard]] std::vector<Message> messages(const Diagnostics& diagnostics) const;
  template <class Verb>
  [[nodiscard]] std::string json(const Verb& result, const Diagnostics& diagnostics) const {
    return verbs::json_text(result, diagnostics, sources_);
  }

 private:
  SourceMap sources_;
};

/// The result of a verb, for as long as some answer may be asked for its JSON.
template <class Verb>
class Kept final : public Answer::Source {
 public:
  Kept(Verb result, Diagnostics diagnostics, std::shared_ptr<const Texts> texts)
      : result_(std::move(result)), diagnostics_(std::move(diagnostics)), texts_(std::move(texts)) {}
  [[nodiscard]] std::string json() const override { return texts_->json(result_, diagnostics_); }

 private:
  Verb result_;
  Diagnostics diagnostics_;
  std::shared_ptr<const Texts> texts_;
};

/// `fill` makes the public value; it may take from the verb's result what JSON does not show.
template <class Public, class Verb, class Fill>
Result<Public> answer(Outcome<Verb> outcome, const std::shared_ptr<const Texts>& texts, Fill&& fill) {
  std::optional<Public> value;
  if (outcome.has_value()) {
    Verb result = outcome.take();
    value = fill(result);
    value->set_source(std::make_shared<Kept<Verb>>(std::move(result), outcome.diagnostics(), texts));
  }
  return {std::move(value), texts->messages(outcome.diagnostics())};
}

/// The user's callback as verbs know it. What it throws must not pass through rooms and threads that do not expect it:
/// it stops the work, and `finish` throws it again.
class Watch {
 public:
  explicit Watch(const OnProgress& progress);
  [[nodiscard]] const verbs::Control& control() const { return control_; }
  void finish() const;

 private:
  verbs::Control control_;
  std::shared_ptr<std::exception_ptr> thrown_ = std::make_shared<std::exception_ptr>();
};

/// A name that is not there, with the nearest that is.
[[noreturn]] void throw_unknown(const std::string& name, const std::vector<std::string>& known);
/// The value that stands beside a name.
double value_of(const std::string& name, const std::vector<std::string>& names, const std::vector<double>& values);
Trajectory public_trajectory(results::Trajectory trajectory);

}  // namespace api
}  // namespace sunder

// What we tell users about their input: a code, a sentence, the place, what else to look at, what to write instead.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"

namespace sunder {

enum class Severity { error, warning, note };

/// Listed in base/codes.hpp, which only those include who name one: a new code then recompiles them and nobody else.
enum class Code : std::uint16_t;

struct CodeInfo {
  Code code;
  std::string_view id;
  std::string_view title;
  std::string_view explanation;
};
std::string code_id(Code code);
const std::vector<CodeInfo>& all_codes();

struct Note {
  std::string message;
  Span span;
};

struct Diagnostic {
  Code code{};
  Severity severity = Severity::error;
  std::string message;
  Span span;
  std::vector<Note> notes;
  std::string help;
  bool at_run_time = false;  ///< the model is sound as a text; computing with it failed
};

/// Collects diagnostics in the order they are found. After `error_limit` errors further ones are counted, not kept.
class Diagnostics {
 public:
  explicit Diagnostics(std::size_t error_limit = 20) : error_limit_(error_limit) {}

  Diagnostic& add(Diagnostic diagnostic);
  Diagnostic& error(Code code, Span span, std::string message);
  Diagnostic& warning(Code code, Span span, std::string message);
  void append(const Diagnostics& other);

  [[nodiscard]] bool has_errors() const { return errors_ > 0; }
  [[nodiscard]] bool failed_at_run_time() const;
  [[nodiscard]] std::size_t error_count() const { return errors_; }
  [[nodiscard]] const std::vector<Diagnostic>& all() const { return list_; }
  [[nodiscard]] std::vector<Diagnostic> in_source_order() const;

 private:
  std::size_t error_limit_;
  std::size_t errors_ = 0;
  std::vector<Diagnostic> list_;
  Diagnostic overflow_;
};

struct RenderOptions {
  bool colour = false;
  std::size_t width = 80;
};

/// `file:line:column: error[E0123]: message`, the source line with a caret, notes and help. Ends with a newline.
std::string render(const Diagnostic& diagnostic, const SourceMap& sources, RenderOptions options = {});

}  // namespace sunder

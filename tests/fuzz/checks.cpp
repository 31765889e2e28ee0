#include "checks.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "results/reader.hpp"
#include "syntax/format.hpp"
#include "syntax/lexer.hpp"

namespace sunder::fuzz {
namespace {

using nlohmann::json;

bool starts_like_a_diagnostic(const std::string& line) {
  return line.find("error[E") != std::string::npos || line.find("warning[W") != std::string::npos;
}

/// `…error[E0123]: ` with nothing after it.
bool has_empty_message(const std::string& err) {
  std::istringstream lines(err);
  for (std::string line; std::getline(lines, line);) {
    if (!starts_like_a_diagnostic(line)) continue;
    const std::size_t colon = line.find("]: ");
    if (colon == std::string::npos || line.find_first_not_of(' ', colon + 3) == std::string::npos) return true;
  }
  return false;
}

/// Of a file, a command or a linear system as a whole: no model in it, nothing to keep, no period, an order that cannot
/// be had.
bool is_about_the_whole(const json& code) {
  return code == "E0004" || code == "E1109" || code == "E0632" || code == "E1103" || code == "E1106";
}

std::string errors_complaint(const json& diagnostics, bool failed, bool place) {
  if (!diagnostics.is_array()) return "the JSON object has no list of diagnostics";
  bool error = false, placed = false;
  for (const json& one : diagnostics) {
    if (one.value("message", "").empty()) return "a diagnostic in the JSON object has no message";
    if (one.value("severity", "") != "error") continue;
    error = true;
    placed = placed || one.at("line").is_number() || is_about_the_whole(one.at("code"));
    for (const json& note : one.at("notes")) placed = placed || note.at("line").is_number();
  }
  if (failed && !error) return "a failure without an error among the diagnostics of the JSON object";
  if (!failed && error) return "a success with an error among the diagnostics of the JSON object";
  if (failed && place && !placed) return "no error says where it is";
  return {};
}

std::string json_complaint(const Answer& answer, const Expectations& expected) {
  const json document = json::parse(answer.out, nullptr, false);
  if (!document.is_object()) return "standard output is not one JSON object";
  const bool failed = answer.status != 0;
  std::string wrong = errors_complaint(document.value("diagnostics", json()), failed, expected.place);
  if (!wrong.empty()) return wrong;
  if (!document.contains("status")) return {};
  const json& status = document["status"];
  if (status.value("ok", false) == failed) return "the status in the JSON object is not that of the program";
  if (status.value("reason", "").empty()) return "the status has no reason";
  if (!status.at("time").is_number()) return "the status has no time";
  return {};
}

std::string results_complaint(const std::string& path) {
  const Outcome<results::Trajectory> results = results::read_results(path);
  if (!results.ok()) return "the results file of a good run cannot be read";
  if (results->times.empty()) return "the results file of a good run is empty";
  for (const double time : results->times)
    if (!std::isfinite(time)) return "the results file of a good run has a time that is not finite";
  if (!std::is_sorted(results->times.begin(), results->times.end())) return "times in the results file go back";
  return {};
}

using Token = std::pair<syntax::TokenKind, std::string>;

std::vector<Token> meaning(const std::string& text, FileId file) {
  std::vector<Token> list;
  for (const syntax::Token& token : syntax::lex(text, file).tokens)
    list.emplace_back(token.kind, text.substr(token.begin, token.end - token.begin));
  return list;
}

}  // namespace

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3 : 4;
    if (lead == 0 || (lead >= 0x80 && lead < 0xC2) || lead > 0xF4 || i + length > text.size()) return false;
    for (std::size_t k = 1; k < length; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0U) != 0x80U) return false;
    i += length;
  }
  return true;
}

std::string complaint(const Answer& answer, const Expectations& expected) {
  const int status = answer.status;
  if (status == 70) return "internal error";
  if (answer.err.find("sunder: out of memory") != std::string::npos) return "out of memory";
  if (status == 2 && !expected.may_be_wrong_usage) return "exit status 2 for a right command line";
  if (status < 0 || status > 3) return "exit status " + std::to_string(status);
  if (!is_utf8(answer.out)) return "standard output is not UTF-8";
  if (!is_utf8(answer.err)) return "standard error is not UTF-8";
  if (has_empty_message(answer.err)) return "a diagnostic without a message";
  const bool error = answer.err.find("error[E") != std::string::npos;
  if (status == 0 && error) return "exit status 0 in spite of an error";
  if (status != 0 && answer.err.empty()) return "a failure without a word on standard error";
  if ((status == 1 || status == 3) && !error) return "a failure without an error on standard error";
  if (expected.json) {
    std::string wrong = json_complaint(answer, expected);
    if (!wrong.empty()) return wrong;
  }
  return status == 0 && !expected.results.empty() ? results_complaint(expected.results) : std::string();
}

std::string format_complaint(const std::string& text, bool& accepted) {
  SourceMap sources;
  const FileId first = sources.add("input.mo", text);
  const Outcome<std::string> once = syntax::format(sources, first);
  accepted = once.ok();
  if (!once.has_value()) return once.diagnostics().has_errors() ? "" : "format refuses a text without an error";
  const FileId second = sources.add("formatted.mo", *once);
  const Outcome<std::string> twice = syntax::format(sources, second);
  if (!twice.ok()) return "the formatted text cannot be parsed";
  if (*twice != *once) return "formatting again changes the text";
  if (meaning(text, first) != meaning(*once, second)) return "formatting changes the tokens";
  return {};
}

}  // namespace sunder::fuzz

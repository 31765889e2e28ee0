// A document to read: one HTML file with text, tables and figures, without any script.
//
// It wears the style sheet of the interactive report. All text is escaped; words between `backticks` are set as code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "results/figure.hpp"

namespace sunder::report {

struct DocumentTable {
  std::vector<std::string> header{};
  std::vector<std::vector<std::string>> rows{};
  std::vector<bool> right{};  ///< by column: to the right, as numbers are
};

struct KeyFigure {
  std::string label{}, value{}, note{};
  enum class Mood { plain, good, bad } mood = Mood::plain;
};

/// Built from top to bottom.
class Document {
 public:
  /// `kind`: what sort of document this is, a few words above the title.
  Document(std::string title, std::string kind);

  /// Before the first section these belong to the head of the page.
  void paragraph(std::string_view text);
  void warning(std::string_view text);
  void key_figures(const std::vector<KeyFigure>& figures);

  void section(std::string_view heading);
  void table(const DocumentTable& table);
  void figure(const results::Figure& figure, std::string_view caption);
  /// Folded until somebody opens it.
  void details(std::string_view summary, std::string_view preformatted);
  void details(std::string_view summary, const DocumentTable& table);

  /// The finished page; `footer`: who made it.
  [[nodiscard]] std::string html(std::string_view footer) const;

 private:
  std::string title_, kind_, head_, body_;
  bool in_section_ = false;
  int sections_ = 0;
};

}  // namespace sunder::report

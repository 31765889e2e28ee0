#include "report/document.hpp"

#include <stdexcept>

#include "base/markup.hpp"

extern "C" const char sunder_report_template[], sunder_report_template_end[];

namespace sunder::report {
namespace {

/// On top of the style sheet of the interactive report: what only documents have. Figures are drawn on white paper.
constexpr std::string_view own_style = R"(
section p, section .message { max-width: 90ch; margin-top: 10px; }
figure { margin-top: 16px; }
.paper { background: #fff; border: 1px solid var(--line); border-radius: 8px; padding: 8px; overflow-x: auto; text-align: center; }
.paper > svg { max-width: 100%; min-width: 540px; height: auto; }
.paper svg text { font-size: 12px; fill: #222; }
figcaption { margin-top: 6px; color: var(--muted); font-size: 13px; max-width: 90ch; }
td.right, th.right { text-align: right; }
td { overflow-wrap: anywhere; }
td.right { white-space: nowrap; }
.table-box table { width: auto; min-width: min(100%, 420px); }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 0.92em; }
pre { max-height: 70vh; overflow: auto; }
@media print { .paper { border: 0; padding: 0; } pre { max-height: none; } }
)";

/// The style sheet that is built into the interactive page.
std::string_view shared_style() {
  const std::string_view page(sunder_report_template,
                              static_cast<std::size_t>(sunder_report_template_end - sunder_report_template));
  constexpr std::string_view opening = "<style>";
  const std::size_t from = page.find(opening);
  const std::size_t to = page.find("</style>");
  if (from == std::string_view::npos || to == std::string_view::npos || to < from)
    throw std::logic_error("the report page has no style sheet");
  return page.substr(from + opening.size(), to - from - opening.size());
}

/// Escaped, with `code` set as such. A backtick without a partner stays what it is.
std::string prose(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t open = text.find('`');
    const std::size_t close = open == std::string_view::npos ? open : text.find('`', open + 1);
    if (close == std::string_view::npos) return out + markup(text);
    out += markup(text.substr(0, open)) + "<code>" + markup(text.substr(open + 1, close - open - 1)) + "</code>";
    text.remove_prefix(close + 1);
  }
}

std::string table_html(const DocumentTable& table) {
  const auto cells = [&](const std::vector<std::string>& row, const std::string& tag) {
    std::string out = "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c) {
      const bool right = c < table.right.size() && table.right[c];
      out += "<" + tag + (tag == "th" ? " scope=\"col\"" : "") + (right ? " class=\"right\"" : "") + ">" +
             prose(row[c]) + "</" + tag + ">";
    }
    return out + "</tr>\n";
  };
  std::string out = "<div class=\"table-box\"><table>\n";
  if (!table.header.empty()) out += "<thead>" + cells(table.header, "th") + "</thead>\n";
  out += "<tbody>\n";
  for (const std::vector<std::string>& row : table.rows) out += cells(row, "td");
  return out + "</tbody></table></div>\n";
}

}  // namespace

Document::Document(std::string title, std::string kind) : title_(std::move(title)), kind_(std::move(kind)) {}

void Document::paragraph(std::string_view text) { (in_section_ ? body_ : head_) += "<p>" + prose(text) + "</p>\n"; }

void Document::warning(std::string_view text) {
  (in_section_ ? body_ : head_) += "<div class=\"message warning\">" + prose(text) + "</div>\n";
}

void Document::key_figures(const std::vector<KeyFigure>& figures) {
  std::string& out = in_section_ ? body_ : head_;
  // in the head they may be as wide as the page, unlike the text
  out += in_section_ ? "<dl class=\"key-figures\">\n" : "</div>\n<dl class=\"key-figures\">\n";
  for (const KeyFigure& one : figures) {
    const char* const mood = one.mood == KeyFigure::Mood::good  ? " good"
                             : one.mood == KeyFigure::Mood::bad ? " bad"
                                                                : "";
    out += "<div class=\"key-figure" + std::string(mood) + "\"><dt>" + prose(one.label) + "</dt><dd>" +
           prose(one.value) + "</dd>" + (one.note.empty() ? "" : "<dd class=\"note\">" + prose(one.note) + "</dd>") +
           "</div>\n";
  }
  out += in_section_ ? "</dl>\n" : "</dl>\n<div class=\"summary\">\n";
}

void Document::section(std::string_view heading) {
  if (in_section_) body_ += "</section>\n";
  in_section_ = true;
  body_ +=
      "<section>\n<h2><span class=\"number\">" + std::to_string(++sections_) + "</span>" + prose(heading) + "</h2>\n";
}

void Document::table(const DocumentTable& table) { (in_section_ ? body_ : head_) += table_html(table); }

void Document::figure(const results::Figure& figure, std::string_view caption) {
  (in_section_ ? body_ : head_) += "<figure><div class=\"paper\">" + results::svg(figure) + "</div>" +
                                   (caption.empty() ? "" : "<figcaption>" + prose(caption) + "</figcaption>") +
                                   "</figure>\n";
}

void Document::details(std::string_view summary, std::string_view preformatted) {
  (in_section_ ? body_ : head_) +=
      "<details><summary>" + prose(summary) + "</summary><pre>" + markup(preformatted) + "</pre></details>\n";
}

void Document::details(std::string_view summary, const DocumentTable& table) {
  (in_section_ ? body_ : head_) +=
      "<details><summary>" + prose(summary) + "</summary>" + table_html(table) + "</details>\n";
}

std::string Document::html(std::string_view footer) const {
  std::string out =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
      "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>" +
      markup(title_) + "</title>\n<style>";
  out += shared_style();
  out += own_style;
  out += "</style>\n</head>\n<body>\n<main id=\"app\">\n<header class=\"headline\">\n<div class=\"kind\">" +
         prose(kind_) + "</div>\n<h1>" + markup(title_) + "</h1>\n<div class=\"summary\">\n" + head_ +
         "</div>\n</header>\n" + body_ + (in_section_ ? "</section>\n" : "");
  if (!footer.empty()) out += "<footer>" + prose(footer) + "</footer>\n";
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace sunder::report

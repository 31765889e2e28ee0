// What the commands print: diagnostics, JSON, tables.
#pragma once

#include <iostream>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "command.hpp"
#include "verbs/json.hpp"

namespace sunder::cli {

/// Readable diagnostics on standard error.
void show(const Diagnostics& diagnostics, const SourceMap& sources);
/// Ends a command that failed: diagnostics on standard error and, if asked for, a JSON object with nothing but them.
ExitStatus failed(const Arguments& arguments, const Diagnostics& diagnostics, const SourceMap& sources,
                  ExitStatus status = ExitStatus::wrong_input);
/// 3 where the numerics failed, 1 where the model or another input is wrong.
ExitStatus status_of(const Diagnostics& diagnostics);
/// Ends a command that has a result: diagnostics on standard error, the result as JSON if asked for, else as text.
template <class Result, class PrintText>
void print(const Arguments& arguments, const Result& result, const Diagnostics& diagnostics, const SourceMap& sources,
           const PrintText& print_text) {
  show(diagnostics, sources);
  if (arguments.json())
    std::cout << verbs::json_text(result, diagnostics, sources);
  else
    print_text(result);
}
void print_command_line_mistake(const std::string& message, const std::string& help);

/// Columns aligned by the widest cell, separated by two spaces; the last column is cut to the width. Numbers to the
/// right.
struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  std::vector<bool> right;  ///< by column
  std::string print(std::size_t width, std::size_t indent = 2) const;
};

std::string bold(const std::string& text);
/// Documents made from the code: docs/diagnostics.md, docs/passes.md.
std::string diagnostics_markdown();
std::string passes_markdown();
std::string methods_markdown();  ///< the table of docs/methods.md
/// The same for a terminal, and for programs.
std::string methods_text(std::size_t width);
std::string methods_json();
/// Broken into lines of at most `width` columns, each followed by a newline.
std::string paragraph(const std::string& text, std::size_t width);
/// "a, b, c, … (97 more)" within the width.
std::string name_list(const std::vector<std::string>& names, std::size_t width);

}  // namespace sunder::cli

// Where classes come from that are not written inside of others: the interface by which lookup asks for them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/ast.hpp"

namespace sunder::ir {

/// Classes are read when they are asked for, and stay.
class ClassSource {
 public:
  virtual ~ClassSource() = default;

  /// The class of that name outside of all packages, or null.
  virtual const ast::Class* top_level(std::string_view name) = 0;
  [[nodiscard]] virtual std::vector<std::string> top_level_names() const = 0;
  /// A class that belongs to the package and stands in a file of its own, or null.
  virtual const ast::Class* member(const ast::Class& package, std::string_view name) = 0;
  [[nodiscard]] virtual std::vector<std::string> member_names(const ast::Class& package) const = 0;
  /// The directory that the library of this name is stored in, for modelica:// addresses; empty: none.
  [[nodiscard]] virtual std::string directory_of(std::string_view) const { return {}; }
  /// Whether the user gave the file, and may want to hear what could be better in it.
  [[nodiscard]] virtual bool is_given(FileId) const { return true; }
};

}  // namespace sunder::ir

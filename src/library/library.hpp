// Modelica packages on the search path: files and directories, read when one of their classes is first asked for.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/diagnostic.hpp"
#include "ir/class_source.hpp"

namespace sunder::library {

/// Reads and parses a file; null: it cannot be read. The tree stays.
using Loader = std::function<const ast::File*(const std::string& path)>;

/// The directories of MODELICAPATH, in order.
std::vector<std::string> environment_path();

class Library : public ir::ClassSource {
 public:
  /// `files`: what the user gave, found before everything on the path.
  Library(const std::vector<const ast::File*>& files, std::vector<std::string> path, Loader loader,
          Diagnostics& diagnostics);

  const ast::Class* top_level(std::string_view name) override;
  [[nodiscard]] std::vector<std::string> top_level_names() const override;
  const ast::Class* member(const ast::Class& package, std::string_view name) override;
  [[nodiscard]] std::vector<std::string> member_names(const ast::Class& package) const override;
  [[nodiscard]] std::string directory_of(std::string_view name) const override;
  [[nodiscard]] bool is_given(FileId file) const override { return given_files_.contains(file.value); }

 private:
  struct Found {
    std::string path;     ///< of the file that holds the class
    std::string version;  ///< from its name
    bool directory = false;
  };
  /// Everything on the path by that name.
  [[nodiscard]] std::vector<Found> candidates(std::string_view name) const;
  const ast::Class* load(const std::string& file, std::string_view name, const std::string& within);
  void read_uses(const ast::Class& class_);
  void check_version(std::string_view name, const ast::Class& class_, const std::string& of_path);
  void settle_overlays();

  std::vector<std::string> path_;
  Loader loader_;
  Diagnostics& diagnostics_;
  std::unordered_set<std::uint32_t> given_files_;
  std::vector<const ast::Class*> given_;  ///< classes of the user's files, outside of all packages
  std::map<std::string, std::vector<const ast::Class*>, std::less<>> overlays_;  ///< by `within`
  std::map<std::string, const ast::Class*, std::less<>> top_;
  struct Directory {
    std::string path;
    std::string name;  ///< full name of the package
  };
  std::unordered_map<const ast::Class*, Directory> directories_;
  std::unordered_map<const ast::Class*, std::map<std::string, const ast::Class*, std::less<>>> members_;
  struct Wanted {
    std::string version;
    Span span;
  };
  std::map<std::string, std::vector<Wanted>, std::less<>> uses_;  ///< versions asked for, by library
};

}  // namespace sunder::library

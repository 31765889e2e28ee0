// What a model does to files in a run that was asked for, below one directory.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "simulate/simulate.hpp"

namespace sunder::verbs {

class ModelFiles {
 public:
  explicit ModelFiles(const std::string& directory);

  /// In the order of the run, until one is not possible: an error at the place of its call.
  void carry_out(simulate::Simulation& run, Diagnostics& diagnostics);

 private:
  using Fields = std::vector<std::string>;

  bool carry_out(const Fields& action, std::string& message);
  /// The file or directory that is meant, if it lies below the directory; empty after setting `message`.
  std::filesystem::path find(const std::string& name, std::string& message) const;
  bool write_matrix(const Fields& action, std::string& message) const;

  std::string directory_;
  std::filesystem::path root_;
};

}  // namespace sunder::verbs

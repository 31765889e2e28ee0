// The results file of the runs after the first: beside the first one, which it replaces when its run is complete. So
// there is always a file of results, and never a mixture.
#pragma once

#include <string>

#include "base/outcome.hpp"

namespace sunder::choose {

class FinerFile {
 public:
  /// `path`: of the results; empty: none are written.
  explicit FinerFile(std::string path);
  ~FinerFile() { discard(); }
  FinerFile(const FinerFile&) = delete;
  FinerFile& operator=(const FinerFile&) = delete;

  /// Where a finer run writes; empty: nowhere.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Its run is complete: it takes the place of what was there. False after a diagnostic.
  bool keep(Diagnostics& diagnostics);
  void discard();

 private:
  std::string results_, path_;
};

}  // namespace sunder::choose

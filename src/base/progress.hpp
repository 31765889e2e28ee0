// How far long work has come, told to whoever wants to know.
#pragma once

#include <string>

namespace sunder {

/// Told often, from one thread at a time; whoever listens decides how often to look.
class Progress {
 public:
  virtual ~Progress() = default;

  /// `fraction` in [0, 1]; `detail` is a short text such as "t = 3.2 s".
  virtual void update(double fraction, const std::string& detail = {}) = 0;
};

}  // namespace sunder

// The attributes min and max of variables, held against the values of a run.
#pragma once

#include <span>
#include <vector>

#include "base/diagnostic.hpp"
#include "model/description.hpp"

namespace sunder::simulate {

/// Watches the variables that have bounds; a run goes on when one leaves them.
class Bounds {
 public:
  void watch(model::VariableIndex index, const model::Variable& variable);
  /// Values of all variables of the model.
  void look(double time, std::span<const double> values);
  /// One warning for each declaration some variable of which was further outside than a thousandth of the range it
  /// covered: that much is the error of a run.
  void report(const model::ModelDescription& description, Diagnostics& diagnostics) const;

 private:
  struct Watched {
    model::VariableIndex index;
    double minimum = 0, maximum = 0;
    double lowest = 0, highest = 0, first_outside = 0;
    bool outside = false;
  };
  std::vector<Watched> watched_;
  bool begun_ = false;
};

}  // namespace sunder::simulate

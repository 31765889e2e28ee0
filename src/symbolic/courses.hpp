// What the run remembers (runtime/course.h), read by routines: delays that vary, and what comes out of a flow.
//
// Which course is read is told by the first argument, its handle: a number that the context gives. What comes behind
// the arguments that are described below is not read: it makes the value follow what is held.
#pragma once

#include <vector>

#include "symbolic/routine.hpp"

namespace sunder::symbolic {

class CourseRoutine final : public Routine {
 public:
  enum class Kind : std::uint8_t {
    delayed,        ///< of handle, value, lag, time, segment
    delayed_turns,  ///< of handle, lag, time
    flown,          ///< of handle, in0, in1, way, forward, segment
    flown_turns,    ///< of handle, way, forward
    pace,           ///< of handle, way: how often it is to be looked at
  };
  /// `end`: of a flow, 0 or 1; `by`: the argument by which this is the derivative, 0: by none.
  explicit CourseRoutine(Kind kind, int end = 0, std::uint32_t by = 0) : kind_(kind), end_(end), by_(by) {}

  [[nodiscard]] std::string name() const override;
  [[nodiscard]] double value(std::span<const double> arguments) const override;
  [[nodiscard]] std::shared_ptr<const Routine> partial(Pool& pool, std::uint32_t argument) const override;
  [[nodiscard]] std::string complaint(std::span<const double> arguments) const override;
  [[nodiscard]] Kind kind() const { return kind_; }
  /// The call of runtime/course.h that gives the value, as C.
  [[nodiscard]] std::string c_call(const std::vector<std::string>& arguments) const;

 private:
  Kind kind_;
  int end_;
  std::uint32_t by_;
};

}  // namespace sunder::symbolic
